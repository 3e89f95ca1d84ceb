//! Copies of a store that are kept elsewhere, and the way back from one: what was erased in the meantime is erased
//! in what comes back, before anybody can read it.

mod create;
mod held;
mod keys;
mod receipts;
mod restore;
mod since;
mod workplace;

pub use create::{BackupError, BackupReport};
pub use restore::{Backup, Known, RestoreError, RestoreOptions, RestoreReport};
