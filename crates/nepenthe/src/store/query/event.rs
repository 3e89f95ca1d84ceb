//! The table `event`. `log` is its only writer.

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Row, params};

use super::ScopeKey;
use super::time::{self, micros};
use crate::model::{Depth, Digest, Event, EventSeq, MemoryId, NewEvent};
use crate::store::error::StorageError;
use crate::store::session::Session;

const COLUMNS: &str = "seq, memory, kind, at, actor, depth_before, depth_after, digest, related,
    imported_at, planner, note";

pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    event: &NewEvent<'_>,
) -> Result<EventSeq, StorageError> {
    let mut insert = session.sql().prepare_cached(
        "INSERT INTO event
             (scope, memory, kind, at, actor, depth_before, depth_after, digest, related, imported_at,
              planner, note)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?;
    insert.execute(params![
        scope.0,
        event.memory.as_bytes(),
        event.kind.as_str(),
        micros(event.at),
        event.actor,
        event.depth_before.map(Depth::get),
        event.depth_after.map(Depth::get),
        event.digest.0,
        event.related.as_ref().map(MemoryId::as_bytes),
        event.imported.map(micros),
        event.planner,
        event.note,
    ])?;
    Ok(EventSeq(session.sql().last_insert_rowid()))
}

/// Returns the event of a number, with its scope.
pub(crate) fn get(session: Session<'_>, seq: EventSeq) -> Result<Option<(ScopeKey, Event)>, StorageError> {
    let mut select =
        session.sql().prepare_cached(&format!("SELECT {COLUMNS}, scope FROM event WHERE seq = ?1"))?;
    let row = |row: &Row<'_>| Ok((ScopeKey(row.get(12)?), from_row(row)?));
    Ok(select.query_row([seq.0], row).optional()?)
}

/// Returns the place of the log's last event; 0 where there is none.
pub(crate) fn last(session: Session<'_>) -> Result<i64, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT coalesce(max(seq), 0) FROM event")?;
    Ok(select.query_row([], |row| row.get(0))?)
}

/// Returns the memories of a scope that an event after a place in the log is about, in order, each once.
pub(crate) fn memories_after(
    session: Session<'_>,
    scope: ScopeKey,
    after: i64,
) -> Result<Vec<MemoryId>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT memory FROM event WHERE seq > ?1 AND +scope = ?2")?;
    let rows = select.query_map([after, scope.0], |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    let mut memories: Vec<MemoryId> = rows.collect::<Result<_, _>>()?;
    memories.sort_unstable();
    memories.dedup();
    Ok(memories)
}

/// Returns the memories, with their scopes, that an event after a place in the log is about, in order, each once.
pub(crate) fn changed_after(
    session: Session<'_>,
    after: i64,
) -> Result<Vec<(ScopeKey, MemoryId)>, StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT DISTINCT scope, memory FROM event WHERE seq > ?1 ORDER BY scope, memory")?;
    let rows =
        select.query_map([after], |row| Ok((ScopeKey(row.get(0)?), MemoryId::from_bytes(row.get(1)?))))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns a memory's events, oldest first.
pub(crate) fn of_memory(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Vec<Event>, StorageError> {
    let mut select = session.sql().prepare_cached(&format!(
        "SELECT {COLUMNS} FROM event WHERE scope = ?1 AND memory = ?2 ORDER BY seq"
    ))?;
    let rows = select.query_map(params![scope.0, id.as_bytes()], from_row)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many events at the end of the log are looked through for those of a scope, sooner than all that the scope has.
const TAIL: i64 = 1024;

/// Returns a scope's events after a place in the log, oldest first, at most `limit`, those from `since` on.
pub(crate) fn of_scope(
    session: Session<'_>,
    scope: ScopeKey,
    after: i64,
    since: Option<Timestamp>,
    until: Option<Timestamp>,
    limit: usize,
) -> Result<Vec<Event>, StorageError> {
    // With the sign SQLite goes by `seq`, without it by the index of the scope.
    let by_seq = if last(session)?.saturating_sub(after) <= TAIL { "+" } else { "" };
    let mut select = session.sql().prepare_cached(&format!(
        "SELECT {COLUMNS} FROM event
         WHERE {by_seq}scope = ?1 AND seq > ?2 AND at >= ?3 AND at <= ?4 ORDER BY seq LIMIT ?5"
    ))?;
    let rows = select.query_map(
        params![
            scope.0,
            after,
            since.map_or(i64::MIN, micros),
            until.map_or(i64::MAX, micros),
            i64::try_from(limit).unwrap_or(i64::MAX)
        ],
        from_row,
    )?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Returns the distinct memories that a scope's log names, in id order.
pub(crate) fn memories(session: Session<'_>, scope: ScopeKey) -> Result<Vec<MemoryId>, StorageError> {
    let mut select = session.sql().prepare(
        "SELECT DISTINCT memory FROM event WHERE scope = ?1 AND kind <> 'receipt' ORDER BY memory",
    )?;
    let rows = select.query_map([scope.0], |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts a scope's events.
pub(crate) fn count(session: Session<'_>, scope: ScopeKey) -> Result<usize, StorageError> {
    let count: i64 =
        session
            .sql()
            .query_row("SELECT count(*) FROM event WHERE scope = ?1", [scope.0], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Returns when a memory was purged, if it was.
pub(crate) fn purged_at(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Option<Timestamp>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT at FROM event WHERE scope = ?1 AND memory = ?2 AND kind = 'purge' ORDER BY seq DESC LIMIT 1",
    )?;
    Ok(select.query_row(params![scope.0, id.as_bytes()], |row| time::read(row, 0)).optional()?)
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Event> {
    Ok(Event {
        seq: EventSeq(row.get(0)?),
        memory: MemoryId::from_bytes(row.get(1)?),
        kind: parse(row, 2, |word: String| word.parse())?,
        at: time::read(row, 3)?,
        actor: row.get(4)?,
        depth_before: depth(row, 5)?,
        depth_after: depth(row, 6)?,
        digest: Digest(row.get(7)?),
        related: row.get::<_, Option<[u8; 16]>>(8)?.map(MemoryId::from_bytes),
        imported: time::read_opt(row, 9)?,
        planner: row.get(10)?,
        note: row.get(11)?,
    })
}

fn depth(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Depth>> {
    row.get::<_, Option<f64>>(column)?.map(|depth| super::memory::decode_depth(depth, column)).transpose()
}

fn parse<T, E: std::error::Error + Send + Sync + 'static>(
    row: &Row<'_>,
    column: usize,
    parse: impl FnOnce(String) -> Result<T, E>,
) -> rusqlite::Result<T> {
    parse(row.get(column)?).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, rusqlite::types::Type::Text, Box::new(error))
    })
}
