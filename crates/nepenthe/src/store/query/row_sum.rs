//! Checksums of rows, under the store's key: of what the log does not commit to. Each stands in its row and goes with it.

use std::collections::HashMap;

use rusqlite::{OptionalExtension, params};

use super::checksum::{Kept, of_scope, put};
use super::{ScopeKey, annotation, derivation, event, meta, passage, scope as scopes, vector};
use crate::model::{Event, EventSeq, MemoryId, StoreKey, Sum, Summed};
use crate::store::error::StorageError;
use crate::store::leaf;
use crate::store::session::Session;

/// The checksum of a version: of its vector as the index in the file has it, and of its row in `annotation`.
pub(crate) fn of_version(
    session: Session<'_>,
    key: &StoreKey,
    version: i64,
    vector: &[u8],
) -> Result<Sum, StorageError> {
    Ok(key.sum(Summed::Version, &[bare(version, vector), annotation::stored(session, version)?].concat()))
}

/// The same of a version without annotations.
pub(crate) fn of_bare_version(key: &StoreKey, version: i64, vector: &[u8]) -> Sum {
    key.sum(Summed::Version, &bare(version, vector))
}

fn bare(version: i64, vector: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(vector.len() + 16);
    bytes.extend(version.to_le_bytes());
    put(&mut bytes, Some(vector));
    bytes
}

/// The checksum of a receipt: of its event, whose leaf is the receipt's body alone.
pub(crate) fn of_receipt(key: &StoreKey, scope: ScopeKey, event: &Event) -> Sum {
    key.sum(Summed::Receipt, &leaf::of_event(scope, event))
}

/// Gives a version another checksum, if it has this one.
pub(crate) fn exchange_version(
    session: Session<'_>,
    version: i64,
    from: Sum,
    to: Sum,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE version SET sum = ?3 WHERE id = ?1 AND sum = ?2")?
        .execute(params![version, from, to])?;
    Ok(())
}

/// Returns a memory's checksum, as it is stored.
pub(crate) fn of_row(session: Session<'_>, row: i64) -> Result<Vec<u8>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT coalesce(sum, x'') FROM memory WHERE row = ?1")?;
    Ok(select.query_row([row], |row| row.get(0))?)
}

/// Returns the checksums of a memory's versions, as they are stored.
pub(crate) fn of_versions(session: Session<'_>, row: i64) -> Result<Vec<Vec<u8>>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT coalesce(sum, x'') FROM version WHERE memory = ?1")?;
    Ok(select.query_map([row], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// Brings a memory's checksum up to what stands in the tables, if the memory is there.
pub(crate) fn renew(
    session: Session<'_>,
    key: &StoreKey,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT row, expires_at, source, metadata FROM memory WHERE scope = ?1 AND id = ?2",
    )?;
    let made_from = derivation::sources(session, scope, id)?.into_iter().collect();
    let row = select.query_row(params![scope.0, id.as_bytes()], |row| {
        let beside = [row.get_ref(2)?.as_bytes_or_null()?, row.get_ref(3)?.as_bytes_or_null()?];
        let kept = Kept { scope, id, expires: row.get(1)?, beside, made_from };
        Ok((row.get(0)?, kept.sum(key)))
    });
    match row.optional()? {
        Some((row, sum)) => set(session, Table::Memory, row, sum),
        None => Ok(()),
    }
}

/// The tables whose rows have checksums.
#[derive(Debug, Clone, Copy)]
enum Table {
    Scope,
    Memory,
    Version,
    Receipt,
}

fn set(session: Session<'_>, table: Table, row: i64, sum: Sum) -> Result<(), StorageError> {
    let sql = match table {
        Table::Scope => "UPDATE scope SET sum = ?2 WHERE id = ?1",
        Table::Memory => "UPDATE memory SET sum = ?2 WHERE row = ?1",
        Table::Version => "UPDATE version SET sum = ?2 WHERE id = ?1",
        Table::Receipt => "UPDATE receipt SET sum = ?2 WHERE event = ?1",
    };
    session.sql().prepare_cached(sql)?.execute(params![row, sum])?;
    Ok(())
}

/// A row that is not what its checksum was made of.
pub(crate) struct Changed {
    /// The path of its scope, where it has one.
    pub(crate) scope: Option<String>,
    /// What is wrong, without a text.
    pub(crate) problem: String,
    table: Table,
    /// Its number in its table; of a receipt, its event's.
    pub(crate) row: i64,
    sum: Sum,
}

/// Returns the rows that are not what their checksums were made of.
pub(crate) fn changed(session: Session<'_>, key: &StoreKey) -> Result<Vec<Changed>, StorageError> {
    let mut changed = scopes_changed(session, key)?;
    changed.extend(memories_changed(session, key)?);
    changed.extend(versions_changed(session, key)?);
    changed.extend(receipts_changed(session, key)?);
    Ok(changed)
}

/// Gives every row the checksum of what stands there.
pub(crate) fn write(session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
    let changed = changed(session, key)?;
    changed.into_iter().try_for_each(|row| set(session, row.table, row.row, row.sum))
}

/// Gives every version the checksum of what stands there, after its vector was made again.
pub(crate) fn write_versions(session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
    let changed = versions_changed(session, key)?;
    changed.into_iter().try_for_each(|row| set(session, row.table, row.row, row.sum))
}

fn scopes_changed(session: Session<'_>, key: &StoreKey) -> Result<Vec<Changed>, StorageError> {
    let mut select = session.sql().prepare("SELECT id, path, sum FROM scope ORDER BY id")?;
    let mut rows = select.query([])?;
    let mut changed = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, path): (i64, String) = (row.get(0)?, row.get(1)?);
        let sum = of_scope(key, ScopeKey(id), &path);
        if row.get_ref(2)?.as_bytes_or_null().map_err(StorageError::corrupt)? != Some(&sum) {
            let problem = "the scope has another path than it was made with".into();
            changed.push(Changed { scope: Some(path), problem, table: Table::Scope, row: id, sum });
        }
    }
    Ok(changed)
}

