//! [`KeyFile`]: the file beside an encrypted store in which its keys lie, wrapped.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::connection;
use super::error::{OpenError, StorageError};
use super::options::Access;
use super::private_file;
use super::query::memory_key;
use super::store::{has_log, patiently};
use crate::model::RandomSource;

/// An open key file.
pub(crate) struct KeyFile {
    pub(crate) connection: Connection,
    /// What the store knows it by.
    pub(crate) name: [u8; 16],
}

impl KeyFile {
    /// Where the key file of a store lies.
    pub(crate) fn beside(store: &Path) -> PathBuf {
        // Beside the file itself, not beside a link to it, as SQLite does with the write-ahead log.
        let mut path = store.canonicalize().unwrap_or_else(|_| store.to_owned()).into_os_string();
        path.push(".keys");
        path.into()
    }

    /// Makes the key file of a store that is to be made, readable by its owner alone. One that another process has just made,
    /// or that a killed one has left, is taken.
    pub(super) fn create(store: &Path, busy: Duration, random: &dyn RandomSource) -> Result<Self, OpenError> {
        let path = Self::beside(store);
        make(&path).map_err(|_| OpenError::NoKeyFile(path.clone()))?;
        let mut connection = connection::open(Some(&path), Access::Existing, busy)?;
        // Before anything is changed in a file that may be somebody else's.
        if memory_key::is_strange(&connection).map_err(|error| refused(&path, error))? {
            return Err(OpenError::OtherKeyFile(path));
        }
        patiently(busy, || connection::use_write_ahead_log(&connection))
            .map_err(|error| refused(&path, error))?;
        connection::configure_file(&connection, None)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if memory_key::is_empty(&transaction)? {
            let mut name = [0; 16];
            random.fill(&mut name).map_err(StorageError::Random)?;
            memory_key::create(&transaction, &name)?;
        }
        let name = memory_key::name(&transaction)?.ok_or_else(|| OpenError::OtherKeyFile(path.clone()))?;
        let used = memory_key::is_used(&transaction)?;
        transaction.commit()?;
        // The keys of a store that is gone are nobody else's.
        if used { Err(OpenError::OtherKeyFile(path)) } else { Ok(Self { connection, name }) }
    }

    /// Opens the key file of a store.
    pub(crate) fn open(store: &Path, access: Access, busy: Duration) -> Result<Self, OpenError> {
        let path = Self::beside(store);
        if !path.is_file() {
            return Err(OpenError::NoKeyFile(path));
        }
        let access = if access == Access::ReadOnly { access } else { Access::Existing };
        let connection = connect(&path, access, busy).map_err(|error| refused(&path, error))?;
        connection::configure_file(&connection, None)?;
        let name = memory_key::name(&connection)?.ok_or(OpenError::OtherKeyFile(path))?;
        Ok(Self { connection, name })
    }

    /// Deletes keys. Only what [`connection::empty_log`] does then drives them out of the file.
    pub(crate) fn delete(&mut self, ids: &[i64]) -> Result<(), StorageError> {
        if ids.is_empty() {
            return Ok(());
        }
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        ids.iter().try_for_each(|id| memory_key::delete(&transaction, *id))?;
        Ok(transaction.commit()?)
    }

    /// Erases keys where nobody knows what to look for afterwards: the file is written anew. `false` where another connection is in
    /// the way of their bytes.
    pub(crate) fn erase(&mut self, ids: &[i64], busy: Duration) -> Result<bool, StorageError> {
        self.delete(ids)?;
        connection::rebuild(&self.connection)?;
        Ok(connection::empty_log(&self.connection, busy, busy)?)
    }
}

fn make(path: &Path) -> std::io::Result<()> {
    match private_file::create_new(path) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Opens the file as it is opened beside a store: also where SQLite can make no files beside it.
fn connect(path: &Path, access: Access, busy: Duration) -> rusqlite::Result<Connection> {
    let opened = connection::open(Some(path), access, busy).and_then(|connection| {
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        Ok(connection)
    });
    match opened {
        Err(error)
            if matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
            ) && !has_log(path) =>
        {
            connection::open_immutable(path)
        }
        opened => opened,
    }
}

fn refused(path: &Path, error: rusqlite::Error) -> OpenError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::OtherKeyFile(path.into()),
        Some(ErrorCode::CannotOpen) => OpenError::NoKeyFile(path.into()),
        _ => StorageError::from(error).into(),
    }
}
