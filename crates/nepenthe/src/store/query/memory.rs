//! The tables `memory` and `version`: rows and the versions of their texts.

use jiff::Timestamp;
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row, params};

use super::ScopeKey;
use super::checksum::Kept;
use super::time::{self, micros};
use crate::model::{Depth, EventSeq, Memory, MemoryId, MemoryKey, Provenance, State, StoreKey, Sum};
use crate::seal::SealedRow;
use crate::store::error::StorageError;
use crate::store::sealing::KeyId;
use crate::store::session::Session;

/// A memory with what only the engine needs to know of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StoredMemory {
    pub(crate) row: i64,
    pub(crate) key: MemoryKey,
    /// The key that it is sealed under, in an encrypted store.
    pub(crate) sealed_by: Option<KeyId>,
    /// Whether what is sealed could be opened. If not, there is no text, source or metadata here, and `key` is not its own.
    pub(crate) readable: bool,
    /// The version that this text is.
    pub(crate) version: i64,
    pub(crate) superseded: bool,
    /// Whether its last event put it out of recall because it says again what was erased.
    pub(crate) quarantined: bool,
    pub(crate) accessed: Option<Timestamp>,
    pub(crate) last_event: EventSeq,
    pub(crate) id: MemoryId,
    pub(crate) text: String,
    pub(crate) depth: Depth,
    pub(crate) created: Timestamp,
    pub(crate) changed: Timestamp,
    pub(crate) expires: Option<Timestamp>,
    pub(crate) source: Option<String>,
    pub(crate) metadata: Option<serde_json::Map<String, serde_json::Value>>,
    pub(crate) accesses: u64,
}

impl StoredMemory {
    /// What stands beside its text.
    pub(crate) fn provenance(&self) -> Provenance {
        Provenance::new(self.source.as_ref(), self.metadata.as_ref())
    }

    /// Shows the memory as it is at a time.
    pub(crate) fn into_memory(self, at: Timestamp) -> Memory {
        let state = if !self.readable {
            State::Unreadable
        } else if self.depth.is_pinned() {
            State::Pinned
        } else if !self.depth.is_live() {
            match (self.quarantined, self.superseded) {
                (true, _) => State::Quarantined,
                (_, true) => State::Superseded,
                _ => State::Released,
            }
        } else {
            State::Live
        };
        let expired =
            self.readable && self.depth.is_live() && self.expires.is_some_and(|expires| expires <= at);
        Memory {
            id: self.id,
            text: self.text,
            depth: self.depth,
            state: if expired { State::Expired } else { state },
            created: self.created,
            changed: self.changed,
            expires: self.expires,
            source: self.source,
            metadata: self.metadata,
            accesses: self.accesses,
        }
    }
}

/// The text of `version v` of `memory m`; null where it is sealed and cannot be opened.
macro_rules! text {
    () => {
        "iif(v.sealed IS NULL, v.text, unsealed_text(m.sealed_by, m.id, v.id, v.sealed))"
    };
}
pub(super) use text;

/// The columns that [`from_row`] reads from `memory m` and `version v`, before those of the state.
pub(super) const COLUMNS: &str = concat!(
    "m.row, v.id, m.accessed_at, m.last_event, m.id, ",
    text!(),
    ", m.created_at, m.expires_at, m.source, m.metadata, m.accesses, m.key, m.sealed_by,
    iif(m.sealed IS NULL, NULL, unsealed_row(m.sealed_by, m.id, m.sealed))"
);

/// The columns of the present state, which [`from_row`] reads last. A past one comes from the log instead.
pub(super) const STATE: &str = "m.superseded, m.changed_at, m.depth,
    m.depth <= 0.0 AND EXISTS (SELECT 1 FROM event e WHERE e.seq = m.last_event AND e.note = 'quarantined')";

pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<StoredMemory> {
    let text: Option<String> = row.get(5)?;
    let sealed_by = row.get::<_, Option<i64>>(12)?.map(KeyId);
    let beside = match sealed_by {
        None => Some(SealedRow { key: MemoryKey(row.get(11)?), source: row.get(8)?, metadata: row.get(9)? }),
        Some(_) => row.get_ref(13)?.as_blob_or_null()?.and_then(SealedRow::decode),
    };
    let readable = text.is_some() && beside.is_some();
    let beside = beside.unwrap_or(SealedRow { key: MemoryKey([0; 32]), source: None, metadata: None });
    let metadata = match beside.metadata {
        None => None,
        Some(json) => Some(serde_json::from_str(&json).map_err(|error| failure(9, Type::Text, error))?),
    };
    Ok(StoredMemory {
        row: row.get(0)?,
        version: row.get(1)?,
        accessed: time::read_opt(row, 2)?,
        last_event: EventSeq(row.get(3)?),
        id: MemoryId::from_bytes(row.get(4)?),
        text: text.unwrap_or_default(),
        created: time::read(row, 6)?,
        expires: time::read_opt(row, 7)?,
        source: beside.source,
        metadata,
        accesses: u64::try_from(row.get::<_, i64>(10)?).unwrap_or(0),
        key: beside.key,
        sealed_by,
        readable,
        superseded: row.get(14)?,
        changed: time::read(row, 15)?,
        depth: decode_depth(row.get(16)?, 16)?,
        quarantined: row.get(17)?,
    })
}

pub(super) fn decode_depth(depth: f64, column: usize) -> rusqlite::Result<Depth> {
    Depth::new(depth).ok_or_else(|| failure(column, Type::Real, std::io::Error::other("not a depth")))
}

fn failure(
    column: usize,
    kind: Type,
    error: impl std::error::Error + Send + Sync + 'static,
) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(error))
}

/// Reads a memory of the scope by id, whatever its state.
pub(crate) fn get(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Option<StoredMemory>, StorageError> {
    let mut select = session.sql().prepare_cached(&format!(
        "SELECT {COLUMNS}, {STATE} FROM memory m JOIN version v ON v.id = m.version
         WHERE m.scope = ?1 AND m.id = ?2"
    ))?;
    Ok(select.query_row(params![scope.0, id.as_bytes()], from_row).optional()?)
}

/// The version that is the text of a live memory, which may have expired.
#[derive(Clone, Copy)]
pub(crate) struct LiveVersion {
    pub(crate) version: i64,
    pub(crate) memory: MemoryId,
    /// In microseconds.
    pub(crate) expires: Option<i64>,
}

fn live_version(row: &Row<'_>) -> rusqlite::Result<LiveVersion> {
    Ok(LiveVersion { version: row.get(0)?, memory: MemoryId::from_bytes(row.get(1)?), expires: row.get(2)? })
}

/// Returns the live versions of a scope, in order.
pub(crate) fn live(session: Session<'_>, scope: ScopeKey) -> Result<Vec<LiveVersion>, StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT version, id, expires_at FROM memory WHERE scope = ?1 AND depth > 0.0")?;
    let rows = select.query_map([scope.0], live_version)?;
    let mut live: Vec<LiveVersion> = rows.collect::<Result<_, _>>()?;
    live.sort_unstable_by_key(|live| live.version);
    Ok(live)
}

/// Returns the live version of a memory.
pub(crate) fn live_one(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Option<LiveVersion>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT version, id, expires_at FROM memory WHERE scope = ?1 AND id = ?2 AND depth > 0.0",
    )?;
    Ok(select.query_row(params![scope.0, id.as_bytes()], live_version).optional()?)
}

