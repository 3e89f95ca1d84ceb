//! The only writer of events.

use jiff::Timestamp;
use rusqlite::Connection;

use super::EventKind;
use crate::model::{Depth, Digest, EventSeq, MemoryId};
use crate::store::StorageError;
use crate::store::query::{ScopeKey, event};

/// An event about to be written.
pub(crate) struct NewEvent<'a> {
    pub(crate) memory: MemoryId,
    pub(crate) kind: EventKind,
    pub(crate) at: Timestamp,
    pub(crate) actor: &'a str,
    pub(crate) depth_before: Option<Depth>,
    pub(crate) depth_after: Option<Depth>,
    pub(crate) digest: Digest,
    pub(crate) related: Option<MemoryId>,
    pub(crate) planner: Option<&'a str>,
    pub(crate) imported: Option<Timestamp>,
}

/// Appends an event inside the transaction of the change that it records.
pub(crate) fn append(
    connection: &Connection,
    scope: ScopeKey,
    new: &NewEvent<'_>,
) -> Result<EventSeq, StorageError> {
    event::insert(connection, scope, new)
}
