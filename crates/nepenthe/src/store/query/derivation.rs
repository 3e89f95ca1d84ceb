//! The table `derivation`: which memories were made from which.

use rusqlite::{Connection, params};

use super::ScopeKey;
use crate::model::MemoryId;
use crate::store::error::StorageError;

/// Notes that `derived` was made from `source`.
pub(crate) fn insert(
    connection: &Connection,
    scope: ScopeKey,
    source: MemoryId,
    derived: MemoryId,
) -> Result<(), StorageError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO derivation (scope, source, derived) VALUES (?1, ?2, ?3)")?
        .execute(params![scope.0, source.as_bytes(), derived.as_bytes()])?;
    Ok(())
}

/// Removes every edge that names the memory, before it is purged.
pub(crate) fn delete_all_of(
    connection: &Connection,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<(), StorageError> {
    connection
        .prepare_cached("DELETE FROM derivation WHERE scope = ?1 AND (source = ?2 OR derived = ?2)")?
        .execute(params![scope.0, id.as_bytes()])?;
    Ok(())
}

/// Returns the memories made from one, in order of their ids.
pub(crate) fn derived(
    connection: &Connection,
    scope: ScopeKey,
    source: MemoryId,
) -> Result<Vec<MemoryId>, StorageError> {
    ids(
        connection,
        "SELECT derived FROM derivation WHERE scope = ?1 AND source = ?2 ORDER BY derived",
        scope,
        source,
    )
}

/// Returns the memories that one was made from, in order of their ids.
pub(crate) fn sources(
    connection: &Connection,
    scope: ScopeKey,
    derived: MemoryId,
) -> Result<Vec<MemoryId>, StorageError> {
    ids(
        connection,
        "SELECT source FROM derivation WHERE scope = ?1 AND derived = ?2 ORDER BY source",
        scope,
        derived,
    )
}

fn ids(
    connection: &Connection,
    sql: &str,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Vec<MemoryId>, StorageError> {
    let mut select = connection.prepare_cached(sql)?;
    let rows =
        select.query_map(params![scope.0, id.as_bytes()], |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