/// Writes the row of a new memory, whose version and event follow in the same transaction; in an encrypted store with what is
/// beside its text sealed. `made_from` are the memories that it was made from, for the checksum. Returns its row.
pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    memory: &StoredMemory,
    (beside, sealed): (&SealedRow, Option<&[u8]>),
    (key, made_from): (&StoreKey, &[MemoryId]),
) -> Result<i64, StorageError> {
    let open = sealed.is_none().then_some(beside);
    let kept = Kept::new(scope, memory.id, memory.expires, open, made_from);
    session.sql()
        .prepare_cached(
            "INSERT INTO memory (scope, id, version, depth, superseded, created_at, changed_at, expires_at,
                                 source, metadata, accesses, accessed_at, last_event, key, sealed_by, sealed, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)",
        )?
        .execute(params![
            scope.0,
            memory.id.as_bytes(),
            memory.version,
            memory.depth.get(),
            memory.superseded,
            micros(memory.created),
            micros(memory.changed),
            memory.expires.map(micros),
            open.and_then(|beside| beside.source.as_deref()),
            open.and_then(|beside| beside.metadata.as_deref()),
            i64::try_from(memory.accesses).unwrap_or(i64::MAX),
            memory.accessed.map(micros),
            memory.last_event.0,
            open.map_or(&[][..], |beside| &beside.key.0),
            memory.sealed_by.map(|key| key.0),
            sealed,
            kept.sum(key),
        ])?;
    Ok(session.sql().last_insert_rowid())
}

/// Writes what an event changed in a memory's row.
pub(crate) fn update_state(
    session: Session<'_>,
    row: i64,
    depth: Depth,
    superseded: bool,
    changed: Timestamp,
    last_event: EventSeq,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached(
            "UPDATE memory SET depth = ?2, superseded = ?3, changed_at = ?4, last_event = ?5 WHERE row = ?1",
        )?
        .execute(params![row, depth.get(), superseded, micros(changed), last_event.0])?;
    Ok(())
}

/// Gives a memory another key for its digests.
pub(crate) fn set_key(session: Session<'_>, row: i64, key: &MemoryKey) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE memory SET key = ?2 WHERE row = ?1")?
        .execute(params![row, key.0])?;
    Ok(())
}

/// Writes what stands beside a memory's text: its source, and its metadata as JSON.
pub(crate) fn set_beside(session: Session<'_>, row: i64, beside: &SealedRow) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE memory SET source = ?2, metadata = ?3 WHERE row = ?1")?
        .execute(params![row, beside.source, beside.metadata])?;
    Ok(())
}

/// Hands what stands beside the texts of a scope's memories to `visit`, oldest first; what cannot be opened is left out.
pub(crate) fn provenances(
    session: Session<'_>,
    scope: ScopeKey,
    mut visit: impl FnMut(MemoryId, Provenance),
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT m.id, m.source, m.metadata, iif(m.sealed IS NULL, NULL, unsealed_row(m.sealed_by, m.id, m.sealed))
         FROM memory m INDEXED BY memory_beside WHERE m.scope = ?1
           AND (m.source IS NOT NULL OR m.metadata IS NOT NULL OR m.sealed IS NOT NULL) ORDER BY m.row",
    )?;
    let mut rows = select.query([scope.0])?;
    while let Some(row) = rows.next()? {
        let opened =
            row.get_ref(3)?.as_blob_or_null().map_err(StorageError::corrupt)?.and_then(SealedRow::decode);
        let (source, metadata) = match opened {
            Some(beside) => (beside.source, beside.metadata),
            None => (row.get(1)?, row.get::<_, Option<String>>(2)?),
        };
        if source.is_none() && metadata.is_none() {
            continue;
        }
        let metadata = metadata.map(|json| serde_json::from_str(&json)).transpose();
        let metadata = metadata.map_err(StorageError::corrupt)?;
        visit(MemoryId::from_bytes(row.get(0)?), Provenance { source, metadata });
    }
    Ok(())
}

/// Gives a memory another key to be sealed under, and what is beside its text sealed under that.
pub(crate) fn set_sealed(
    session: Session<'_>,
    row: i64,
    by: KeyId,
    sealed: &[u8],
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE memory SET sealed_by = ?2, sealed = ?3 WHERE row = ?1")?
        .execute(params![row, by.0, sealed])?;
    Ok(())
}

/// Hands everything that is sealed of a memory to `visit`, as it is stored.
pub(crate) fn sealed(
    session: Session<'_>,
    row: i64,
    mut visit: impl FnMut(&[u8]),
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT sealed FROM memory WHERE row = ?1 UNION ALL SELECT sealed FROM version WHERE memory = ?1
         UNION ALL SELECT sealed_vector FROM version WHERE memory = ?1
         UNION ALL SELECT a.sealed FROM annotation a JOIN version v ON v.id = a.version WHERE v.memory = ?1",
    )?;
    let mut rows = select.query([row])?;
    while let Some(row) = rows.next()? {
        visit(row.get_ref(0)?.as_blob_or_null().map_err(StorageError::corrupt)?.unwrap_or_default());
    }
    Ok(())
}

