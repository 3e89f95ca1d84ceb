//! One memory: its text, where it comes from, what happened to it, what took its place; and what can be done with it.

use maud::{Markup, html};
use nepenthe::{EventKind, MemoryId, State};
use nepenthe_ops::{
    self as ops, ApplyInput, BlameInput, Code, EditInput, GetInput, History, HistoryInput, Link, Memory,
    OpError, Operation, PinInput, Planned, ReleaseInput, RestoreInput, Returning, Target, UnpinInput, table,
};

use super::answer::Answer;
use super::layout::{self, Part};
use super::parts::{badge, callout, copied, day, icon, state, time};
use super::timeline;
use super::visit::Place;
use crate::http::Problem;

pub(super) fn page(place: &Place<'_>, id: &str) -> Result<Answer, Problem> {
    let id: MemoryId = id.parse().map_err(OpError::from)?;
    let memory = match place.with(&table::GET, |scope| ops::get(scope, &GetInput { id })) {
        Ok(memory) => memory,
        Err(error) if error.code() == Code::NotFound => return erased(place, id),
        Err(error) => return Err(error.into()),
    };
    let input = HistoryInput { id };
    let history = place.with(&table::HISTORY, |scope| ops::history(scope, &input))?;
    let chain = place.with(&table::BLAME, |scope| ops::blame(scope, &BlameInput::Id(id)))?.memories;
    let mut histories = vec![history];
    for link in chain.iter().filter(|link| link.memory.id != id).take(timeline::MOST) {
        let input = HistoryInput { id: link.memory.id };
        histories.push(place.with(&table::HISTORY, |scope| ops::history(scope, &input))?);
    }
    let body = html! {
        p class="crumb" { a href=(place.path("memories")) { "Memories" } }
        div class="head" {
            h1 class="text" { @if memory.text.is_empty() { em { "No text" } } @else { (*memory.text) } }
        }
        p class="meta" {
            (state(memory.state))
            span class="muted" { "Written " (day(memory.created)) }
            @if let Some(source) = &memory.source { span class="source" { (**source) } }
        }
        (actions(place, &memory))
        div class="columns" {
            section aria-labelledby="history" {
                h2 id="history" { "History" }
                (timeline::of(place, id, &histories))
            }
            section aria-labelledby="about" {
                h2 id="about" { "Provenance" }
                (facts(&memory, &histories[0]))
                (links(place, id, &chain))
            }
        }
    };
    Ok(Answer::page(layout::of_scope(place, Part::Memories, "A memory", &body)))
}

/// What is known of a memory that is no more.
fn erased(place: &Place<'_>, id: MemoryId) -> Result<Answer, Problem> {
    let history = place.with(&table::HISTORY, |scope| ops::history(scope, &HistoryInput { id }))?;
    let body = html! {
        p class="crumb" { a href=(place.path("memories")) { "Memories" } }
        h1 { "This memory is erased" }
        (callout("goes", &html! {
            p {
                "No text of it is kept. That it was here, and when it went, stays in the log, so that it can be proved."
            }
        }))
        p { (copied(&id.to_string(), "the id")) }
        section { h2 { "History" } (timeline::of(place, id, &[history])) }
    };
    Ok(Answer::page(layout::of_scope(place, Part::Memories, "An erased memory", &body)))
}

fn facts(memory: &Memory, history: &History) -> Markup {
    let written =
        history.events.iter().find(|entry| entry.event.kind == EventKind::Inscribe).map(|entry| &entry.event);
    html! {
        dl class="facts" {
            dt { "Id" } dd { (copied(&memory.id.to_string(), "the id")) }
            @if let Some(written) = written {
                dt { "Written by" } dd { (written.actor) }
                @if let Some(imported) = written.imported { dt { "Imported" } dd { (time(imported)) } }
            }
            dt { "Source" } dd {
                @match &memory.source { Some(source) => (**source), None => span class="muted" { "none was named" } }
            }
            dt { "Written" } dd { (time(memory.created)) }
            dt { "Last changed" } dd { (time(memory.changed)) }
            @if let Some(expires) = memory.expires { dt { "Expires" } dd { (time(expires)) } }
            dt { "Depth" } dd {
                (ops::word(&memory.depth)) @if ops::word(&memory.depth).is_empty() {
                    (format!("{:.3}", memory.depth.get()))
                }
            }
            dt { "Recalled" } dd { (memory.accesses) " times, as far as it was counted" }
            @if let Some(metadata) = &memory.metadata {
                @for (name, value) in &metadata.0 {
                    dt { code { (name) } } dd { code { (value) } }
                }
            }
            @if !history.annotations.is_empty() {
                dt { "Annotated" }
                dd {
                    @for found in &history.annotations {
                        span class="source" { (*found.of) " → " (*found.value) } " "
                    }
                }
            }
        }
    }
}

