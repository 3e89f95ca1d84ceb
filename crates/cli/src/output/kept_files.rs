//! [`KeptFiles`]: what no output may take the place of.

use std::path::{Path, PathBuf};

/// What SQLite keeps beside a database.
const BESIDE: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Files that are never overwritten, whatever was typed: the store, and keys without which things cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct KeptFiles {
    files: Vec<(PathBuf, &'static str)>,
}

impl KeptFiles {
    /// Those of a store: its own files, its key file's, and the keys of its server.
    pub(crate) fn of_store(store: &Path) -> Self {
        let store = resolved(store);
        let keys = resolved(&with_end(&store, ".keys"));
        let mut kept = Self { files: Vec::new() };
        for (file, what) in [(&store, "the store itself"), (&keys, "the key file of the store")] {
            for end in BESIDE {
                kept.add(&with_end(file, end), what);
            }
        }
        kept.add(&with_end(&keys, ".json"), "the keys of the store's server");
        kept
    }

    /// Keeps one more.
    pub(crate) fn add(&mut self, file: &Path, what: &'static str) {
        self.files.push((resolved(file), what));
    }

    /// What a file is, if it is kept.
    pub(super) fn what(&self, file: &Path) -> Option<&'static str> {
        let file = resolved(file);
        self.files.iter().find(|(kept, _)| *kept == file).map(|(_, what)| *what)
    }
}

/// The one path of a file that has several: through links, without `.` and `..`. The file need not be there yet.
pub(super) fn resolved(path: &Path) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let Some(name) = path.file_name() else { return path.to_owned() };
    folder_of(path).canonicalize().map_or_else(|_| path.to_owned(), |folder| folder.join(name))
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(end);
    path.into()
}
