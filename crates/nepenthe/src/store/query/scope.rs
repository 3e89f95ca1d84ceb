//! The table `scope`.

use rusqlite::{Connection, OptionalExtension};

use super::row_sum;
use crate::model::{ScopePath, StoreKey};
use crate::store::error::StorageError;

/// A scope's row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ScopeKey(pub(crate) i64);

/// The first scope of a store, which had a lexical index from the beginning up to format 6.
pub(crate) const FIRST: ScopeKey = ScopeKey(1);

/// Finds a scope that has been written to.
pub(crate) fn find(connection: &Connection, path: &ScopePath) -> Result<Option<ScopeKey>, StorageError> {
    let mut select = connection.prepare_cached("SELECT id FROM scope WHERE path = ?1")?;
    Ok(select.query_row([path.as_str()], |row| row.get(0)).optional()?.map(ScopeKey))
}

/// Finds a scope, or makes it.
pub(crate) fn find_or_create(
    connection: &Connection,
    key: &StoreKey,
    path: &ScopePath,
) -> Result<ScopeKey, StorageError> {
    if let Some(scope) = find(connection, path)? {
        return Ok(scope);
    }
    let scope = connection
        .query_row("INSERT INTO scope (path) VALUES (?1) RETURNING id", [path.as_str()], |row| row.get(0))
        .map(ScopeKey)?;
    row_sum::write_scope(connection, key, scope, path.as_str())?;
    Ok(scope)
}

/// Returns every scope with its path, for the integrity check.
pub(crate) fn all(connection: &Connection) -> Result<Vec<(ScopeKey, String)>, StorageError> {
    let mut select = connection.prepare("SELECT id, path FROM scope ORDER BY id")?;
    let rows = select.query_map([], |row| Ok((ScopeKey(row.get(0)?), row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
