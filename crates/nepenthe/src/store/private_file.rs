//! Files that their owner alone can read, from the first byte on.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// How many links SQLite follows to a file.
const MAX_LINKS: usize = 100;

/// Makes an empty file that nobody but its owner can read, whatever the umask. Fails where something is at the path.
pub(crate) fn create_new(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Makes the empty file that SQLite is about to open, if there is none: SQLite would let everybody read it. What SQLite keeps
/// beside a file has that file's mode. A file that is there stays as it is, and is not opened: to close it again would let go of
/// the locks that this process holds on it.
pub(super) fn begin(path: &Path) {
    let mut path: PathBuf = path.into();
    for _ in 0..MAX_LINKS {
        match create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // Made; or else SQLite says why it cannot be.
            _ => return,
        }
        // A link to a file that is not there yet.
        let Ok(target) = std::fs::read_link(&path) else { return };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
}

/// Which file has a name: another one has other numbers. `None` where there is none, or files have no numbers.
#[cfg(unix)]
pub(super) fn identity(path: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
pub(super) fn identity(_: &Path) -> Option<(u64, u64)> {
    None
}

/// Returns the files of a store that other users of the machine can read or write: the store's own, its key file, and what
/// SQLite keeps beside them.
pub(crate) fn exposed(store: &Path) -> Vec<PathBuf> {
    // SQLite keeps its files beside the file itself, not beside a link to it.
    let real = store.is_symlink().then(|| store.canonicalize().ok()).flatten();
    let store = real.as_deref().unwrap_or(store);
    let mut files = Vec::new();
    for end in ["", ".keys"] {
        for beside in ["", "-wal", "-shm", "-journal"] {
            let mut path = store.as_os_str().to_owned();
            path.push(end);
            path.push(beside);
            files.push(PathBuf::from(path));
        }
    }
    files.retain(|file| is_exposed(file));
    files
}

#[cfg(unix)]
fn is_exposed(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o066 != 0)
}

#[cfg(not(unix))]
fn is_exposed(_: &Path) -> bool {
    false
}
