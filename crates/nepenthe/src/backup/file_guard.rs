//! [`FileGuard`]: the store that a restored one replaces, held so that nobody else has it open.

use std::path::Path;
use std::time::Duration;

use super::restore_error::RestoreError;
use super::workplace::Workplace;
use crate::handle::Options;
use crate::store::{OpenFile, connection, open_alone};

/// A store that no other connection has open. Until it gives way it is as it was.
pub(super) struct FileGuard(OpenFile);

impl FileGuard {
    pub(super) fn take(path: &Path, options: &Options) -> Result<Self, RestoreError> {
        Ok(Self(open_alone(path, &options.of_file())?.ok_or_else(|| RestoreError::InUse(path.into()))?))
    }

    pub(super) fn file(&self) -> &OpenFile {
        &self.0
    }

    /// Lets the file made in `workplace` take the store's place; the store is `aside` from then on, in one file.
    pub(super) fn give_way(
        self,
        path: &Path,
        workplace: Workplace,
        aside: &Path,
    ) -> Result<(), RestoreError> {
        let failed = |source| RestoreError::File { path: path.into(), source };
        // Nothing of the old store may lie beside the new one: SQLite would take its log for the new one's.
        if !connection::empty_log(self.0.session(), Duration::ZERO, Duration::ZERO)? {
            return Err(RestoreError::InUse(path.into()));
        }
        connection::leave_log(self.0.session())?;
        for end in ["-wal", "-shm"] {
            let mut beside = path.as_os_str().to_owned();
            beside.push(end);
            match std::fs::remove_file(beside) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
        workplace.publish_over(aside).map_err(failed)?;
        Ok(self.0.close()?)
    }
}
