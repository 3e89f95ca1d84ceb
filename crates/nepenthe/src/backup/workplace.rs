//! [`Workplace`]: a folder beside a file to be made, so that the file appears whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{TempDir, TempPath};

use crate::store::private_file;

/// After how long a folder without a lock is nobody's.
const ABANDONED: Duration = Duration::from_secs(60);

/// Held by whoever works in the folder: one whose lock is free was left by a process that was killed.
const LOCK: &str = "lock";

/// What SQLite keeps beside a database, and takes for a part of whichever lies there.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Finds a file that would be taken for a part of a database that came to be at `path`.
pub(super) fn left_beside(path: &Path) -> Option<PathBuf> {
    let named = |end| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    BESIDE.into_iter().map(named).find(|name| name.symlink_metadata().is_ok())
}

/// A folder on the file system of the file to be made. It goes when it is dropped, with all that is in it.
pub(super) struct Workplace {
    folder: TempDir,
    /// Where the finished file goes.
    to: PathBuf,
    _lock: File,
}

impl Workplace {
    /// Makes the folder, after taking away what killed processes left of theirs.
    pub(super) fn beside(to: &Path) -> io::Result<Self> {
        let parent = folder_of(to);
        let mut prefix = OsString::from(".");
        prefix.push(to.file_name().ok_or(io::ErrorKind::InvalidInput)?);
        prefix.push(".part-");
        for entry in fs::read_dir(parent)? {
            let entry = entry?;
            if entry.file_name().as_encoded_bytes().starts_with(prefix.as_encoded_bytes()) {
                sweep(&entry.path());
            }
        }
        let folder = tempfile::Builder::new().prefix(&prefix).tempdir_in(parent)?;
        let lock = File::create_new(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(Self { folder, to: to.to_owned(), _lock: lock })
    }

    /// Where the file is made. What SQLite keeps beside it is in the folder too.
    pub(super) fn file(&self) -> PathBuf {
        self.folder.path().join("store.db")
    }

    /// Makes the file an empty one that its owner alone can read.
    pub(super) fn begin(&self) -> io::Result<()> {
        private_file::create_new(&self.file()).map(drop)
    }

    /// Puts the finished file in its place, unless something is there, or beside it.
    pub(super) fn publish(self) -> io::Result<()> {
        self.settle()?;
        if left_beside(&self.to).is_some() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        TempPath::try_from_path(self.file())?.persist_noclobber(&self.to).map_err(|error| error.error)?;
        sync(folder_of(&self.to))
    }

    /// Puts the finished file in the place of the one that is there, which is `aside` from then on. At any moment
    /// one of the two is in that place.
    pub(super) fn publish_over(self, aside: &Path) -> io::Result<()> {
        self.settle()?;
        fs::set_permissions(self.file(), fs::metadata(&self.to)?.permissions())?;
        fs::hard_link(&self.to, aside)?;
        if let Err(error) = fs::rename(self.file(), &self.to) {
            drop(fs::remove_file(aside));
            return Err(error);
        }
        sync(folder_of(&self.to))
    }

    /// What is published is one file, and on the disk.
    fn settle(&self) -> io::Result<()> {
        let mut log = self.file().into_os_string();
        log.push("-wal");
        if fs::metadata(log).is_ok_and(|file| file.len() > 0) {
            return Err(io::Error::other("its write-ahead log is not empty"));
        }
        sync(&self.file())
    }
}

/// The folder in which a file is or will be.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Takes away a folder in which nobody works. Where that fails, it stays: nothing is wrong but the room that it
/// takes.
fn sweep(folder: &Path) {
    let Ok(lock) = File::open(folder.join(LOCK)) else {
        // Killed before it had a lock: nothing is in it yet. A young one may be about to get one.
        let made = fs::metadata(folder).and_then(|folder| folder.modified()).ok();
        if made.and_then(|made| made.elapsed().ok()).is_some_and(|age| age > ABANDONED) {
            drop(fs::remove_dir(folder));
        }
        return;
    };
    if lock.try_lock().is_ok() {
        drop(fs::remove_dir_all(folder));
    }
}

fn sync(path: &Path) -> io::Result<()> {
    // Elsewhere a folder cannot be opened as a file; there a rename is durable when it returns.
    if cfg!(unix) || path.is_file() { File::open(path)?.sync_all() } else { Ok(()) }
}