/// Returns the keys that memories are sealed under, in order.
pub(crate) fn sealing_keys(session: Session<'_>) -> Result<Vec<i64>, StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT sealed_by FROM memory WHERE sealed_by IS NOT NULL ORDER BY sealed_by")?;
    Ok(select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// Names the version that is a memory's text.
pub(crate) fn set_version(session: Session<'_>, row: i64, version: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("UPDATE memory SET version = ?2 WHERE row = ?1")?.execute([row, version])?;
    Ok(())
}

/// Removes a memory's row; its versions must be gone by the end of the transaction.
pub(crate) fn delete(session: Session<'_>, row: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("DELETE FROM memory WHERE row = ?1")?.execute([row])?;
    Ok(())
}

/// Adds to how often recall returned a memory, if it is still there.
pub(crate) fn add_accesses(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
    accesses: u64,
    last: Timestamp,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached(
            "UPDATE memory SET accesses = accesses + ?3, accessed_at = max(coalesce(accessed_at, ?4), ?4)
             WHERE scope = ?1 AND id = ?2",
        )?
        .execute(params![
            scope.0,
            id.as_bytes(),
            i64::try_from(accesses).unwrap_or(i64::MAX),
            micros(last)
        ])?;
    Ok(())
}

/// One state of a memory's text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StoredVersion {
    pub(crate) id: i64,
    /// Empty where it is sealed and cannot be opened.
    pub(crate) text: String,
    pub(crate) readable: bool,
    pub(crate) from: Timestamp,
    pub(crate) to: Option<Timestamp>,
}

/// Returns the number that the next version gets. Holds until the end of the write transaction. By its full name: indexes in memory
/// have a `sqlite_sequence` too.
pub(crate) fn next_version(session: Session<'_>) -> Result<i64, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = 'version'), 0) + 1",
    )?;
    Ok(select.query_row([], |row| row.get(0))?)
}

/// Writes a version under a number from [`next_version`], with its checksum; `sealed` is its text in an encrypted store.
pub(crate) fn insert_version(
    session: Session<'_>,
    id: i64,
    row: i64,
    text: &str,
    sealed: Option<&[u8]>,
    (from, to): (Timestamp, Option<Timestamp>),
    sum: Sum,
) -> Result<(), StorageError> {
    let text = if sealed.is_some() { "" } else { text };
    session
        .sql()
        .prepare_cached(
            "INSERT INTO version (id, memory, text, sealed, valid_from, valid_to, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![id, row, text, sealed, micros(from), to.map(micros), sum])?;
    Ok(())
}

/// Ends a version: its text was replaced.
pub(crate) fn end_version(session: Session<'_>, version: i64, at: Timestamp) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE version SET valid_to = ?2 WHERE id = ?1")?
        .execute(params![version, micros(at)])?;
    Ok(())
}

pub(crate) fn delete_version(session: Session<'_>, version: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("DELETE FROM version WHERE id = ?1")?.execute([version])?;
    Ok(())
}

/// Returns which memory a version belongs to.
pub(crate) fn of_version(session: Session<'_>, version: i64) -> Result<Option<MemoryId>, StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT m.id FROM version v JOIN memory m ON m.row = v.memory WHERE v.id = ?1")?;
    Ok(select.query_row([version], |row| Ok(MemoryId::from_bytes(row.get(0)?))).optional()?)
}

/// Tells whether a version is there and of a scope.
pub(crate) fn is_of_scope(session: Session<'_>, version: i64, scope: ScopeKey) -> Result<bool, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT 1 FROM version v JOIN memory m ON m.row = v.memory WHERE v.id = ?1 AND m.scope = ?2",
    )?;
    Ok(select.exists([version, scope.0])?)
}

