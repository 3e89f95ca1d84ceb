//! What a restored backup takes over from the store that came after it: erasures, tombstones, and which copies
//! there are.

use rusqlite::params;

use super::ScopeKey;
use crate::model::{EventKind, EventSeq, MemoryId};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// An event by which something was erased.
pub(crate) struct ErasingEvent {
    pub(crate) scope: String,
    pub(crate) memory: MemoryId,
    /// A purge or a redact.
    pub(crate) kind: EventKind,
}

/// Returns the events by which something was erased, from leaf `size` of the log on, oldest first.
pub(crate) fn erasures(session: Session<'_>, size: u64) -> Result<Vec<ErasingEvent>, StorageError> {
    let size = i64::try_from(size).map_err(StorageError::corrupt)?;
    let mut select = session.sql().prepare(
        "SELECT s.path, e.memory, e.kind = 'purge' FROM event e JOIN scope s ON s.id = e.scope
         WHERE e.seq > ?1 AND e.kind IN ('purge', 'redact') ORDER BY e.seq",
    )?;
    let rows = select.query_map([size], |row| {
        let kind = if row.get(2)? { EventKind::Purge } else { EventKind::Redact };
        Ok(ErasingEvent { scope: row.get(0)?, memory: MemoryId::from_bytes(row.get(1)?), kind })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the paths of the scopes that have a memory of an id.
pub(crate) fn scopes_with(session: Session<'_>, id: MemoryId) -> Result<Vec<String>, StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT s.path FROM memory m JOIN scope s ON s.id = m.scope WHERE m.id = ?1")?;
    let rows = select.query_map([id.as_bytes()], |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the memories that are sealed under none of the keys, with their scopes' paths. The keys are in order.
pub(crate) fn sealed_by_none_of(
    session: Session<'_>,
    keys: &[i64],
) -> Result<Vec<(String, MemoryId)>, StorageError> {
    let mut select = session.sql().prepare(
        "SELECT s.path, m.id, m.sealed_by FROM memory m JOIN scope s ON s.id = m.scope WHERE m.sealed_by IS NOT NULL",
    )?;
    let rows = select
        .query_map([], |row| Ok((row.get(0)?, MemoryId::from_bytes(row.get(1)?), row.get::<_, i64>(2)?)))?;
    let mut keyless = Vec::new();
    for row in rows {
        let (scope, id, key) = row?;
        if keys.binary_search(&key).is_err() {
            keyless.push((scope, id));
        }
    }
    Ok(keyless)
}

/// A tombstone, with its scope's path.
pub(crate) struct Tombstone {
    pub(crate) scope: String,
    digest: [u8; 16],
    kind: String,
}

/// Returns every tombstone of the store.
pub(crate) fn tombstones(session: Session<'_>) -> Result<Vec<Tombstone>, StorageError> {
    let mut select = session
        .sql()
        .prepare("SELECT s.path, t.digest, t.kind FROM tombstone t JOIN scope s ON s.id = t.scope")?;
    let rows = select
        .query_map([], |row| Ok(Tombstone { scope: row.get(0)?, digest: row.get(1)?, kind: row.get(2)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Lays a tombstone that another log laid, after an event of this one; true where it was not there.
pub(crate) fn lay(
    session: Session<'_>,
    scope: ScopeKey,
    tombstone: &Tombstone,
    after: EventSeq,
) -> Result<bool, StorageError> {
    let mut insert = session.sql().prepare_cached(
        "INSERT OR IGNORE INTO tombstone (scope, digest, kind, event) VALUES (?1, ?2, ?3, ?4)",
    )?;
    Ok(insert.execute(params![scope.0, tombstone.digest, tombstone.kind, after.0])? > 0)
}

/// A row of the table `backup`, as it is stored: when, until when, of how many events.
pub(crate) type BackupRow = (i64, Option<i64>, i64);

/// Returns the backups that are known.
pub(crate) fn backups(session: Session<'_>) -> Result<Vec<BackupRow>, StorageError> {
    let mut select = session.sql().prepare("SELECT at, expires_at, tree_size FROM backup ORDER BY id")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Notes a backup that the store does not know of. At most its first `most` events are of this log.
pub(crate) fn note(session: Session<'_>, row: BackupRow, most: u64) -> Result<(), StorageError> {
    let most = i64::try_from(most).map_err(StorageError::corrupt)?;
    session
        .sql()
        .prepare_cached(
            "INSERT INTO backup (at, expires_at, tree_size) SELECT ?1, ?2, min(?3, ?4)
             WHERE NOT EXISTS (SELECT 1 FROM backup WHERE at = ?1 AND expires_at IS ?2)",
        )?
        .execute(params![row.0, row.1, row.2, most])?;
    Ok(())
}

/// A text that the store holds, and whose it is.
pub(crate) struct HeldText {
    pub(crate) version: i64,
    pub(crate) scope: ScopeKey,
    pub(crate) path: String,
    pub(crate) memory: MemoryId,
    /// `None` where it is sealed and cannot be opened.
    pub(crate) text: Option<String>,
    pub(crate) from: jiff::Timestamp,
}

/// Reads the texts of the whole store after a version, earlier ones too, at most `limit`.
pub(crate) fn held_texts(
    session: Session<'_>,
    after: i64,
    limit: usize,
) -> Result<Vec<HeldText>, StorageError> {
    let mut select = session.sql().prepare_cached(concat!(
        "SELECT v.id, m.scope, s.path, m.id, ",
        super::memory::text!(),
        ", v.valid_from
         FROM version v JOIN memory m ON m.row = v.memory JOIN scope s ON s.id = m.scope
         WHERE v.id > ?1 ORDER BY v.id LIMIT ?2"
    ))?;
    let rows = select.query_map(params![after, i64::try_from(limit).unwrap_or(i64::MAX)], |row| {
        Ok(HeldText {
            version: row.get(0)?,
            scope: ScopeKey(row.get(1)?),
            path: row.get(2)?,
            memory: MemoryId::from_bytes(row.get(3)?),
            text: row.get(4)?,
            from: super::time::read(row, 5)?,
        })
    })?;
    super::memory::in_order(rows.collect::<Result<_, _>>()?, after, |held: &HeldText| held.version)
}
