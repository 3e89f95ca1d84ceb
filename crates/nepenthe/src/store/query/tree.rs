//! The table `tree_node`: the inner nodes of the Merkle tree over the log (RFC 6962, section 2.1). The leaves are not
//! kept: they are the events, hashed again when they are needed. But one is: above a leaf without a partner there is no
//! node yet that would hold its event fast.

use std::collections::HashMap;

use nepenthe_receipt::merkle::{self, EMPTY_ROOT, Hash, Node, TreeError, leaf_hash, node_hash};
use rusqlite::{OptionalExtension, params};

use super::{event, meta, receipt};
use crate::model::{EventKind, EventSeq};
use crate::store::error::StorageError;
use crate::store::leaf;
use crate::store::session::Session;

/// Nodes remembered within a transaction, so that a batch does not read what it has just written.
const REMEMBERED: usize = 4096;

/// Keeps a complete node. Of the leaves (level 0) the last one that came without a partner is kept.
fn insert(session: Session<'_>, node: Node, hash: Hash) -> Result<(), StorageError> {
    if node.level > 0 {
        session
            .sql()
            .prepare_cached("INSERT INTO tree_node (level, place, hash) VALUES (?1, ?2, ?3)")?
            .execute(params![node.level, place(node.index)?, hash.0])?;
    } else if node.index.is_multiple_of(2) {
        let seq = EventSeq(place(node.index)? + 1);
        // A number is given once: the log's end was cut off.
        if let Some((kept, _)) = meta::last_leaf(session)?
            && kept >= seq
        {
            return Err(StorageError::corrupt(format!("the log lacks event {kept}, which was in it")));
        }
        meta::write_last_leaf(session, seq, hash)?;
    }
    Ok(())
}

/// Reads a complete node. A leaf that was kept must be the one that its event makes: nothing is built on another.
pub(crate) fn node(session: Session<'_>, node: Node) -> Result<Hash, StorageError> {
    if node.level == 0 {
        let seq = EventSeq(place(node.index)? + 1);
        let leaf = leaf_of(session, seq)?;
        return match meta::last_leaf(session)? {
            Some((kept, hash)) if kept == seq && hash != leaf => Err(StorageError::corrupt(changed(seq))),
            _ => Ok(leaf),
        };
    }
    stored(session, node)?.ok_or_else(|| {
        StorageError::corrupt(format!("the log's tree lacks node {} of level {}", node.index, node.level))
    })
}

/// Says that an event is not the one whose leaf was kept.
pub(crate) fn changed(seq: EventSeq) -> String {
    format!("event {seq} is not the one that was written")
}

/// Reads an inner node as it is stored, if it is.
pub(crate) fn stored(session: Session<'_>, node: Node) -> Result<Option<Hash>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT hash FROM tree_node WHERE level = ?1 AND place = ?2")?;
    let hash = select.query_row(params![node.level, place(node.index)?], |row| row.get(0)).optional()?;
    Ok(hash.map(Hash))
}

/// Hashes the leaf of an event.
pub(crate) fn leaf_of(session: Session<'_>, seq: EventSeq) -> Result<Hash, StorageError> {
    let (scope, event) = event::get(session, seq)?
        .ok_or_else(|| StorageError::corrupt(format!("the log lacks event {seq}")))?;
    let data = match event.kind {
        EventKind::Receipt => {
            let body = receipt::body(session, event.memory)?.map(|(_, body)| body);
            leaf::of_receipt(&body.ok_or_else(|| {
                StorageError::corrupt(format!("event {seq} names a receipt that is not there"))
            })?)
        }
        _ => leaf::of_event(scope, &event),
    };
    Ok(leaf_hash(&data))
}

/// The nodes that one transaction has written.
#[derive(Default)]
pub(crate) struct Grown(HashMap<Node, Hash>);

impl Grown {
    /// Makes a hash the leaf of the newest event.
    pub(crate) fn grow(
        &mut self,
        session: Session<'_>,
        seq: EventSeq,
        leaf: Hash,
    ) -> Result<(), StorageError> {
        let size = u64::try_from(seq.0 - 1).map_err(StorageError::corrupt)?;
        if self.0.len() > REMEMBERED {
            self.0.clear();
        }
        let read = |at: Node| match self.0.get(&at) {
            Some(hash) => Ok(*hash),
            None => node(session, at),
        };
        let made = merkle::append(size, leaf, read).map_err(failed)?;
        for (at, hash) in made {
            insert(session, at, hash)?;
            self.0.insert(at, hash);
        }
        Ok(())
    }
}

/// Makes the tree of a log that has none yet.
pub(crate) fn grow_all(session: Session<'_>) -> Result<(), StorageError> {
    let mut grown = Grown::default();
    for number in 1..=i64::try_from(size(session)?).unwrap_or(i64::MAX) {
        let seq = EventSeq(number);
        grown.grow(session, seq, leaf_of(session, seq)?)?;
    }
    Ok(())
}

/// The tree over the first events, hashed again from the events.
pub(crate) struct Again {
    pub(crate) root: Hash,
    /// The first event at which the tree that is stored is another.
    pub(crate) differs_at: Option<EventSeq>,
}

/// Makes the tree over the first `size` events again. Nothing of what is stored of it goes into the root.
pub(crate) fn again(session: Session<'_>, size: u64) -> Result<Again, StorageError> {
    // The complete subtrees that wait for their right neighbour, each smaller than the one before.
    let mut waiting: Vec<(Node, Hash)> = Vec::new();
    let mut differs_at = None;
    for index in 0..size {
        let seq = EventSeq(place(index)? + 1);
        let (mut node, mut hash) = (Node { level: 0, index }, leaf_of(session, seq)?);
        while let Some((_, left)) = waiting.pop_if(|(left, _)| left.level == node.level) {
            hash = node_hash(&left, &hash);
            node = Node { level: node.level + 1, index: node.index / 2 };
            if differs_at.is_none() && stored(session, node)? != Some(hash) {
                differs_at = Some(seq);
            }
        }
        waiting.push((node, hash));
    }
    let root = waiting.into_iter().rev().map(|(_, hash)| hash).reduce(|right, left| node_hash(&left, &right));
    Ok(Again { root: root.unwrap_or(EMPTY_ROOT), differs_at })
}

/// Returns the number of leaves.
pub(crate) fn size(session: Session<'_>) -> Result<u64, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT coalesce(max(seq), 0) FROM event")?;
    let size: i64 = select.query_row([], |row| row.get(0))?;
    u64::try_from(size).map_err(StorageError::corrupt)
}

/// Counts the inner nodes.
pub(crate) fn count(session: Session<'_>) -> Result<u64, StorageError> {
    let count: i64 = session.sql().query_row("SELECT count(*) FROM tree_node", [], |row| row.get(0))?;
    u64::try_from(count).map_err(StorageError::corrupt)
}

/// What a tree that cannot be read means for the store.
pub(crate) fn failed(error: TreeError<StorageError>) -> StorageError {
    match error {
        TreeError::Read(error) => error,
        other => StorageError::corrupt(other),
    }
}

fn place(index: u64) -> Result<i64, StorageError> {
    i64::try_from(index).map_err(StorageError::corrupt)
}
