//! Memories, hits, events and changes as one line each, for people.

use jiff::Timestamp;
use nepenthe::{Depth, EventKind, MemoryId};
use nepenthe_ops::{Change, Event, Hit, Memory};

use super::escape::escape;

/// A memory: id, state, depth, text.
pub(crate) fn memory_line(memory: &Memory) -> String {
    format!("{}  {:<10}  {:>6}  {}\n", memory.id, memory.state, memory.depth, escape(&memory.text))
}

/// A hit: id, score, text, and the state where it is not plainly live.
pub(crate) fn hit_line(hit: &Hit) -> String {
    let memory = &hit.memory;
    let state = match memory.state {
        nepenthe::State::Live | nepenthe::State::Pinned => String::new(),
        state => format!("  ({state})"),
    };
    format!("{}  {:.4}  {}{state}\n", memory.id, hit.score, escape(&memory.text))
}

/// An event: place in the log, time, kind, memory, depths, actor.
pub(crate) fn event_line(event: &Event) -> String {
    let related = event.related.map(|id| format!("  by {id}")).unwrap_or_default();
    let planner = event.planner.as_deref().filter(|planner| *planner != "id");
    let planner = planner.map(|planner| format!("  chosen by {}", escape(planner))).unwrap_or_default();
    let imported = if event.imported.is_some() { "  (imported)" } else { "" };
    format!(
        "{:>6}  {}  {:<11}  {}  {}  {}{related}{planner}{imported}\n",
        event.seq.get(),
        event.at,
        event.kind,
        event.memory,
        depths(event.depth_before, event.depth_after),
        escape(&event.actor),
    )
}

/// A change: what happened, to which memory, and its depths.
pub(crate) fn change_line(change: &Change) -> String {
    format!("{:<11}  {}  {}\n", change.kind, change.id, depths(Some(change.depth_before), change.depth_after))
}

/// Which memory took another's place.
pub(crate) fn superseded_line(by: MemoryId, at: Timestamp) -> String {
    format!("    superseded by {by} at {at}\n")
}

fn depths(before: Option<Depth>, after: Option<Depth>) -> String {
    let name = |depth: Option<Depth>| depth.map_or_else(|| "void".to_owned(), |depth| depth.to_string());
    if before == after { name(after) } else { format!("{} -> {}", name(before), name(after)) }
}

/// The line for a memory that a supersede wrote.
pub(crate) fn inscribed_line(id: MemoryId) -> String {
    format!("{:<11}  {id}\n", EventKind::Inscribe)
}
