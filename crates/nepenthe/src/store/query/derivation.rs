//! The table `derivation`: which memories were made from which.

use rusqlite::params;

use super::ScopeKey;
use crate::model::MemoryId;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Notes that `derived` was made from `source`.
pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    source: MemoryId,
    derived: MemoryId,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("INSERT OR IGNORE INTO derivation (scope, source, derived) VALUES (?1, ?2, ?3)")?
        .execute(params![scope.0, source.as_bytes(), derived.as_bytes()])?;
    Ok(())
}

/// Removes every edge that names the memory, before it is purged.
pub(crate) fn delete_all_of(session: Session<'_>, scope: ScopeKey, id: MemoryId) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("DELETE FROM derivation WHERE scope = ?1 AND (source = ?2 OR derived = ?2)")?
        .execute(params![scope.0, id.as_bytes()])?;
    Ok(())
}

/// Returns the memories made from one, in order of their ids.
pub(crate) fn derived(
    session: Session<'_>,
    scope: ScopeKey,
    source: MemoryId,
) -> Result<Vec<MemoryId>, StorageError> {
    ids(
        session,
        "SELECT derived FROM derivation WHERE scope = ?1 AND source = ?2 ORDER BY derived",
        scope,
        source,
    )
}

/// Returns the memories that one was made from, in order of their ids.
pub(crate) fn sources(
    session: Session<'_>,
    scope: ScopeKey,
    derived: MemoryId,
) -> Result<Vec<MemoryId>, StorageError> {
    ids(
        session,
        "SELECT source FROM derivation WHERE scope = ?1 AND derived = ?2 ORDER BY source",
        scope,
        derived,
    )
}

fn ids(
    session: Session<'_>,
    sql: &str,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Vec<MemoryId>, StorageError> {
    let mut select = session.sql().prepare_cached(sql)?;
    let rows =
        select.query_map(params![scope.0, id.as_bytes()], |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
