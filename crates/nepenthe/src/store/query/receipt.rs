//! The tables `receipt` and `pending`: what was said of each erasure, and which erasures are not yet physical.

use rusqlite::{OptionalExtension, params};

use super::ScopeKey;
use crate::model::{EventSeq, MemoryId, Sum};
use crate::store::error::StorageError;
use crate::store::session::Session;

pub(crate) fn insert(
    session: Session<'_>,
    id: MemoryId,
    event: EventSeq,
    body: &str,
    sum: Sum,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("INSERT INTO receipt (id, event, body, sum) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id.as_bytes(), event.0, body, sum])?;
    Ok(())
}

/// Returns the first receipt of a scope that was issued from this event on, or the one that completes it.
pub(crate) fn first_since(
    session: Session<'_>,
    scope: ScopeKey,
    event: EventSeq,
) -> Result<Option<MemoryId>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT receipt.id FROM receipt JOIN event ON event.seq = receipt.event
         WHERE event.scope = ?1 AND receipt.event >= ?2 ORDER BY receipt.event LIMIT 1",
    )?;
    let row = |row: &rusqlite::Row<'_>| Ok(MemoryId::from_bytes(row.get(0)?));
    let Some(first) = select.query_row(params![scope.0, event.0], row).optional()? else { return Ok(None) };
    let mut select = session.sql().prepare_cached(
        "SELECT receipt.id FROM receipt WHERE receipt.event > ?1 AND instr(receipt.body, ?2) > 0
         ORDER BY receipt.event LIMIT 1",
    )?;
    let completes = format!("\"completes\":\"{first}\"");
    Ok(select.query_row(params![event.0, completes], row).optional()?.or(Some(first)))
}

/// Returns a receipt's event and body.
pub(crate) fn body(session: Session<'_>, id: MemoryId) -> Result<Option<(EventSeq, String)>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT event, body FROM receipt WHERE id = ?1")?;
    let row = |row: &rusqlite::Row<'_>| Ok((EventSeq(row.get(0)?), row.get(1)?));
    Ok(select.query_row([id.as_bytes()], row).optional()?)
}

/// Returns the receipts' ids, oldest first.
pub(crate) fn all(session: Session<'_>) -> Result<Vec<MemoryId>, StorageError> {
    ids(session, "SELECT id FROM receipt ORDER BY event")
}

/// Returns the ids of a scope's receipts, oldest first.
pub(crate) fn of_scope(session: Session<'_>, scope: ScopeKey) -> Result<Vec<MemoryId>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT receipt.id FROM receipt JOIN event ON event.seq = receipt.event
         WHERE event.scope = ?1 ORDER BY receipt.event",
    )?;
    let rows = select.query_map([scope.0], |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Marks the erasure of a receipt as not yet physical.
pub(crate) fn mark_pending(session: Session<'_>, id: MemoryId) -> Result<(), StorageError> {
    session.sql().prepare_cached("INSERT INTO pending (receipt) VALUES (?1)")?.execute([id.as_bytes()])?;
    Ok(())
}

/// Takes the mark away; false where it was gone already.
pub(crate) fn unmark_pending(session: Session<'_>, id: MemoryId) -> Result<bool, StorageError> {
    let mut delete = session.sql().prepare_cached("DELETE FROM pending WHERE receipt = ?1")?;
    Ok(delete.execute([id.as_bytes()])? > 0)
}

/// Returns the receipts whose erasures are not yet physical, oldest first.
pub(crate) fn pending(session: Session<'_>) -> Result<Vec<MemoryId>, StorageError> {
    // A `CROSS JOIN` keeps the order of the tables: else every receipt that the store ever issued is read.
    ids(session, "SELECT p.receipt FROM pending p CROSS JOIN receipt r ON r.id = p.receipt ORDER BY r.event")
}

/// Tells whether every erasure is physical.
pub(crate) fn none_is_pending(session: Session<'_>) -> Result<bool, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM pending)")?;
    Ok(select.query_row([], |row| row.get(0))?)
}

fn ids(session: Session<'_>, sql: &str) -> Result<Vec<MemoryId>, StorageError> {
    let mut select = session.sql().prepare_cached(sql)?;
    let rows = select.query_map([], |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
