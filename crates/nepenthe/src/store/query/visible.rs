//! The choke point: which versions of which memories a read may show.
//!
//! Every index answers with version numbers alone; a text comes out of the store only through [`Reader`],
//! [`list`] or [`count`], and these share one predicate.

use rusqlite::{CachedStatement, OptionalExtension, named_params};

use super::memory::{self, StoredMemory};
use super::time::micros;
use super::view::{Include, View};
use crate::model::MemoryId;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// A memory's depth at the time `:at`, from the log.
macro_rules! depth_then {
    () => {
        "(SELECT e.depth_after FROM event e
          WHERE e.scope = m.scope AND e.memory = m.id AND e.at <= :at ORDER BY e.seq DESC LIMIT 1)"
    };
}

/// The columns of a memory's state at the time `:at`, from the log. An edit leaves the superseded mark as it is.
const STATE_THEN: &str = concat!(
    "(SELECT e.kind = 'supersede' FROM event e
      WHERE e.scope = m.scope AND e.memory = m.id AND e.at <= :at AND e.kind <> 'edit' ORDER BY e.seq DESC LIMIT 1),
     (SELECT max(e.at) FROM event e WHERE e.scope = m.scope AND e.memory = m.id AND e.at <= :at), ",
    depth_then!(),
    ",
     coalesce((SELECT e.note = 'quarantined' AND e.depth_after <= 0.0 FROM event e
               WHERE e.scope = m.scope AND e.memory = m.id AND e.at <= :at ORDER BY e.seq DESC LIMIT 1), 0)"
);

/// The two tables that the predicate speaks of.
const FROM: &str = "version v JOIN memory m ON m.row = v.memory";

impl View {
    /// Tells whether the view is the usual one: the present, live memories only.
    pub(crate) fn is_live_now(&self) -> bool {
        !self.past && self.include == Include::Live
    }

    fn state_sql(&self) -> &'static str {
        if self.past { STATE_THEN } else { memory::STATE }
    }

    /// The predicate over `m` and `v`, with the parameters `:scope` and `:at`.
    fn predicate_sql(&self) -> &'static str {
        macro_rules! version_then {
            () => {
                "m.scope = :scope AND v.valid_from <= :at AND (v.valid_to IS NULL OR v.valid_to > :at)"
            };
        }
        macro_rules! version_now {
            () => {
                "m.scope = :scope AND v.id = m.version AND :at IS NOT NULL"
            };
        }
        macro_rules! unexpired {
            () => {
                " AND (m.expires_at IS NULL OR m.expires_at > :at)"
            };
        }
        match (self.past, self.include) {
            (false, Include::Live) => concat!(version_now!(), " AND m.depth > 0.0", unexpired!()),
            (false, Include::Submerged) => concat!(version_now!(), unexpired!()),
            (false, Include::All) => version_now!(),
            (true, Include::Live) => concat!(version_then!(), " AND ", depth_then!(), " > 0.0", unexpired!()),
            (true, Include::Submerged) => {
                concat!(version_then!(), " AND ", depth_then!(), " IS NOT NULL", unexpired!())
            }
            (true, Include::All) => concat!(version_then!(), " AND ", depth_then!(), " IS NOT NULL"),
        }
    }

    /// A subquery that gives the numbers of all visible versions.
    pub(super) fn version_ids_sql(&self) -> String {
        format!("SELECT v.id FROM {FROM} WHERE {}", self.predicate_sql())
    }
}

