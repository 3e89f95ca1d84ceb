//! Copies of a store that are kept elsewhere, and the way back from one: what was erased in the meantime is erased
//! in what comes back, before anybody can read it.

mod create;
mod file_guard;
mod keys;
mod receipts;
mod restore;
mod restore_error;
mod restore_options;
mod since;
mod workplace;

pub use create::{BackupError, BackupReport};
pub use restore::{Backup, Known, RestoreReport};
pub use restore_error::RestoreError;
pub use restore_options::RestoreOptions;
