//! [`Keys`]: the key file of an encrypted store on its way to the restored one. A backup has no keys: with those of today, what
//! was erased since cannot be read in it.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::restore::{RestoreError, RestoreOptions};
use crate::store::query::{memory_key, meta};
use crate::store::{Access, KeyFile, OpenError, Options, StorageError, connection, copy};

/// The key file of which the backup's keys are: that of the current store, or the one at the target.
pub(super) struct Keys {
    /// The store that it is beside.
    store: PathBuf,
}

impl Keys {
    /// Finds it; `None` where the backup is not encrypted.
    pub(super) fn find(
        backup: &Connection,
        into: &Path,
        how: &RestoreOptions,
    ) -> Result<Option<Self>, RestoreError> {
        // An older backup has no such name, and is not encrypted.
        if meta::key_file(backup)?.is_none() {
            return Ok(None);
        }
        let store = how.current().unwrap_or(into);
        let path = KeyFile::beside(store);
        if !path.is_file() {
            return Err(RestoreError::NoKeys(path));
        }
        Ok(Some(Self { store: store.to_owned() }))
    }

    /// Copies it beside the file that the restored store is made in.
    pub(super) fn bring(&self, file: &Path, options: &Options) -> Result<(), RestoreError> {
        copy_keys(&self.store, file, file, options.busy_timeout)
    }

    /// Keeps a copy for the store that is aside from then on; `made` is the restored one.
    pub(super) fn keep(
        made: &Path,
        store: &Path,
        aside: &Path,
        options: &Options,
    ) -> Result<(), RestoreError> {
        copy_keys(store, made, aside, options.busy_timeout)
    }

    /// Gives the restored store its keys: those that the target has not yet.
    pub(super) fn publish(made: &Path, into: &Path, options: &Options) -> Result<(), RestoreError> {
        if !KeyFile::beside(into).exists() {
            return copy_keys(made, made, into, options.busy_timeout);
        }
        let made = KeyFile::open(made, Access::Existing, options.busy_timeout)?;
        let mut target = KeyFile::open(into, Access::Existing, options.busy_timeout)?;
        if target.name != made.name {
            return Err(OpenError::OtherKeyFile(KeyFile::beside(into)).into());
        }
        let transaction = target
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(StorageError::from)?;
        memory_key::take_over(&transaction, &made.connection)?;
        Ok(transaction.commit().map_err(StorageError::from)?)
    }
}

/// Copies the key file of one store for another; it appears whole or not at all. It is made in the folder of `workplace`, which
/// goes away whatever happens.
fn copy_keys(from: &Path, workplace: &Path, to: &Path, busy: Duration) -> Result<(), RestoreError> {
    let failed = |source| RestoreError::File { path: KeyFile::beside(to), source };
    let from = KeyFile::open(from, Access::ReadOnly, busy)?;
    let target = KeyFile::beside(to);
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let file = workplace.with_extension("keys");
    let snapshot = from.connection.unchecked_transaction().map_err(StorageError::from)?;
    let made = copy::copy(&snapshot, &file, &mut |_| {})?;
    connection::empty_log(&made, busy, busy).map_err(StorageError::from)?;
    copy::close(made)?;
    #[cfg(unix)]
    std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o600)).map_err(failed)?;
    File::open(&file).and_then(|file| file.sync_all()).map_err(failed)?;
    std::fs::rename(&file, &target).map_err(failed)?;
    if cfg!(unix) { File::open(folder).and_then(|folder| folder.sync_all()).map_err(failed) } else { Ok(()) }
}