/// Reads versions one by one, through one view.
pub(crate) struct Reader<'c> {
    shown: CachedStatement<'c>,
    fetch: CachedStatement<'c>,
    view: View,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(session: Session<'c>, view: &View) -> Result<Self, StorageError> {
        let (state, predicate) = (view.state_sql(), view.predicate_sql());
        let shown = format!("SELECT 1 FROM {FROM} WHERE v.id = :version AND {predicate}");
        let fetch =
            format!("SELECT {}, {state} FROM {FROM} WHERE v.id = :version AND {predicate}", memory::COLUMNS);
        Ok(Self {
            shown: session.sql().prepare_cached(&shown)?,
            fetch: session.sql().prepare_cached(&fetch)?,
            view: *view,
        })
    }

    /// Tells whether the view shows a version.
    pub(crate) fn shows(&mut self, version: i64) -> Result<bool, StorageError> {
        let view = &self.view;
        let parameters =
            named_params! { ":version": version, ":scope": view.scope.0, ":at": micros(view.at) };
        Ok(self.shown.exists(parameters)?)
    }

    /// Reads a version's memory, if the view shows it.
    pub(crate) fn fetch(&mut self, version: i64) -> Result<Option<StoredMemory>, StorageError> {
        let view = &self.view;
        let parameters =
            named_params! { ":version": version, ":scope": view.scope.0, ":at": micros(view.at) };
        Ok(self.fetch.query_row(parameters, memory::from_row).optional()?)
    }
}

/// What a version says, if the view of the present shows it: of which memory, and its text where that is the only one that the memory has
/// had. Nothing of what cannot be opened.
pub(crate) fn only_text(
    session: Session<'_>,
    view: &View,
    version: i64,
) -> Result<Option<(MemoryId, Option<String>)>, StorageError> {
    let sql = format!(
        "SELECT m.id, {text}, EXISTS (SELECT 1 FROM version o WHERE o.memory = m.row AND o.valid_to IS NOT NULL)
         FROM {FROM} WHERE v.id = :version AND {predicate}",
        text = memory::text!(),
        predicate = view.predicate_sql()
    );
    let mut select = session.sql().prepare_cached(&sql)?;
    let parameters = named_params! { ":version": version, ":scope": view.scope.0, ":at": micros(view.at) };
    let row = select.query_row(parameters, |row| {
        let (id, has_others) = (MemoryId::from_bytes(row.get(0)?), row.get::<_, bool>(2)?);
        let text: Option<String> = row.get(1)?;
        Ok(text.map(|text| (id, Some(text).filter(|_| !has_others))))
    });
    Ok(row.optional()?.flatten())
}

/// Reads all that the view shows, oldest first, from the row after `after`, at most `limit`.
pub(crate) fn list(
    session: Session<'_>,
    view: &View,
    after: i64,
    limit: usize,
) -> Result<Vec<StoredMemory>, StorageError> {
    let sql = format!(
        "SELECT {columns}, {state} FROM {FROM} WHERE {predicate} AND m.row > :after ORDER BY m.row LIMIT :limit",
        columns = memory::COLUMNS,
        state = view.state_sql(),
        predicate = view.predicate_sql()
    );
    let mut select = session.sql().prepare_cached(&sql)?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let parameters =
        named_params! { ":scope": view.scope.0, ":at": micros(view.at), ":after": after, ":limit": limit };
    let rows = select.query_map(parameters, memory::from_row)?;
    memory::in_order(rows.collect::<Result<_, _>>()?, after, |memory: &StoredMemory| memory.row)
}

/// Tells whether the view shows more than `most`, without looking at more than one beyond.
pub(crate) fn more_than(session: Session<'_>, view: &View, most: usize) -> Result<bool, StorageError> {
    let sql = format!("SELECT 1 FROM {FROM} WHERE {} LIMIT 1 OFFSET :most", view.predicate_sql());
    let mut select = session.sql().prepare_cached(&sql)?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    Ok(select.exists(named_params! { ":scope": view.scope.0, ":at": micros(view.at), ":most": most })?)
}

/// Counts what the view shows.
pub(crate) fn count(session: Session<'_>, view: &View) -> Result<usize, StorageError> {
    let sql = format!("SELECT count(*) FROM {FROM} WHERE {}", view.predicate_sql());
    let mut select = session.sql().prepare_cached(&sql)?;
    let count: i64 = select
        .query_row(named_params! { ":scope": view.scope.0, ":at": micros(view.at) }, |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}