fn memories_changed(session: Session<'_>, key: &StoreKey) -> Result<Vec<Changed>, StorageError> {
    let mut select = session.sql().prepare(
        "SELECT m.row, m.scope, m.id, m.expires_at, m.source, m.metadata, m.sum, s.path
         FROM memory m LEFT JOIN scope s ON s.id = m.scope ORDER BY m.row",
    )?;
    let mut rows = select.query([])?;
    let mut changed = Vec::new();
    while let Some(row) = rows.next()? {
        let bytes = |column| row.get_ref(column)?.as_bytes_or_null().map_err(StorageError::corrupt);
        let (scope, id) = (ScopeKey(row.get(1)?), MemoryId::from_bytes(row.get(2)?));
        let made_from = derivation::sources(session, scope, id)?.into_iter().collect();
        let kept = Kept { scope, id, expires: row.get(3)?, beside: [bytes(4)?, bytes(5)?], made_from };
        let sum = kept.sum(key);
        if bytes(6)? != Some(&sum) {
            let what = "its expiry, its source, its metadata or what it was made from";
            let problem = format!("memory {id}: {what} is not what was written");
            changed.push(Changed {
                scope: row.get(7)?,
                problem,
                table: Table::Memory,
                row: row.get(0)?,
                sum,
            });
        }
    }
    Ok(changed)
}

fn versions_changed(session: Session<'_>, key: &StoreKey) -> Result<Vec<Changed>, StorageError> {
    let mut of_vectors: HashMap<i64, Sum> = HashMap::new();
    if meta::embedder(session)?.1 > 0 && !meta::indexes_are_in_memory(session)? {
        for (scope, _) in scopes::all(session)? {
            vector::each_stored(session, scope, |version, stored| {
                let passages = passage::get(session, scope, version)?;
                of_vectors.insert(version, of_version(session, key, version, &[stored, &passages].concat())?);
                Ok(())
            })?;
        }
    }
    let mut select = session.sql().prepare("SELECT id, sum FROM version ORDER BY id")?;
    let mut rows = select.query([])?;
    let mut changed = Vec::new();
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        let sum = match of_vectors.remove(&id) {
            Some(sum) => sum,
            None => of_version(session, key, id, &[])?,
        };
        if row.get_ref(1)?.as_bytes_or_null().map_err(StorageError::corrupt)? != Some(&sum) {
            let problem = format!("version {id}: its vector or its annotations are not what was written");
            changed.push(Changed { scope: None, problem, table: Table::Version, row: id, sum });
        }
    }
    Ok(changed)
}

/// Returns the receipts whose events are not what their checksums were made of.
pub(crate) fn receipts_changed(session: Session<'_>, key: &StoreKey) -> Result<Vec<Changed>, StorageError> {
    let mut select = session.sql().prepare("SELECT event, sum FROM receipt ORDER BY event")?;
    let mut rows = select.query([])?;
    let mut changed = Vec::new();
    while let Some(row) = rows.next()? {
        let number = row.get(0)?;
        // One that is missing is a finding of the log's part.
        let Some((scope, event)) = event::get(session, EventSeq(number))? else { continue };
        let sum = of_receipt(key, scope, &event);
        if row.get_ref(1)?.as_bytes_or_null().map_err(StorageError::corrupt)? != Some(&sum) {
            let problem = format!("event {number} is not the one that was written with its receipt");
            changed.push(Changed { scope: None, problem, table: Table::Receipt, row: number, sum });
        }
    }
    Ok(changed)
}
