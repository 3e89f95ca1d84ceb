//! [`Session`]: the use of one connection, which every operation of the store is handed; and what holds it open.
//!
//! What SQLite has to do with it is the store's own: others pass a session on, and begin, commit and close.

use rusqlite::{Connection, Transaction};

use super::error::StorageError;

/// The use of one connection, within the transaction of whoever handed it out.
#[derive(Clone, Copy)]
pub(crate) struct Session<'c>(&'c Connection);

impl<'c> Session<'c> {
    pub(in crate::store) fn of(connection: &'c Connection) -> Self {
        Self(connection)
    }

    pub(in crate::store) fn sql(self) -> &'c Connection {
        self.0
    }

    /// Returns where the file is.
    #[cfg(feature = "postgres")]
    pub(crate) fn path(self) -> std::path::PathBuf {
        self.0.path().unwrap_or_default().into()
    }

    /// Runs statements that no operation runs, to see whether the damage is noticed.
    #[cfg(test)]
    pub(crate) fn tamper(self, sql: &str) -> Result<(), StorageError> {
        Ok(self.0.execute_batch(sql)?)
    }

    /// Tells whether the store has no files.
    pub(crate) fn is_in_memory(self) -> bool {
        self.0.path().is_none_or(str::is_empty)
    }
}

/// The write lock of a file. What is written goes with it, unless it is committed.
pub(crate) struct WriteLock<'c>(Transaction<'c>);

impl<'c> WriteLock<'c> {
    pub(in crate::store) fn of(transaction: Transaction<'c>) -> Self {
        Self(transaction)
    }

    pub(crate) fn session(&self) -> Session<'_> {
        Session(&self.0)
    }

    pub(crate) fn commit(self) -> Result<(), StorageError> {
        Ok(self.0.commit()?)
    }
}

/// One state of a file, whatever others write meanwhile.
pub(crate) struct Snapshot<'c>(Transaction<'c>);

impl Snapshot<'_> {
    pub(crate) fn session(&self) -> Session<'_> {
        Session(&self.0)
    }
}

/// A file that is open apart from the store's own: a backup, a copy, the store that a restored one replaces.
#[derive(Debug)]
pub(crate) struct OpenFile(Connection);

impl OpenFile {
    pub(in crate::store) fn of(connection: Connection) -> Self {
        Self(connection)
    }

    pub(crate) fn session(&self) -> Session<'_> {
        Session(&self.0)
    }

    pub(crate) fn snapshot(&self) -> Result<Snapshot<'_>, StorageError> {
        Ok(Snapshot(self.0.unchecked_transaction()?))
    }

    pub(in crate::store) fn into_connection(self) -> Connection {
        self.0
    }

    /// Closes the last connection to a file, which takes away what SQLite keeps beside it.
    pub(crate) fn close(self) -> Result<(), StorageError> {
        self.0.close().map_err(|(_, error)| error.into())
    }
}
