//! What a leaf of the log's Merkle tree holds: the event as one line of JSON, or the body of a receipt.

use jiff::Timestamp;
use nepenthe_receipt::receipt::{EVENT_LEAF_PREFIX, RECEIPT_LEAF_PREFIX};
use serde::Serialize;

use super::query::ScopeKey;
use crate::model::{Depth, Digest, Event, EventKind, EventSeq, MemoryId};

/// The fields of an event, in the order in which they are hashed (docs/format.md). The scope is named by its number: its
/// path may say whose it is.
#[derive(Serialize)]
struct Line<'a> {
    seq: EventSeq,
    scope: i64,
    memory: MemoryId,
    kind: EventKind,
    at: Timestamp,
    actor: &'a str,
    depth_before: Option<Depth>,
    depth_after: Option<Depth>,
    digest: Digest,
    related: Option<MemoryId>,
    planner: Option<&'a str>,
    imported: Option<Timestamp>,
    note: Option<&'a str>,
}

/// Returns the bytes of an event's leaf.
pub(crate) fn of_event(scope: ScopeKey, event: &Event) -> Vec<u8> {
    let line = Line {
        seq: event.seq,
        scope: scope.0,
        memory: event.memory,
        kind: event.kind,
        at: event.at,
        actor: &event.actor,
        depth_before: event.depth_before,
        depth_after: event.depth_after,
        digest: event.digest,
        related: event.related,
        planner: event.planner.as_deref(),
        imported: event.imported,
        note: event.note.as_deref(),
    };
    let mut leaf = EVENT_LEAF_PREFIX.as_bytes().to_vec();
    serde_json::to_writer(&mut leaf, &line).expect("the fields of an event are all representable in JSON");
    leaf
}

/// Returns the bytes of a receipt's leaf.
pub(crate) fn of_receipt(body: &str) -> Vec<u8> {
    [RECEIPT_LEAF_PREFIX.as_bytes(), body.as_bytes()].concat()
}