/// Hands every version of a scope to `visit` with its text, `None` where that cannot be opened.
pub(crate) fn texts_of_scope(
    session: Session<'_>,
    scope: ScopeKey,
    mut visit: impl FnMut(i64, Option<&str>) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    // The scope's memories first: a search that begins with versions would go through those of every scope.
    let mut select = session.sql().prepare_cached(concat!(
        "SELECT v.id, ",
        text!(),
        " FROM memory m CROSS JOIN version v ON v.memory = m.row WHERE m.scope = ?1 ORDER BY m.id, v.id"
    ))?;
    let mut rows = select.query([scope.0])?;
    while let Some(row) = rows.next()? {
        visit(row.get(0)?, row.get_ref(1)?.as_str_or_null().map_err(StorageError::corrupt)?)?;
    }
    Ok(())
}

/// Returns a memory's versions, oldest first.
pub(crate) fn versions(session: Session<'_>, row: i64) -> Result<Vec<StoredVersion>, StorageError> {
    let mut select = session.sql().prepare_cached(concat!(
        "SELECT v.id, ",
        text!(),
        ", v.valid_from, v.valid_to FROM version v JOIN memory m ON m.row = v.memory WHERE v.memory = ?1 ORDER BY v.id"
    ))?;
    let rows = select.query_map([row], |row| {
        let text: Option<String> = row.get(1)?;
        Ok(StoredVersion {
            id: row.get(0)?,
            readable: text.is_some(),
            text: text.unwrap_or_default(),
            from: time::read(row, 2)?,
            to: time::read_opt(row, 3)?,
        })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// How many earlier texts of a whole file are looked through for those of one scope.
const FEW_PAST: usize = 1_000;

/// Returns the memories of a scope that have an earlier text, oldest first.
pub(crate) fn edited(session: Session<'_>, scope: ScopeKey) -> Result<Vec<MemoryId>, StorageError> {
    let past = "SELECT v.memory FROM version v WHERE v.valid_to IS NOT NULL";
    let most = i64::try_from(FEW_PAST).unwrap_or(i64::MAX);
    let many = session.sql().prepare_cached(&format!("{past} LIMIT 1 OFFSET ?1"))?.exists([most])?;
    // Few are read from their index; of many in a file each memory of the scope is asked for its own.
    let has_past =
        if many { format!("EXISTS ({past} AND v.memory = m.row)") } else { format!("m.row IN ({past})") };
    let sql = format!("SELECT m.id FROM memory m WHERE m.scope = ?1 AND {has_past} ORDER BY m.row");
    let mut select = session.sql().prepare_cached(&sql)?;
    let ids = select.query_map([scope.0], |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Refuses a page whose rows do not follow each other: in a damaged file, asking for the next page could otherwise go
/// round in circles.
pub(super) fn in_order<T>(page: Vec<T>, after: i64, key: impl Fn(&T) -> i64) -> Result<Vec<T>, StorageError> {
    let keys = page.iter().map(key);
    if std::iter::once(after).chain(keys).is_sorted_by(|a, b| a < b) {
        Ok(page)
    } else {
        Err(StorageError::corrupt("its rows are out of order"))
    }
}

/// A version as the vector index has to know it.
pub(crate) struct IndexedVersion {
    pub(crate) id: i64,
    pub(crate) scope: ScopeKey,
    pub(crate) memory: MemoryId,
    /// `None` where it is sealed and cannot be opened.
    pub(crate) text: Option<String>,
}

/// Reads the versions of the whole store after a number, at most `limit`, to rebuild or check the vector index.
pub(crate) fn indexed_versions(
    session: Session<'_>,
    after: i64,
    limit: usize,
) -> Result<Vec<IndexedVersion>, StorageError> {
    let mut select = session.sql().prepare_cached(concat!(
        "SELECT v.id, m.scope, ",
        text!(),
        ", m.id
         FROM version v JOIN memory m ON m.row = v.memory WHERE v.id > ?1 ORDER BY v.id LIMIT ?2"
    ))?;
    let rows = select.query_map(params![after, limit as i64], |row| {
        Ok(IndexedVersion {
            id: row.get(0)?,
            scope: ScopeKey(row.get(1)?),
            text: row.get(2)?,
            memory: MemoryId::from_bytes(row.get(3)?),
        })
    })?;
    in_order(rows.collect::<Result<_, _>>()?, after, |version: &IndexedVersion| version.id)
}

/// Reads one version, likewise; `None` where it is not there.
#[cfg(feature = "postgres")]
pub(crate) fn indexed_version(
    session: Session<'_>,
    version: i64,
) -> Result<Option<IndexedVersion>, StorageError> {
    Ok(indexed_versions(session, version - 1, 1)?.into_iter().find(|found| found.id == version))
}

/// A version as the indexes in memory have to know it.
pub(crate) struct SealedVersion {
    pub(crate) id: i64,
    pub(crate) scope: ScopeKey,
    pub(crate) memory: MemoryId,
    /// `None` where it cannot be opened.
    pub(crate) text: Option<String>,
    /// As it is stored; `None` where there is none, or it cannot be opened.
    pub(crate) vector: Option<Vec<u8>>,
}

const SEALED_VERSION: &str = concat!(
    "SELECT v.id, m.scope, m.id, ",
    text!(),
    ", iif(v.sealed_vector IS NULL, NULL, unsealed_vector(m.sealed_by, m.id, v.id, v.sealed_vector))
     FROM version v JOIN memory m ON m.row = v.memory"
);

fn sealed_version(row: &Row<'_>) -> rusqlite::Result<SealedVersion> {
    Ok(SealedVersion {
        id: row.get(0)?,
        scope: ScopeKey(row.get(1)?),
        memory: MemoryId::from_bytes(row.get(2)?),
        text: row.get(3)?,
        vector: row.get(4)?,
    })
}

/// Reads the versions of the whole store after a number, at most `limit`, to build the indexes in memory.
pub(crate) fn sealed_versions(
    session: Session<'_>,
    after: i64,
    limit: usize,
) -> Result<Vec<SealedVersion>, StorageError> {
    let mut select =
        session.sql().prepare_cached(&format!("{SEALED_VERSION} WHERE v.id > ?1 ORDER BY v.id LIMIT ?2"))?;
    let rows = select.query_map(params![after, limit as i64], sealed_version)?;
    in_order(rows.collect::<Result<_, _>>()?, after, |version: &SealedVersion| version.id)
}

/// Reads the versions of one memory, likewise.
pub(crate) fn sealed_versions_of(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Vec<SealedVersion>, StorageError> {
    let mut select = session
        .sql()
        .prepare_cached(&format!("{SEALED_VERSION} WHERE m.scope = ?1 AND m.id = ?2 ORDER BY v.id"))?;
    let rows = select.query_map(params![scope.0, id.as_bytes()], sealed_version)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Keeps a version's vector, sealed.
pub(crate) fn set_sealed_vector(
    session: Session<'_>,
    version: i64,
    sealed: Option<&[u8]>,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE version SET sealed_vector = ?2 WHERE id = ?1")?
        .execute(params![version, sealed])?;
    Ok(())
}

/// Returns the version of the memory that was written last before one in its scope.
pub(crate) fn written_before(
    session: Session<'_>,
    scope: ScopeKey,
    row: i64,
) -> Result<Option<i64>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT version FROM memory INDEXED BY memory_scope WHERE scope = ?1 AND row < ?2 ORDER BY row DESC LIMIT 1",
    )?;
    Ok(select.query_row(params![scope.0, row], |row| row.get(0)).optional()?)
}

/// Returns the key that the memory of a version is sealed under.
pub(crate) fn key_of_version(session: Session<'_>, version: i64) -> Result<Option<KeyId>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT m.sealed_by FROM version v JOIN memory m ON m.row = v.memory WHERE v.id = ?1",
    )?;
    Ok(select.query_row([version], |row| row.get::<_, Option<i64>>(0)).optional()?.flatten().map(KeyId))
}

/// Counts the versions of the whole store.
pub(crate) fn count_versions(session: Session<'_>) -> Result<usize, StorageError> {
    let count: i64 = session.sql().query_row("SELECT count(*) FROM version", [], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}
