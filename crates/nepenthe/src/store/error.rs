//! What the storage underneath can answer ([`StorageError`]) and why a store cannot be opened ([`OpenError`]).

use std::path::PathBuf;

use rusqlite::{ErrorCode, ffi};

use crate::model::MemoryId;
use crate::seal::SealError;

/// The file or SQLite refused. The transaction that met it was rolled back whole.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// Another process held the write lock for longer than the busy time-out. Try again.
    #[error("the store is busy: another process has held its write lock for too long; try again")]
    Busy(#[source] rusqlite::Error),
    /// No room left. Nothing was written; make room and try again.
    #[error("the disk is full; nothing was written")]
    DiskFull(#[source] rusqlite::Error),
    /// The file, its folder or this connection may not be written.
    #[error("the store is read-only; check the permissions of the file and its folder")]
    ReadOnly(#[source] rusqlite::Error),
    /// The file no longer holds what a store must hold. Restore it from a backup; `check` says more.
    #[error("the store is damaged: {0}")]
    Corrupt(String),
    /// The clock is at the end of time, in the year 9999, or past it. Set it right.
    #[error("the clock says a time past the year 9999; nothing was written")]
    Clock,
    /// Reading or writing the file failed.
    #[error("reading or writing the store failed")]
    Io(#[source] rusqlite::Error),
    /// Another process rebuilt the vectors with another embedder, or moved the indexes. Open the store again, with that one.
    #[error("the store's vectors were rebuilt, and are now of the embedder {0}; open it again with that one")]
    Reembedded(String),
    /// The memory is sealed under a key that is gone, or what is sealed was changed. Of what can be done with such a memory a
    /// purge is left.
    #[error(
        "memory {0} cannot be read: the key that it is sealed under is gone, or what was sealed has changed"
    )]
    Unreadable(MemoryId),
    /// Anything else that SQLite answered.
    #[error("the store failed: {0}")]
    Sqlite(#[source] rusqlite::Error),
    /// The server that a store's rows are in cannot be reached, or refused.
    #[error("the database server failed: {0}")]
    Server(String),
    /// The random source failed.
    #[error("no random bytes could be had")]
    Random(#[source] std::io::Error),
}

impl StorageError {
    /// Tells whether the state on disk is no longer known, so that the store should be closed and checked.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Corrupt(_) | Self::Io(_))
    }

    /// What SQLite said.
    pub(super) fn sqlite(&self) -> Option<&rusqlite::Error> {
        match self {
            Self::Busy(error)
            | Self::DiskFull(error)
            | Self::ReadOnly(error)
            | Self::Io(error)
            | Self::Sqlite(error) => Some(error),
            _ => None,
        }
    }

    pub(crate) fn corrupt(what: impl std::fmt::Display) -> Self {
        Self::Corrupt(what.to_string())
    }
}

impl From<rusqlite::Error> for StorageError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::Error as E;
        match &error {
            E::FromSqlConversionFailure(..) | E::IntegralValueOutOfRange(..) | E::InvalidColumnType(..) => {
                Self::corrupt(&error)
            }
            _ => match error.sqlite_error_code() {
                Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(error),
                Some(ErrorCode::DiskFull) => Self::DiskFull(error),
                // The index of the write-ahead log could not grow, which only a disk without room refuses.
                Some(ErrorCode::SystemIoFailure) if extended_code(&error) == ffi::SQLITE_IOERR_SHMSIZE => {
                    Self::DiskFull(error)
                }
                Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly(error),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::corrupt(&error),
                Some(ErrorCode::SystemIoFailure) => Self::Io(error),
                _ => Self::Sqlite(error),
            },
        }
    }
}

impl From<SealError> for StorageError {
    fn from(error: SealError) -> Self {
        match error {
            SealError::Random(source) => Self::Random(source),
            SealError::TooLong => Self::corrupt("it is too long to be sealed"),
        }
    }
}

fn extended_code(error: &rusqlite::Error) -> std::ffi::c_int {
    error.sqlite_error().map_or(0, |error| error.extended_code)
}

/// Why a store cannot be opened. Nothing in the file was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// No file there, and the options do not allow making one.
    #[error("there is no store at {}", .0.display())]
    NotFound(PathBuf),
    /// The file cannot be opened or made: its folder is missing, or may not be entered.
    #[error("cannot open {}; does its folder exist, and may it be read?", path.display())]
    CannotOpen {
        /// The file asked for.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// Some other kind of file. Name another path.
    #[error("{} is not a SQLite file, so it is no store", .0.display())]
    NotADatabase(PathBuf),
    /// A SQLite file of another program. Name another path.
    #[error("{} is a SQLite database, but another program's, not a Nepenthe store", .0.display())]
    ForeignDatabase(PathBuf),
    /// Written by a newer Nepenthe. Use that one.
    #[error(
        "the store has format version {found}; this Nepenthe knows versions up to {supported}: use a newer one"
    )]
    NewerFormat {
        /// The version in the file.
        found: i64,
        /// The newest version known here.
        supported: i64,
    },
    /// The file has an older format, and cannot be brought to the present one while another connection has it open. Close that, such
    /// as a server or an agent's session of an older Nepenthe, and open the store again.
    #[error(
        "{} has an older format, and another process has it open; end that process, such as an older server, so that the file can \
         be brought to the present format", .0.display()
    )]
    HeldOpen(PathBuf),
    /// The file has an older format, and the new one that is to take its place could not be made. The old one is as it was.
    #[error("{} has an older format, and could not be brought to the present one", path.display())]
    Upgrade {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The store's vectors are of another embedder. Open it with that one, or run `reembed`.
    #[error(
        "the store was written with the embedder {stored} ({stored_dimension} dimensions), not {given} \
         ({given_dimension}); open it with {stored}, or rebuild its vectors with `reembed`"
    )]
    EmbedderMismatch {
        /// The name in the store.
        stored: String,
        /// Its dimension.
        stored_dimension: usize,
        /// The name of the embedder handed in.
        given: String,
        /// Its dimension.
        given_dimension: usize,
    },
    /// The store is encrypted. Open it with its master key.
    #[error("the store is encrypted; open it with its master key")]
    Encrypted,
    /// The store is not encrypted, and cannot be made so. Open it without a key, or export it into a new store made with one.
    #[error(
        "the store is not encrypted; open it without a master key, or export it and import that into a new store made \
         with one"
    )]
    NotEncrypted,
    /// The store keeps its indexes in its file, or would, since it is not to be encrypted. Open it without that option; or make a
    /// new one with a master key.
    #[error("the store has its indexes in its file, and in memory alone was asked for")]
    IndexesInFile,
    /// The master key is another store's.
    #[error("the master key is not the one that the store was made with")]
    WrongMasterKey,
    /// The file with the keys of an encrypted store is not there, or cannot be read or made.
    #[error("the keys of the encrypted store are not at {}; put its key file there", .0.display())]
    NoKeyFile(PathBuf),
    /// What lies where the keys should be is no key file, or another store's.
    #[error("{} is not the key file of this store; move it away, and put the right one there", .0.display())]
    OtherKeyFile(PathBuf),
    /// A store in memory has no file, and so nothing to encrypt.
    #[error("a store in memory has no file to encrypt; open it without a master key")]
    InMemory,
    /// A store in a database server cannot be opened so.
    #[error("the store in the database server cannot be opened: {0}")]
    Server(String),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Storage(error.into())
    }
}
