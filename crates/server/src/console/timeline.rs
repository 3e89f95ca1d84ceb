//! A time line: what happened, and what was believed from then on. A script lets it be dragged along.

use std::collections::BTreeMap;

use jiff::Timestamp;
use maud::{Markup, html};
use nepenthe::{EventKind, MemoryId};
use nepenthe_ops::{Event, History, HistoryEntry};

use super::parts::{icon, time};
use super::visit::Place;

/// How many memories that took each other's place are drawn beside one.
pub(super) const MOST: usize = 20;

/// Draws the histories of memories that took each other's place, the first of them the one that is looked at.
pub(super) fn of(place: &Place<'_>, id: MemoryId, histories: &[History]) -> Markup {
    let mut entries: Vec<&HistoryEntry> = histories.iter().flat_map(|history| &history.events).collect();
    entries.sort_by_key(|entry| (entry.event.at, entry.event.seq));
    // What is believed, memory by memory, in the order in which it came to be.
    let mut believed: BTreeMap<MemoryId, Option<&str>> = BTreeMap::new();
    let mut moments: Vec<(&HistoryEntry, Vec<Option<&str>>)> = entries
        .iter()
        .map(|entry| {
            let live = entry.event.depth_after.is_some_and(|depth| depth.is_live());
            match live {
                true => believed.insert(entry.event.memory, entry.text.as_deref()),
                false => believed.remove(&entry.event.memory),
            };
            (*entry, believed.values().copied().collect())
        })
        .collect();
    // What happened at one time happened together.
    for at in (1..moments.len()).rev() {
        if moments[at - 1].0.event.at == moments[at].0.event.at {
            moments[at - 1].1 = moments[at].1.clone();
        }
    }
    // A supersede says both that one is superseded and that the other is written.
    let supersedes = |id, at| {
        entries.iter().any(|other| {
            other.event.kind == EventKind::Supersede
                && other.event.related == Some(id)
                && other.event.at == at
        })
    };
    moments.retain(|(entry, _)| {
        entry.event.kind != EventKind::Inscribe || !supersedes(entry.event.memory, entry.event.at)
    });
    let (Some(first), now) = (moments.first().map(|(entry, _)| entry.event.at), Timestamp::now()) else {
        return html! {};
    };
    let end = moments.last().map_or(now, |(entry, _)| entry.event.at.max(now));
    html! {
        div class="timeline" data-timeline {
            @if moments.len() > 1 { (drag(first, end, &moments)) }
            ol {
                @for (entry, believed) in &moments {
                    li class=(class(entry.event.kind)) data-at=(entry.event.at.as_millisecond()) {
                        span class="dot" { (icon(sign(entry.event.kind))) }
                        p class="what" { strong { (told(place, id, &entry.event)) } }
                        p class="muted" {
                            (time(entry.event.at)) " by " (entry.event.actor)
                            @if let Some(planner) = entry.event.planner.as_deref().filter(|planner| *planner != "id") {
                                ", chosen by " (planner)
                            }
                            @if let Some(note) = &entry.event.note { ", " (note) }
                        }
                        div class="believed" {
                            @for text in believed {
                                p { @match text { Some(text) => (text), None => em { "a text that is erased" } } }
                            }
                            @if believed.is_empty() { p { em { "Nothing of this is in recall." } } }
                        }
                    }
                }
            }
        }
    }
}

/// The line to drag along, which a script brings to life.
fn drag(first: Timestamp, end: Timestamp, moments: &[(&HistoryEntry, Vec<Option<&str>>)]) -> Markup {
    let (from, to) = (first.as_millisecond(), end.as_millisecond());
    let span = (to - from).max(1);
    html! {
        div class="drag" hidden {
            label for="when" { "Drag to see what was believed then" }
            div class="track" {
                svg viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true" {
                    rect class="rail" x="0" y="7" width="1000" height="2" {}
                    @for (entry, _) in moments {
                        rect class=(class(entry.event.kind))
                            x=((entry.event.at.as_millisecond() - from) * 996 / span) y="1" width="4" height="14"
                        {}
                    }
                }
                input id="when" type="range" min=(from) max=(to) value=(to) step="any";
            }
            div class="then" aria-live="polite" {
                p class="muted" { "Believed " output for="when" { (time(end)) } }
                div class="panel" {}
            }
        }
    }
}

fn class(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Inscribe | EventKind::Restore | EventKind::Pin | EventKind::Promote => "stays",
        EventKind::Purge | EventKind::Redact => "goes",
        EventKind::Supersede | EventKind::Edit => "edits",
        _ => "quiet",
    }
}

fn sign(kind: EventKind) -> &'static str {
    match class(kind) {
        "quiet" => "skip",
        class => class,
    }
}

/// What happened, as a heading.
fn told(place: &Place<'_>, id: MemoryId, event: &Event) -> Markup {
    let other = |other: MemoryId, words: &str| {
        html! { a href={ (place.path("memories")) "/" (other) } { (words) } }
    };
    html! {
        @match (event.kind, event.related) {
            (EventKind::Supersede, Some(new)) if new == id => {
                "Written, in the place of " (other(event.memory, "another memory"))
            },
            (EventKind::Supersede, Some(new)) => {
                @if event.memory == id { "Superseded" } @else { (other(event.memory, "Another")) " superseded" }
                " by " (other(new, "another memory"))
            },
            _ => {
                (word(event.kind)) @if event.memory != id { " · " (other(event.memory, "another memory")) }
            },
        }
    }
}

fn word(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Inscribe => "Written",
        EventKind::Supersede => "Superseded",
        EventKind::Release => "Taken out of recall",
        EventKind::Restore => "Brought back into recall",
        EventKind::Edit => "Edited",
        EventKind::Pin => "Pinned",
        EventKind::Unpin => "Unpinned",
        EventKind::Decay => "Decayed",
        EventKind::Consolidate => "Sank with time",
        EventKind::Promote => "Lifted, as it is recalled often",
        EventKind::Redact => "A part was erased, with every earlier text",
        EventKind::Purge => "Erased",
        EventKind::Receipt => "A receipt was issued",
        _ => "Changed",
    }
}
