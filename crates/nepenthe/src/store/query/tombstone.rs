//! The table `tombstone`: what must not come back, by keyed digest.

use std::collections::{HashMap, HashSet};

use rusqlite::{OptionalExtension, params};

use super::ScopeKey;
use crate::model::EventSeq;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// What a tombstone stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// A text in normal form.
    Text,
    /// An identifier or a name: every text that carries it.
    Identity,
    /// Of this class, by a digest that costs memory and time.
    Guarded(&'static str),
}

impl Kind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Identity => "identity",
            Self::Guarded(class) => class,
        }
    }
}

/// A row as the bytes of its scope, digest, kind and event, for the checksum.
pub(crate) type Row = Vec<u8>;

/// Adds a tombstone; returns it where it was not there.
pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    digest: [u8; 16],
    kind: Kind,
    event: EventSeq,
) -> Result<Option<Row>, StorageError> {
    let mut insert = session.sql().prepare_cached(
        "INSERT OR IGNORE INTO tombstone (scope, digest, kind, event) VALUES (?1, ?2, ?3, ?4)",
    )?;
    let is_new = insert.execute(params![scope.0, digest, kind.as_str(), event.0])? > 0;
    Ok(is_new.then(|| encoded(scope, &digest, kind.as_str(), event)))
}

/// Returns the purge that laid the scope's tombstone of this kind and digest, if there is one.
pub(crate) fn laid_by(
    session: Session<'_>,
    scope: ScopeKey,
    digest: [u8; 16],
    kind: Kind,
) -> Result<Option<EventSeq>, StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT event FROM tombstone WHERE scope = ?1 AND digest = ?2 AND kind = ?3")?;
    let event = select.query_row(params![scope.0, digest, kind.as_str()], |row| row.get(0)).optional()?;
    Ok(event.map(EventSeq))
}

/// Returns every tombstone, by the event that laid it.
pub(crate) fn by_event(session: Session<'_>) -> Result<HashMap<EventSeq, Vec<Row>>, StorageError> {
    let mut select = session.sql().prepare("SELECT scope, digest, kind, event FROM tombstone")?;
    let rows = select.query_map([], |row| {
        let (digest, kind): (Vec<u8>, String) = (row.get(1)?, row.get(2)?);
        let event = EventSeq(row.get(3)?);
        Ok((event, encoded(ScopeKey(row.get(0)?), &digest, &kind, event)))
    })?;
    let mut events: HashMap<EventSeq, Vec<Row>> = HashMap::new();
    for row in rows {
        let (event, row) = row?;
        events.entry(event).or_default().push(row);
    }
    Ok(events)
}

fn encoded(scope: ScopeKey, digest: &[u8], kind: &str, event: EventSeq) -> Row {
    [&scope.0.to_le_bytes()[..], digest, kind.as_bytes(), &event.0.to_le_bytes()].concat()
}

/// The kinds of the tombstones that a scope has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Kinds(HashSet<String>);

impl Kinds {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.0.contains(kind.as_str())
    }

    #[cfg(test)]
    pub(crate) fn of(kinds: &[&str]) -> Self {
        Self(kinds.iter().map(|kind| (*kind).to_owned()).collect())
    }

    #[cfg(test)]
    pub(crate) fn all() -> Self {
        Self::of(&[
            "text", "identity", "guarded:text", "guarded:address", "guarded:phone", "guarded:account",
            "guarded:number", "guarded:name", "guarded:handle", "guarded:secret", "guarded:actor",
            "guarded:other",
        ])
    }

    pub(crate) fn are_among(&self, others: &Self) -> bool {
        self.0.is_subset(&others.0)
    }
}

/// Returns the kinds of a scope's tombstones: as many look-ups as there are.
pub(crate) fn kinds(session: Session<'_>, scope: ScopeKey) -> Result<Kinds, StorageError> {
    let mut select = session.sql().prepare_cached(
        "WITH RECURSIVE one (kind) AS (
             SELECT min(kind) FROM tombstone WHERE scope = ?1
             UNION ALL
             SELECT (SELECT min(kind) FROM tombstone WHERE scope = ?1 AND kind > one.kind) FROM one WHERE one.kind IS NOT NULL)
         SELECT kind FROM one WHERE kind IS NOT NULL",
    )?;
    let kinds = select.query_map([scope.0], |row| row.get(0))?;
    Ok(Kinds(kinds.collect::<Result<_, _>>()?))
}

/// Tells whether the scope has any.
pub(crate) fn any(session: Session<'_>, scope: ScopeKey) -> Result<bool, StorageError> {
    Ok(session.sql().prepare_cached("SELECT 1 FROM tombstone WHERE scope = ?1 LIMIT 1")?.exists([scope.0])?)
}

/// Counts a scope's tombstones.
pub(crate) fn count(session: Session<'_>, scope: ScopeKey) -> Result<u64, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT count(*) FROM tombstone WHERE scope = ?1")?;
    let count: i64 = select.query_row([scope.0], |row| row.get(0))?;
    u64::try_from(count).map_err(StorageError::corrupt)
}
