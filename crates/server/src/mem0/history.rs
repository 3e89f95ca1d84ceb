//! What happened to one memory. Of one that was erased nothing is told.

use axum::routing::MethodFilter;
use nepenthe::EventKind;
use nepenthe_ops::{self as ops, HistoryEntry, HistoryInput, table};
use serde_json::{Value, json};

use super::answer::Answer;
use super::call::Call;
use super::entity::EntityKind;
use super::get::read;
use super::route::Route;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] =
    &[Route { is_rest: true, ..Route::new(MethodFilter::GET, "/v1/memories/{id}/history/", history) }];

fn history(call: &Call<'_>) -> Result<Answer, Problem> {
    let id = call.id()?;
    let path = call.find(&table::HISTORY, id)?;
    let found = read(call, &path, id)?;
    let events = call.with(&table::HISTORY, &path, |scope| ops::history(scope, &HistoryInput { id }))?.events;
    let shown = found.shown(call)?;
    let (mut told, mut before): (Vec<Value>, Option<String>) = (Vec::new(), None);
    for HistoryEntry { event, text, .. } in events {
        let text = text.map(|text| text.0);
        let Some(word) = word(event.kind) else { continue };
        let gone = word == "DELETE";
        told.push(json!({
            "id": event.seq.to_string(),
            "memory_id": id,
            "input": match (&text, event.kind) {
                (Some(text), EventKind::Inscribe | EventKind::Edit) => vec![json!({ "role": "user", "content": text })],
                _ => Vec::new(),
            },
            "old_memory": before,
            "new_memory": if gone { None } else { text.as_ref() },
            "user_id": found.entities.get(EntityKind::User),
            "event": word,
            "metadata": shown.get("metadata"),
            "created_at": found.memory.created,
            "updated_at": event.at,
        }));
        before = text;
    }
    Ok(Answer::new(told.into()))
}

/// The word for what happened; none for what leaves text and recall as they were.
fn word(kind: EventKind) -> Option<&'static str> {
    match kind {
        EventKind::Inscribe | EventKind::Restore => Some("ADD"),
        EventKind::Edit | EventKind::Redact => Some("UPDATE"),
        EventKind::Supersede | EventKind::Release | EventKind::Purge => Some("DELETE"),
        _ => None,
    }
}
