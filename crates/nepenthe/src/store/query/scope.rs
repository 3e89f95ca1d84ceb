//! The table `scope`.

use rusqlite::{OptionalExtension, params};

use super::ScopeKey;
use super::checksum::of_scope;
use crate::model::{MemoryId, ScopePath, StoreKey};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// The first scope of a store, which had a lexical index from the beginning up to format 6.
pub(crate) const FIRST: ScopeKey = ScopeKey(1);

/// Finds a scope that has been written to.
pub(crate) fn find(session: Session<'_>, path: &ScopePath) -> Result<Option<ScopeKey>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT id FROM scope WHERE path = ?1")?;
    Ok(select.query_row([path.as_str()], |row| row.get(0)).optional()?.map(ScopeKey))
}

/// Finds a scope, or makes it.
pub(crate) fn find_or_create(
    session: Session<'_>,
    key: &StoreKey,
    path: &ScopePath,
) -> Result<ScopeKey, StorageError> {
    if let Some(scope) = find(session, path)? {
        return Ok(scope);
    }
    let scope = session
        .sql()
        .query_row("INSERT INTO scope (path) VALUES (?1) RETURNING id", [path.as_str()], |row| row.get(0))
        .map(ScopeKey)?;
    let sum = of_scope(key, scope, path.as_str());
    session.sql().execute("UPDATE scope SET sum = ?2 WHERE id = ?1", params![scope.0, sum])?;
    Ok(scope)
}

/// Returns every scope with its path, for the integrity check.
pub(crate) fn all(session: Session<'_>) -> Result<Vec<(ScopeKey, String)>, StorageError> {
    let mut select = session.sql().prepare("SELECT id, path FROM scope ORDER BY id")?;
    let rows = select.query_map([], |row| Ok((ScopeKey(row.get(0)?), row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the paths of the scopes that hold a memory of this id, in their order. It looks once into each scope.
pub(crate) fn holding(session: Session<'_>, id: MemoryId) -> Result<Vec<String>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT path FROM scope
         WHERE EXISTS (SELECT 1 FROM memory WHERE memory.scope = scope.id AND memory.id = ?1) ORDER BY path",
    )?;
    let rows = select.query_map([id.as_bytes()], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
