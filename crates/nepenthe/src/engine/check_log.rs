//! `check`, the log's part: numbers without a gap, the Merkle tree that the events make, and the receipts in it.

use std::collections::HashMap;

use nepenthe_receipt::Checkpoint;
use nepenthe_receipt::merkle::{self, Hash, Node};
use nepenthe_receipt::receipt::Body;
use sha2::{Digest as _, Sha256};

use crate::log;
use crate::model::{EventKind, EventSeq};
use crate::store::query::{event, meta, receipt, tree};
use crate::store::{Session, StorageError};

/// Makes the tree again from the events, and compares it node by node. Returns what is wrong, in order; at most one finding
/// for the tree, since one changed event changes every node above it.
pub(super) fn findings(session: Session<'_>) -> Result<Vec<String>, StorageError> {
    let mut findings = Vec::new();
    let size = tree::size(session)?;
    let kept = match meta::last_leaf(session) {
        Err(StorageError::Corrupt(_)) => {
            findings.push("the leaf that was kept of the log's end cannot be read".into());
            None
        }
        kept => kept?,
    };
    // The complete subtrees that wait for their right neighbour: one a level.
    let mut waiting: HashMap<Node, Hash> = HashMap::new();
    let (mut nodes, mut receipts) = (0, 0);
    'events: for index in 0..size {
        let seq = EventSeq(index as i64 + 1);
        let Some((_, event)) = event::get(session, seq)? else {
            findings.push(format!("event {seq} is missing from the log"));
            break;
        };
        if event.kind == EventKind::Receipt {
            receipts += 1;
            let Some((named, body)) = receipt::body(session, event.memory)? else {
                findings.push(format!("event {seq} names a receipt that is not there"));
                break;
            };
            let digest: [u8; 32] = Sha256::digest(body.as_bytes()).into();
            if named != seq || digest != event.digest.0 {
                findings.push(format!("the receipt {} is not the one of event {seq}", event.memory));
            }
            match Body::from_line(&body) {
                Ok(body) if body.receipt.0 == *event.memory.as_bytes() => {}
                _ => findings.push(format!("the receipt {} cannot be read", event.memory)),
            }
        }
        let leaf = tree::leaf_of(session, seq)?;
        if kept.is_some_and(|(of, hash)| of == seq && hash != leaf) {
            findings.push(tree::changed(seq));
            break;
        }
        let known = |node: Node| {
            waiting.get(&node).copied().ok_or_else(|| StorageError::corrupt("a subtree is missing"))
        };
        let made = merkle::append(index, leaf, known).map_err(tree::failed)?;
        for (node, hash) in made {
            if node.level > 0 {
                nodes += 1;
                waiting.remove(&Node { level: node.level - 1, index: node.index * 2 });
                waiting.remove(&Node { level: node.level - 1, index: node.index * 2 + 1 });
                let there = tree::stored(session, node)?;
                if there != Some(hash) {
                    findings
                        .push(format!("the log's tree is not that of its events: it differs at event {seq}"));
                    break 'events;
                }
            }
            waiting.insert(node, hash);
        }
    }
    if findings.is_empty() && tree::count(session)? != nodes {
        findings.push("the log's tree has nodes beyond its events".into());
    }
    if let Some((seq, _)) = kept
        && findings.is_empty()
        && !u64::try_from(seq.0).is_ok_and(|seq| (1..=size).contains(&seq))
    {
        findings.push(format!("event {seq} is missing from the log's end"));
    }
    let known = receipt::all(session)?.len() as u64;
    if findings.is_empty() && known != receipts {
        findings.push(format!("{known} receipts in the store, {receipts} by the log"));
    }
    Ok(findings)
}

/// Says how the log fails to begin with the tree of a checkpoint, if it does.
pub(super) fn since(session: Session<'_>, checkpoint: &Checkpoint) -> Result<Option<String>, StorageError> {
    let (origin, size) = (log::origin(session)?, tree::size(session)?);
    if checkpoint.origin != origin {
        return Ok(Some(format!("the checkpoint is of the log {}, this one is {origin}", checkpoint.origin)));
    }
    if checkpoint.size > size {
        let lost = checkpoint.size - size;
        return Ok(Some(format!("the log has {size} events, {lost} fewer than the checkpoint")));
    }
    // A changed leaf is a finding, not the end of the check.
    let begins = match merkle::root(checkpoint.size, |node| tree::node(session, node)).map_err(tree::failed) {
        Err(StorageError::Corrupt(_)) => false,
        root => root? == checkpoint.root,
    };
    Ok((!begins).then(|| format!("the first {} events are not those of the checkpoint", checkpoint.size)))
}
