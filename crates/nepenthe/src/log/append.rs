//! [`Log`]: the only writer of events. Each becomes a leaf of the tree in the transaction of the change that it records.

use std::cell::RefCell;

use jiff::Timestamp;
use nepenthe_receipt::merkle::leaf_hash;
use sha2::{Digest as _, Sha256};

use crate::model::{Digest, EventKind, EventSeq, MemoryId, NewEvent, StoreKey};
use crate::store::query::tree::Grown;
use crate::store::query::{ScopeKey, event, receipt, row_sum};
use crate::store::{Session, StorageError, leaf};

/// The log within one write transaction.
///
/// Invariant: the events are numbered from 1 without a gap, and the leaf of event `n` is leaf `n - 1` of the tree.
pub(crate) struct Log<'a> {
    session: Session<'a>,
    nodes: RefCell<Grown>,
    has_tree: bool,
}

impl<'a> Log<'a> {
    pub(crate) fn new(session: Session<'a>) -> Self {
        Self { session, nodes: RefCell::default(), has_tree: true }
    }

    /// Leaves the tree out, to measure what it costs.
    pub(crate) fn without_tree(self) -> Self {
        Self { has_tree: false, ..self }
    }

    /// Appends an event.
    pub(crate) fn append(&self, scope: ScopeKey, new: &NewEvent<'_>) -> Result<EventSeq, StorageError> {
        let seq = event::insert(self.session, scope, new)?;
        if self.has_tree {
            self.nodes.borrow_mut().grow(
                self.session,
                seq,
                leaf_hash(&leaf::of_event(scope, &new.written(seq))),
            )?;
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
        let seq = event::insert(self.session, scope, &new)?;
        let sum = row_sum::of_receipt(key, scope, &new.written(seq));
        receipt::insert(self.session, id, seq, body, sum)?;
        self.nodes.borrow_mut().grow(self.session, seq, leaf_hash(&leaf::of_receipt(body)))?;
        Ok(seq)
    }
}
