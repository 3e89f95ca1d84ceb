//! Making a backup, and the way back from one.

use std::path::Path;

use jiff::Timestamp;
use nepenthe::{Backup, BackupReport, Error, Options, Progress, RestoreOptions, RestoreReport, Store};

/// Copies the whole store to a new file.
pub fn create_backup(
    store: &Store,
    file: &Path,
    expires: Option<Timestamp>,
    progress: &mut dyn FnMut(Progress),
) -> Result<BackupReport, Error> {
    Ok(store.backup(file, expires, progress)?)
}

/// Makes a store of a backup, without what was erased since.
pub fn restore_backup(
    backup: &Backup,
    into: &Path,
    options: Options,
    how: &RestoreOptions,
    progress: &mut dyn FnMut(Progress),
) -> Result<RestoreReport, Error> {
    Ok(backup.restore(into, options, how, progress)?)
}
