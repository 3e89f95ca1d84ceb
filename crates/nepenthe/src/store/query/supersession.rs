//! The table `supersession`: which memory took the place of which.

use jiff::Timestamp;
use rusqlite::params;

use super::ScopeKey;
use super::time::{self, micros};
use crate::model::MemoryId;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// `new` took the place of `old`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Edge {
    pub(crate) old: MemoryId,
    pub(crate) new: MemoryId,
    pub(crate) at: Timestamp,
}

pub(crate) fn insert(session: Session<'_>, scope: ScopeKey, edge: Edge) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached(
            "INSERT INTO supersession (scope, old, new, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (scope, old, new) DO UPDATE SET at = excluded.at",
        )?
        .execute(params![scope.0, edge.old.as_bytes(), edge.new.as_bytes(), micros(edge.at)])?;
    Ok(())
}

/// Removes every edge that names the memory, before it is purged.
pub(crate) fn delete_all_of(session: Session<'_>, scope: ScopeKey, id: MemoryId) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("DELETE FROM supersession WHERE scope = ?1 AND (old = ?2 OR new = ?2)")?
        .execute(params![scope.0, id.as_bytes()])?;
    Ok(())
}

/// Returns the edges that name the memory on either side and have both ends. One end may be missing where an
/// export was imported in pieces, or after the other had been purged where it came from.
pub(crate) fn touching(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Vec<Edge>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT old, new, at FROM supersession s WHERE scope = ?1 AND (old = ?2 OR new = ?2)
             AND EXISTS (SELECT 1 FROM memory m WHERE m.scope = s.scope AND m.id = s.old)
             AND EXISTS (SELECT 1 FROM memory m WHERE m.scope = s.scope AND m.id = s.new)
         ORDER BY at, old, new",
    )?;
    let rows = select.query_map(params![scope.0, id.as_bytes()], |row| {
        Ok(Edge {
            old: MemoryId::from_bytes(row.get(0)?),
            new: MemoryId::from_bytes(row.get(1)?),
            at: time::read(row, 2)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