/// What took whose place.
fn links(place: &Place<'_>, id: MemoryId, chain: &[Link]) -> Markup {
    if chain.len() < 2 {
        return html! {};
    }
    html! {
        h2 { "What took whose place" }
        ol class="chain" {
            @for link in chain {
                li aria-current=[(link.memory.id == id).then_some("true")] {
                    a class="memory" href={ (place.path("memories")) "/" (link.memory.id) } {
                        span class="text" { (*link.memory.text) }
                        span class="meta" {
                            (state(link.memory.state)) (day(link.memory.created))
                            @if link.memory.id == id { (badge("quiet", "This one")) }
                        }
                    }
                    @if let Some(next) = link.superseded_by.first() {
                        p class="muted down" { "↓ superseded " (time(next.at)) }
                    }
                }
            }
        }
    }
}

fn actions(place: &Place<'_>, memory: &Memory) -> Markup {
    let act = |name: &str, word: &str| {
        html! {
            form method="post" action={ (place.path("memories")) "/" (memory.id) "/" (word) } {
                button class="button" { (name) }
            }
        }
    };
    let visit = place.visit;
    let live = matches!(memory.state, State::Live | State::Pinned);
    let comes_back = matches!(memory.state, State::Released | State::Superseded | State::Quarantined);
    html! {
        div class="actions" {
            @if visit.allows(&table::PURGE) {
                form method="post" action=(place.path("plans")) {
                    input type="hidden" name="verb" value="purge";
                    input type="hidden" name="id" value=(memory.id);
                    button class="button danger" { (icon("forget")) "Erase…" }
                }
            }
            @if live && visit.allows(&table::RELEASE) { (act("Take out of recall", "release")) }
            @if comes_back && visit.allows(&table::RESTORE) {
                (act("Bring back into recall", "restore"))
            }
            @if memory.state == State::Live && visit.allows(&table::PIN) { (act("Pin", "pin")) }
            @if memory.state == State::Pinned && visit.allows(&table::UNPIN) { (act("Unpin", "unpin")) }
        }
        @if live && visit.allows(&table::EDIT) {
            details class="new" {
                summary { "Edit the text" }
                form method="post" action={ (place.path("memories")) "/" (memory.id) "/edit" } class="stack" {
                    label for="edited" { "New text" }
                    textarea id="edited" name="text" rows="3" required { (*memory.text) }
                    p class="muted" { "The text before stays in the history. To have it gone for good, erase it." }
                    button class="button" { "Save the new text" }
                }
            }
        }
    }
}

/// Does with one memory what can be taken back.
pub(super) fn change(place: &Place<'_>, id: &str, verb: &str) -> Result<Answer, Problem> {
    let id: MemoryId = id.parse().map_err(OpError::from)?;
    let target = || Target::Ids(vec![id]);
    let returning = Returning::default;
    let text = place.visit.form.get("text");
    let (operation, done): (&Operation, _) = match verb {
        "release" => (&table::RELEASE, "It is out of recall, and can be brought back."),
        "restore" => (&table::RESTORE, "It is in recall again."),
        "pin" => (&table::PIN, "It is pinned: it does not sink with time."),
        "unpin" => (&table::UNPIN, "It is pinned no longer."),
        _ => (&table::EDIT, "It has the new text."),
    };
    let planned: Planned = place.with(operation, |scope| match verb {
        "release" => ops::release(scope, ReleaseInput { target: target(), min_confidence: None }),
        "restore" => ops::restore(scope, RestoreInput { target: target(), returning: returning() }),
        "pin" => ops::pin(scope, PinInput { target: target(), min_confidence: None }),
        "unpin" => ops::unpin(scope, UnpinInput { target: target(), min_confidence: None }),
        _ => {
            let (text, returning) = (text.into(), returning());
            ops::edit(scope, EditInput { target: target(), text, returning, min_confidence: None })
        }
    })?;
    planned.refuse_empty()?;
    ops::apply(planned, &ApplyInput::default())?;
    place.visit.leave(done);
    Ok(Answer::To(place.path(&format!("memories/{id}"))))
}
