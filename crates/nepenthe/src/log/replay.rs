//! From a memory's events back to its state: what the integrity check compares the row with.

use jiff::Timestamp;

use crate::model::{Depth, Digest, Event, EventKind, EventSeq};

/// What a memory's events say about it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Replayed {
    /// `None` once purged.
    pub(crate) depth: Option<Depth>,
    pub(crate) superseded: bool,
    pub(crate) created: Timestamp,
    pub(crate) changed: Timestamp,
    pub(crate) last_event: EventSeq,
    /// The digest of each version's text, oldest first, and from when it was the text.
    pub(crate) versions: Vec<(Digest, Timestamp)>,
}

/// Replays the events of one memory, oldest first. `Err` says where they contradict each other.
pub(crate) fn replay(events: &[Event]) -> Result<Option<Replayed>, String> {
    let mut state: Option<Replayed> = None;
    for event in events {
        let at = event.seq;
        match &mut state {
            None if event.kind == EventKind::Inscribe && event.depth_before.is_none() => {
                state = Some(Replayed {
                    depth: event.depth_after,
                    superseded: false,
                    created: event.at,
                    changed: event.at,
                    last_event: event.seq,
                    versions: vec![(event.digest, event.at)],
                });
            }
            None => return Err(format!("event {at} is a {} of a memory never inscribed", event.kind)),
            Some(state) => {
                if state.depth.is_none() {
                    return Err(format!("event {at} comes after the purge"));
                }
                if event.kind == EventKind::Inscribe {
                    return Err(format!("event {at} inscribes the memory a second time"));
                }
                if event.depth_before != state.depth {
                    return Err(format!("event {at} starts from another depth than the one before it left"));
                }
                if !can_leave(event.kind, event.depth_before, event.depth_after) {
                    return Err(format!("event {at} leaves a depth that no {} leaves", event.kind));
                }
                if event.at < state.changed {
                    return Err(format!("event {at} is older than the one before it"));
                }
                if event.kind == EventKind::Edit {
                    state.versions.push((event.digest, event.at));
                } else if event.kind == EventKind::Redact {
                    state.versions = vec![(event.digest, event.at)];
                } else {
                    state.superseded = event.kind == EventKind::Supersede;
                    if state.versions.last().map(|(digest, _)| digest) != Some(&event.digest) {
                        return Err(format!("event {at} commits to another text than the memory had"));
                    }
                }
                state.depth = event.depth_after;
                state.changed = event.at;
                state.last_event = event.seq;
            }
        }
    }
    Ok(state)
}

/// Tells whether an event of a kind, of a memory that is there, can leave this depth.
fn can_leave(kind: EventKind, before: Option<Depth>, after: Option<Depth>) -> bool {
    let is = |depth: Depth| after == Some(depth);
    match kind {
        // What is put into quarantine begins out of recall.
        EventKind::Inscribe => is(Depth::SURFACE) || is(Depth::SUBMERGED),
        EventKind::Restore | EventKind::Unpin => is(Depth::SURFACE),
        // What a new memory is only linked with stays where it is.
        EventKind::Supersede => is(Depth::SUBMERGED) || after == before && after.is_some_and(Depth::is_live),
        EventKind::Release => is(Depth::SUBMERGED),
        EventKind::Edit | EventKind::Redact => after == before,
        EventKind::Pin => is(Depth::PINNED),
        EventKind::Decay | EventKind::Consolidate => after.is_some_and(Depth::is_live) && after <= before,
        EventKind::Promote => is(Depth::PROMOTED),
        EventKind::Purge => after.is_none(),
        EventKind::Receipt => false,
    }
}
