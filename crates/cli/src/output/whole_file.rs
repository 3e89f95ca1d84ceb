//! [`WholeFile`]: a file that appears whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::error::{CliError, Kind};

/// Whether a file that exists may be overwritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Overwrite {
    /// It is an error if it exists.
    No,
    /// It is replaced.
    Yes,
}

/// A file being written under another name beside its place. Dropped unfinished, it leaves nothing.
pub(crate) struct WholeFile {
    out: BufWriter<NamedTempFile>,
    path: PathBuf,
    overwrite: Overwrite,
}

impl WholeFile {
    /// Begins to write. The store itself is never overwritten.
    pub(crate) fn create(path: &Path, overwrite: Overwrite, store: &Path) -> Result<Self, CliError> {
        // A link is written through, not replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Ok(found) = path.metadata() {
            let is_store = store.canonicalize().is_ok_and(|store| is_part_of(&store, &path));
            if is_store || !found.is_file() {
                let what = if is_store { "the store itself" } else { "no regular file" };
                return Err(CliError::new(Kind::Exists, format!("{} is {what}", path.display()))
                    .with_hint("name another file, or `-` for standard output"));
            }
            if overwrite == Overwrite::No {
                return Err(exists(&path));
            }
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new().prefix(".nepenthe-").tempfile_in(folder);
        let file = file.map_err(|error| CliError::io(format!("cannot write {}", path.display()), &error))?;
        Ok(Self { out: BufWriter::new(file), path, overwrite })
    }

    /// Puts the file in its place, once its bytes are on the disk.
    pub(crate) fn finish(self) -> Result<(), CliError> {
        let failed = |error: &io::Error| CliError::io(format!("cannot write {}", self.path.display()), error);
        let file = self.out.into_inner().map_err(|error| failed(error.error()))?;
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        match self.overwrite {
            Overwrite::Yes => file.persist(&self.path).map(drop).map_err(|error| failed(&error.error)),
            Overwrite::No => {
                file.persist_noclobber(&self.path).map(drop).map_err(|error| match error.error.kind() {
                    io::ErrorKind::AlreadyExists => exists(&self.path),
                    _ => failed(&error.error),
                })
            }
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Tells whether a file is the store's main file, or one that SQLite keeps beside it.
fn is_part_of(store: &Path, path: &Path) -> bool {
    ["", "-wal", "-shm", "-journal"].into_iter().any(|end| {
        let mut part = store.as_os_str().to_owned();
        part.push(end);
        part == path.as_os_str()
    })
}

fn exists(path: &Path) -> CliError {
    CliError::new(Kind::Exists, format!("{} exists", path.display()))
        .with_hint("add --force to overwrite it, or name another file")
}
