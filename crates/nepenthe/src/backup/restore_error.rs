//! [`RestoreError`]: why nothing was restored.

use std::path::PathBuf;

use crate::control::ApplyError;
use crate::engine::CheckReport;
use crate::erase::Residue;
use crate::store::{OpenError, StorageError};

/// Why nothing was restored. There is no new file; backup and current store are as they were.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// Something is at the path already. Name another one, or replace it on purpose.
    #[error("{} exists; a restore overwrites nothing by itself", .0.display())]
    Exists(PathBuf),
    /// Beside the path lies what another database has left. Move that away.
    #[error("{} exists; SQLite would take it for a part of the restored store", .0.display())]
    LeftBeside(PathBuf),
    /// Nothing says what was erased after the backup was made.
    #[error(
        "nothing says what was erased after the backup was made: name the current store, give the receipts, or say \
         that the erasures are to be undone"
    )]
    NoErasures,
    /// The backup is of an encrypted store, and nothing says where its keys are.
    #[error(
        "the backup is of an encrypted store, whose keys are not in it: name the current store, or put its key file at {}",
        .0.display()
    )]
    NoKeys(PathBuf),
    /// The current store's log does not begin with the backup's.
    #[error(
        "the backup is not one of this store: the log of the store does not begin with that of the backup"
    )]
    OtherLog,
    /// A receipt of another store's log.
    #[error("the receipt {0} is of another store than the backup")]
    OtherReceipt(String),
    /// A receipt was altered, or none of the keys that are trusted has signed it.
    #[error("the receipt {receipt} does not hold ({failed})")]
    Receipt {
        /// Which of those given, from 0.
        index: usize,
        /// What it is called.
        receipt: String,
        /// Which check failed, and why.
        failed: String,
    },
    /// Another process has the store open whose place is to be taken.
    #[error("{} is in use; end what has it open first", .0.display())]
    InUse(PathBuf),
    /// Erased bytes are still in the file, so it is not shown to anybody.
    #[error("the restored file still holds bytes of what was erased")]
    Residue(Vec<Residue>),
    /// The backup is damaged.
    #[error("what the backup holds does not agree with itself: {}", first(.0))]
    Unsound(CheckReport),
    /// The file cannot be written.
    #[error("cannot write {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The backup or the current store cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An erasure could not be made again.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

fn first(report: &CheckReport) -> &str {
    report.findings.first().map_or("", |finding| &finding.problem)
}
