//! [`KeyFile`]: the file beside an encrypted store in which its keys lie, wrapped.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use crate::model::RandomSource;
use crate::store::error::{OpenError, StorageError};
use crate::store::open_options::Access;
use crate::store::query::memory_key;
use crate::store::retry::{has_log, patiently};
use crate::store::session::{OpenFile, Session};
use crate::store::{connection, copy, private_file};

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
    pub(super) fn create(
        path: PathBuf,
        busy: Duration,
        random: &dyn RandomSource,
    ) -> Result<Self, OpenError> {
        make(&path).map_err(|_| OpenError::NoKeyFile(path.clone()))?;
        let mut connection = connection::open(Some(&path), Access::Existing, busy)?;
        // Before anything is changed in a file that may be somebody else's.
        if memory_key::is_strange(Session::of(&connection)).map_err(|error| refused(&path, error))? {
            return Err(OpenError::OtherKeyFile(path));
        }
        patiently(busy, || connection::use_write_ahead_log(&connection))
            .map_err(|error| refused(&path, error))?;
        connection::configure_file(&connection, None)?;
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if memory_key::is_empty(Session::of(&transaction))? {
            let mut name = [0; 16];
            random.fill(&mut name).map_err(StorageError::Random)?;
            memory_key::create(Session::of(&transaction), &name)?;
        }
        let name = memory_key::name(Session::of(&transaction))?
            .ok_or_else(|| OpenError::OtherKeyFile(path.clone()))?;
        let used = memory_key::is_used(Session::of(&transaction))?;
        transaction.commit()?;
        // The keys of a store that is gone are nobody else's.
        if used { Err(OpenError::OtherKeyFile(path)) } else { Ok(Self { connection, name }) }
    }

    /// Opens the key file of a store, which lies beside it.
    pub(crate) fn open(store: &Path, access: Access, busy: Duration) -> Result<Self, OpenError> {
        Self::open_at(Self::beside(store), access, busy)
    }

    pub(in crate::store) fn open_at(
        path: PathBuf,
        access: Access,
        busy: Duration,
    ) -> Result<Self, OpenError> {
        if !path.is_file() {
            return Err(OpenError::NoKeyFile(path));
        }
        let access = if access == Access::ReadOnly { access } else { Access::Existing };
        let connection = connect(&path, access, busy).map_err(|error| refused(&path, error))?;
        connection::configure_file(&connection, None)?;
        let name = memory_key::name(Session::of(&connection))?.ok_or(OpenError::OtherKeyFile(path))?;
        Ok(Self { connection, name })
    }

    pub(crate) fn session(&self) -> Session<'_> {
        Session::of(&self.connection)
    }

    /// Copies it into a new file.
    pub(crate) fn copy(&self, to: &Path) -> Result<OpenFile, StorageError> {
        let snapshot = self.connection.unchecked_transaction()?;
        copy::copy(Session::of(&snapshot), to, &mut |_| {})
    }

    /// Takes over the keys that another file has and this one has not. `false` where both have a key of one number that differs.
    pub(crate) fn take_over(&mut self, other: &Self) -> Result<bool, StorageError> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        if !memory_key::take_over(Session::of(&transaction), other.session())? {
            return Ok(false);
        }
        transaction.commit()?;
        Ok(true)
    }

    /// Deletes keys. Only what [`connection::empty_log`] does then drives them out of the file.
    pub(crate) fn delete(&mut self, ids: &[i64]) -> Result<(), StorageError> {
        if ids.is_empty() {
            return Ok(());
        }
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        ids.iter().try_for_each(|id| memory_key::delete(Session::of(&transaction), *id))?;
        Ok(transaction.commit()?)
    }

    /// Erases keys where nobody knows what to look for afterwards: the file is written anew. `false` where another connection is in
    /// the way of their bytes.
    pub(crate) fn erase(&mut self, ids: &[i64], busy: Duration) -> Result<bool, StorageError> {
        self.delete(ids)?;
        connection::rebuild(self.session())?;
        connection::empty_log(self.session(), busy, busy)
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
