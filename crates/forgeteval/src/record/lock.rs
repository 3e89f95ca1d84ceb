//! Keeps two runs out of one directory.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Holds a directory for one run until dropped; the system lets go of it when the process dies.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the directory, without waiting.
    pub(crate) fn take(dir: &Path) -> Result<Self, LockError> {
        let path = dir.join(".lock");
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = file.map_err(|source| LockError::Io { path: path.clone(), source })?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(LockError::Held { dir: dir.to_path_buf() }),
            Err(TryLockError::Error(source)) => Err(LockError::Io { path, source }),
        }
    }
}

/// Why a directory cannot be taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LockError {
    /// Another run writes there. Wait for it, or write elsewhere.
    #[error("another run is writing to {}", dir.display())]
    Held {
        /// The directory.
        dir: PathBuf,
    },
    /// The lock's file cannot be made or locked.
    #[error("cannot lock {}: {source}", path.display())]
    Io {
        /// The lock's file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}
