//! [`Writer`]: every change of a memory, with its event and its entries in the indexes, in one transaction.

use jiff::Timestamp;
use rusqlite::Connection;

use super::Scope;
use crate::control::Change;
use crate::log::{EventKind, NewEvent, append};
use crate::model::{Depth, EventSeq, MemoryId, NewMemory};
use crate::store::StorageError;
use crate::store::query::memory::{self, StoredMemory};
use crate::store::query::supersession::{self, Edge};
use crate::store::query::vector::Visibility;
use crate::store::query::{ScopeKey, lexical, mention, vector};

/// Changes memories of one scope. Invariant after each method: row, versions, both indexes and log agree.
pub(crate) struct Writer<'a> {
    connection: &'a Connection,
    scope: &'a Scope,
    key: ScopeKey,
    planner: Option<&'a str>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(connection: &'a Connection, scope: &'a Scope, key: ScopeKey) -> Self {
        Self { connection, scope, key, planner: None }
    }

    /// Names who chose what is changed, for the log.
    pub(crate) fn with_planner(self, planner: &'a str) -> Self {
        Self { planner: Some(planner), ..self }
    }

    /// Writes a new memory at the surface.
    pub(crate) fn inscribe(
        &self,
        new: &NewMemory,
        embedding: &[f32],
        at: Timestamp,
    ) -> Result<MemoryId, StorageError> {
        let id = self.scope.inner().new_id(at)?;
        let event = self.log(EventKind::Inscribe, id, None, Some(Depth::SURFACE), &new.text, None, at)?;
        let version = memory::next_version(self.connection)?;
        let stored = StoredMemory {
            row: 0,
            version,
            superseded: false,
            accessed: None,
            last_event: event,
            id,
            text: new.text.clone(),
            depth: Depth::SURFACE,
            created: at,
            changed: at,
            expires: new.expires,
            source: new.source.clone(),
            metadata: new.metadata.clone(),
            accesses: 0,
        };
        let row = memory::insert(self.connection, self.key, &stored)?;
        self.add_version(row, version, &new.text, embedding, (at, None), (true, new.expires))?;
        Ok(id)
    }

    /// Changes a memory's depth.
    pub(crate) fn set_depth(
        &self,
        row: &StoredMemory,
        depth: Depth,
        kind: EventKind,
        related: Option<MemoryId>,
        at: Timestamp,
    ) -> Result<Change, StorageError> {
        let event = self.log(kind, row.id, Some(row.depth), Some(depth), &row.text, related, at)?;
        let superseded = kind == EventKind::Supersede;
        memory::update_state(self.connection, row.row, depth, superseded, at, event)?;
        if row.depth.is_live() != depth.is_live() && self.scope.has_vectors() {
            vector::set_live(self.connection, row.version, depth.is_live())?;
        }
        if let (EventKind::Supersede, Some(new)) = (kind, related) {
            supersession::insert(self.connection, self.key, Edge { old: row.id, new, at })?;
        }
        Ok(Change { id: row.id, kind, depth_before: row.depth, depth_after: Some(depth), event })
    }

    /// Replaces a memory's text.
    pub(crate) fn edit(
        &self,
        row: &StoredMemory,
        text: &str,
        embedding: &[f32],
        at: Timestamp,
    ) -> Result<Change, StorageError> {
        let event = self.log(EventKind::Edit, row.id, Some(row.depth), Some(row.depth), text, None, at)?;
        memory::end_version(self.connection, row.version, at)?;
        if self.scope.has_vectors() {
            vector::set_live(self.connection, row.version, false)?;
        }
        let version = memory::next_version(self.connection)?;
        self.add_version(row.row, version, text, embedding, (at, None), (row.depth.is_live(), row.expires))?;
        memory::set_version(self.connection, row.row, version)?;
        memory::update_state(self.connection, row.row, row.depth, row.superseded, at, event)?;
        Ok(Change {
            id: row.id,
            kind: EventKind::Edit,
            depth_before: row.depth,
            depth_after: Some(row.depth),
            event,
        })
    }

    /// Removes a memory from every table; only its events stay, which hold none of its content.
    pub(crate) fn purge(&self, row: &StoredMemory, at: Timestamp) -> Result<Change, StorageError> {
        let event = self.log(EventKind::Purge, row.id, Some(row.depth), None, &row.text, None, at)?;
        for version in memory::versions(self.connection, row.row)? {
            lexical::delete(self.connection, self.key, version.id, &version.text)?;
            if self.scope.has_vectors() {
                vector::delete(self.connection, version.id)?;
            }
            mention::delete(self.connection, version.id)?;
            memory::delete_version(self.connection, version.id)?;
        }
        supersession::delete_all_of(self.connection, self.key, row.id)?;
        memory::delete(self.connection, row.row)?;
        Ok(Change { id: row.id, kind: EventKind::Purge, depth_before: row.depth, depth_after: None, event })
    }

    /// Writes a version and its entries in both indexes. `times` are its begin and end, `shown` whether recall
    /// may show it and until when.
    pub(crate) fn add_version(
        &self,
        row: i64,
        version: i64,
        text: &str,
        embedding: &[f32],
        times: (Timestamp, Option<Timestamp>),
        shown: (bool, Option<Timestamp>),
    ) -> Result<(), StorageError> {
        memory::insert_version(self.connection, version, row, text, times.0, times.1)?;
        lexical::insert(self.connection, self.key, version, text)?;
        mention::insert(self.connection, self.key, &self.scope.inner().key, version, text)?;
        if self.scope.has_vectors() {
            let visibility = Visibility { live: shown.0, expires: shown.1 };
            vector::insert(self.connection, self.key, version, embedding, visibility)?;
        }
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "the columns of an event, all needed at each call")]
    fn log(
        &self,
        kind: EventKind,
        memory: MemoryId,
        depth_before: Option<Depth>,
        depth_after: Option<Depth>,
        text: &str,
        related: Option<MemoryId>,
        at: Timestamp,
    ) -> Result<EventSeq, StorageError> {
        let digest = self.scope.inner().key.digest(text);
        let actor = self.scope.actor();
        // A new memory is chosen by nobody, also where it takes another's place.
        let planner = self.planner.filter(|_| kind != EventKind::Inscribe);
        let event = NewEvent {
            memory,
            kind,
            at,
            actor,
            depth_before,
            depth_after,
            digest,
            related,
            planner,
            imported: None,
        };
        append(self.connection, self.key, &event)
    }
}
