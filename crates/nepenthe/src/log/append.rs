//! [`Log`]: the only writer of events. Each becomes a leaf of the tree in the transaction of the change that it records.

use std::cell::RefCell;
use std::collections::HashMap;

use jiff::Timestamp;
use nepenthe_receipt::merkle::{self, Hash, Node};
use rusqlite::Connection;
use sha2::{Digest as _, Sha256};

use super::{Event, EventKind, leaf};
use crate::model::{Depth, Digest, EventSeq, MemoryId, StoreKey};
use crate::store::StorageError;
use crate::store::query::{ScopeKey, event, receipt, row_sum, tree};

/// Nodes remembered within a transaction, so that a batch does not read what it has just written.
const REMEMBERED: usize = 4096;

/// An event about to be written.
#[derive(Debug, Clone, Copy)]
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
    pub(crate) note: Option<&'a str>,
}

impl NewEvent<'_> {
    /// The event as it stands at its place in the log.
    fn written(&self, seq: EventSeq) -> Event {
        Event {
            seq,
            memory: self.memory,
            kind: self.kind,
            at: self.at,
            actor: self.actor.to_owned(),
            depth_before: self.depth_before,
            depth_after: self.depth_after,
            digest: self.digest,
            related: self.related,
            planner: self.planner.map(str::to_owned),
            imported: self.imported,
            note: self.note.map(str::to_owned),
        }
    }
}

/// The log within one write transaction.
///
/// Invariant: the events are numbered from 1 without a gap, and the leaf of event `n` is leaf `n - 1` of the tree.
pub(crate) struct Log<'a> {
    connection: &'a Connection,
    nodes: RefCell<HashMap<Node, Hash>>,
    has_tree: bool,
}

impl<'a> Log<'a> {
    pub(crate) fn new(connection: &'a Connection) -> Self {
        Self { connection, nodes: RefCell::default(), has_tree: true }
    }

    /// Leaves the tree out, to measure what it costs.
    pub(crate) fn without_tree(self) -> Self {
        Self { has_tree: false, ..self }
    }

    /// Appends an event.
    pub(crate) fn append(&self, scope: ScopeKey, new: &NewEvent<'_>) -> Result<EventSeq, StorageError> {
        let seq = event::insert(self.connection, scope, new)?;
        if self.has_tree {
            self.grow(seq, merkle::leaf_hash(&leaf::of_event(scope, &new.written(seq))))?;
        }
        Ok(seq)
    }

    /// Appends the body of a receipt, and keeps it. Its leaf is the body: what else the event says is the store's own, and the
    /// receipt has a checksum of it.
    pub(crate) fn append_receipt(
        &self,
        key: &StoreKey,
        scope: ScopeKey,
        id: MemoryId,
        (actor, at): (&str, Timestamp),
        body: &str,
        note: Option<&str>,
    ) -> Result<EventSeq, StorageError> {
        let digest = Digest(Sha256::digest(body.as_bytes()).into());
        let new = NewEvent {
            memory: id,
            kind: EventKind::Receipt,
            at,
            actor,
            depth_before: None,
            depth_after: None,
            digest,
            related: None,
            planner: None,
            imported: None,
            note,
        };
        let seq = event::insert(self.connection, scope, &new)?;
        let sum = row_sum::of_receipt(key, scope, &new.written(seq));
        receipt::insert(self.connection, id, seq, body, sum)?;
        self.grow(seq, merkle::leaf_hash(&leaf::of_receipt(body)))?;
        Ok(seq)
    }

    /// Makes a hash the leaf of the newest event.
    fn grow(&self, seq: EventSeq, leaf: Hash) -> Result<(), StorageError> {
        let size = u64::try_from(seq.0 - 1).map_err(StorageError::corrupt)?;
        let mut known = self.nodes.borrow_mut();
        if known.len() > REMEMBERED {
            known.clear();
        }
        let read = |node: Node| match known.get(&node) {
            Some(hash) => Ok(*hash),
            None => tree::node(self.connection, node),
        };
        let made = merkle::append(size, leaf, read).map_err(tree::failed)?;
        for (node, hash) in made {
            tree::insert(self.connection, node, hash)?;
            known.insert(node, hash);
        }
        Ok(())
    }
}

/// Makes the tree of a log that has none yet.
pub(crate) fn grow_tree(connection: &Connection) -> Result<(), StorageError> {
    let log = Log::new(connection);
    for number in 1..=i64::try_from(tree::size(connection)?).unwrap_or(i64::MAX) {
        let leaf = tree::leaf_of(connection, EventSeq(number))?;
        log.grow(EventSeq(number), leaf)?;
    }
    Ok(())
}
