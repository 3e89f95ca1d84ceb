//! Making a backup: SQLite's online copy, noted in the store and in the copy.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde::Serialize;

use super::workplace::{Workplace, left_beside};
use crate::handle::Store;
use crate::model::Progress;
use crate::store::query::{backup, tree};
use crate::store::{StorageError, copy};

/// A backup that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BackupReport {
    /// When.
    pub at: Timestamp,
    /// Until when it is kept, as the caller says.
    pub expires: Option<Timestamp>,
    /// How many events its log has.
    pub events: u64,
    /// The bytes of the file.
    pub bytes: u64,
}

/// Why there is no backup.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// Something is at the path already. Name another one.
    #[error("{} exists; a backup overwrites nothing", .0.display())]
    Exists(PathBuf),
    /// Beside the path lies what another database has left. Move that away.
    #[error("{} exists; SQLite would take it for a part of the backup", .0.display())]
    LeftBeside(PathBuf),
    /// The backup would have expired before it was made.
    #[error("the backup's expiry lies in the past")]
    Expired,
    /// The file cannot be written.
    #[error("cannot write {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Store {
    /// Copies the store, as it is at one moment, to a new file: a store in one file, which appears whole or not at
    /// all. Store and copy note that there is this backup, and until when; every receipt of an erasure from then
    /// on says so. `progress` counts pages, and must not use this store: its connection is locked meanwhile.
    ///
    /// # Errors [`BackupError`]; there is no file then. Where only the last step failed, the store may know of a
    /// backup that is not there.
    pub fn backup(
        &self,
        path: impl AsRef<Path>,
        expires: Option<Timestamp>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<BackupReport, BackupError> {
        let (inner, path) = (&self.inner, path.as_ref());
        let failed = |source: std::io::Error| match source.kind() {
            std::io::ErrorKind::AlreadyExists => in_the_way(path).unwrap_or(BackupError::Exists(path.into())),
            _ => BackupError::File { path: path.into(), source },
        };
        if let Some(error) = in_the_way(path) {
            return Err(error);
        }
        let at = inner.database.now();
        if expires.is_some_and(|expires| expires <= at) {
            return Err(BackupError::Expired);
        }
        let workplace = Workplace::beside(path).map_err(failed)?;
        workplace.begin().map_err(failed)?;
        let events = inner.database.read(|session| {
            let events = tree::size(session)?;
            let made = copy::copy(session, &workplace.file(), progress)?;
            backup::insert(made.session(), &inner.database.key, at, expires, events)?;
            made.close()?;
            Ok::<_, StorageError>(events)
        })?;
        let bytes = std::fs::metadata(workplace.file()).map_err(failed)?.len();
        // Before the file is there: a receipt must not know of fewer copies than there are.
        inner.write(|session| backup::insert(session, &inner.database.key, at, expires, events))?;
        workplace.publish().map_err(failed)?;
        Ok(BackupReport { at, expires, events, bytes })
    }
}

/// Says what keeps a backup from being made at the path.
fn in_the_way(path: &Path) -> Option<BackupError> {
    if path.symlink_metadata().is_ok() {
        return Some(BackupError::Exists(path.into()));
    }
    left_beside(path).map(BackupError::LeftBeside)
}
