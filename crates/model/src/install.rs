//! Putting one fetched file into its place.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use indicatif::ProgressBar;
use nepenthe::embed::minilm::ModelFile;
use sha2::{Digest, Sha256};
use tempfile::{Builder, NamedTempFile, TempDir};

use crate::folder::hex;

/// What unfinished downloads are called; whoever holds the lock may remove them.
const PREFIX: &str = ".fetch-";

/// Streams a file to a temporary one beside its place, and moves it there once its hash is right and it is on disk.
///
/// Whoever looks meanwhile, and whoever comes after a crash, sees the old file or the whole new one.
pub(crate) fn install(
    dir: &Path,
    file: &ModelFile,
    source: &mut dyn Read,
    bar: &ProgressBar,
) -> Result<(), String> {
    let copied = copy(dir, file, source, bar).map_err(|error| error.to_string());
    bar.finish_and_clear();
    let (temporary, found) = copied?;
    if found != file.sha256 {
        return Err(format!("its {} has SHA-256 {found}, expected {}", file.name, file.sha256));
    }
    temporary.persist(dir.join(file.name)).map_err(|error| error.to_string())?;
    sync(dir);
    Ok(())
}

/// Makes a folder for what a source needs beside `dir`'s files; it goes when dropped.
pub(crate) fn work_folder(dir: &Path) -> io::Result<TempDir> {
    Builder::new().prefix(PREFIX).tempdir_in(dir)
}

/// Removes what processes that died have left. To be called only under the lock.
pub(crate) fn remove_leftovers(dir: &Path) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX)) {
            // One that cannot be removed costs only its space.
            let _ = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        }
    }
}

/// Copies up to one byte more than the file should have: enough for the hash to be wrong.
fn copy(
    dir: &Path,
    file: &ModelFile,
    source: &mut dyn Read,
    bar: &ProgressBar,
) -> io::Result<(NamedTempFile, String)> {
    let mut temporary = temporary(dir)?;
    let mut source = bar.wrap_read(source.take(file.size + 1));
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 17];
    loop {
        let read = source.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
        temporary.write_all(&buffer[..read])?;
    }
    temporary.as_file().sync_all()?;
    Ok((temporary, hex(hasher)))
}

#[cfg(unix)]
fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    // The files are no secret: others may read them, if the umask lets them.
    Builder::new().prefix(PREFIX).permissions(Permissions::from_mode(0o666)).tempfile_in(dir)
}

#[cfg(not(unix))]
fn temporary(dir: &Path) -> io::Result<NamedTempFile> {
    Builder::new().prefix(PREFIX).tempfile_in(dir)
}

/// Makes the new name durable, where folders can be synced. If not, the file is fetched again after a crash.
fn sync(dir: &Path) {
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
}
