//! Several memories by their ids. All of them must be there before one is touched.

use std::collections::BTreeSet;

use axum::routing::MethodFilter;
use nepenthe::{MemoryId, ScopePath};
use nepenthe_ops::{OpError, Operation, table};
use serde::Deserialize;
use serde_json::json;

use super::answer::Answer;
use super::call::{Call, bad, not_found};
use super::delete::erase_of_owners;
use super::route::Route;
use super::update::{Update, edit};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route { takes_body: true, ..Route::new(MethodFilter::PUT, "/v1/batch/", update) },
    Route { takes_body: true, ..Route::new(MethodFilter::DELETE, "/v1/batch/", delete) },
];

/// How many memories one request may name.
const MOST: usize = 1000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Batch<T> {
    memories: Vec<T>,
}

#[derive(Deserialize)]
struct Updated {
    memory_id: String,
    #[serde(flatten)]
    update: Update,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deleted {
    memory_id: String,
}

fn update(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::EDIT)?;
    let Batch { memories }: Batch<Updated> = call.input()?;
    let ids = memories.iter().map(|memory| memory.memory_id.as_str());
    let found = find(call, &table::EDIT, ids)?;
    let texts = memories.iter().map(|memory| memory.update.text()).collect::<Result<Vec<_>, _>>()?;
    for (at, (((path, id), text), memory)) in found.iter().zip(texts).zip(&memories).enumerate() {
        edit(call, path, *id, text, memory.update.returning()).map_err(|error| {
            let message =
                format!("{id}: {}; {at} of {} were updated before it", error.message(), found.len());
            OpError::new(error.code(), message)
        })?;
    }
    Ok(Answer::new(json!({ "message": format!("Successfully updated {} memories", found.len()) })))
}

fn delete(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::PURGE)?;
    let Batch { memories }: Batch<Deleted> = call.input()?;
    let found = find(call, &table::PURGE, memories.iter().map(|memory| memory.memory_id.as_str()))?;
    let named = found.len();
    let done = erase_of_owners(call, found)?;
    let others = done.memories.saturating_sub(named);
    let message = format!("Successfully deleted {named} memories");
    Ok(done.answer(&message, [("cascade_count", json!(others))]))
}

/// Finds the memories of these ids, each named once.
fn find<'a>(
    call: &Call<'_>,
    operation: &Operation,
    ids: impl ExactSizeIterator<Item = &'a str>,
) -> Result<Vec<(ScopePath, MemoryId)>, Problem> {
    if !(1..=MOST).contains(&ids.len()) {
        return Err(bad("`memories` has 1 to 1000 memories"));
    }
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for id in ids {
        let id: MemoryId = id.parse().map_err(|_| not_found())?;
        if !seen.insert(id) {
            return Err(bad("a memory is named twice in `memories`"));
        }
        found.push((call.find(operation, id)?, id));
    }
    Ok(found)
}
