//! Users, agents, apps and runs: who has memories, and erasing all that one has.

use std::collections::BTreeMap;

use axum::routing::MethodFilter;
use jiff::Timestamp;
use nepenthe_ops::{Include, table};
use serde_json::{Value, json};

use super::answer::Answer;
use super::call::{Call, bad};
use super::delete_all::erase_all;
use super::entity::{Entities, EntityKind};
use super::get_all::paged;
use super::route::Route;
use super::select::in_scope;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route { query: &["page", "page_size"], ..Route::new(MethodFilter::GET, "/v1/entities/", entities) },
    Route::new(MethodFilter::DELETE, "/v2/entities/{type}/{id}/", delete),
    // An older method of the client for Node.
    Route::new(MethodFilter::DELETE, "/v1/entities/{type}/{id}/", delete),
];

/// How many a page has at most, and the last page.
const MOST: usize = 1000;
const LAST: usize = 1_000_000;

/// What one has.
struct Holds {
    memories: usize,
    first: Timestamp,
    last: Timestamp,
}

/// Lists everybody who has a memory, whatever its state. Without a page all of them: who resets goes by this list.
fn entities(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::LIST)?;
    let (page, size) = (call.number("page", LAST)?, call.number("page_size", MOST)?);
    let mut all: BTreeMap<(EntityKind, String), Holds> = BTreeMap::new();
    for path in call.scopes()? {
        for found in in_scope(call, &table::LIST, &path, Include::All)? {
            let (created, changed) = (found.memory.created, found.memory.changed);
            for (kind, id) in found.entities.iter() {
                let new = Holds { memories: 0, first: created, last: changed };
                let holds = all.entry((kind, id.to_owned())).or_insert(new);
                holds.memories += 1;
                (holds.first, holds.last) = (holds.first.min(created), holds.last.max(changed));
            }
        }
    }
    let count = all.len();
    let results = all.into_iter().map(|((kind, id), holds)| {
        json!({
            "id": id,
            "name": id,
            "type": kind.word(),
            "total_memories": holds.memories,
            "metadata": null,
            "created_at": holds.first,
            "updated_at": holds.last,
        })
    });
    let (page, size) = match (page, size) {
        (None, None) => (1, count.max(1)),
        (page, size) => (page.unwrap_or(1), size.unwrap_or(100)),
    };
    let results: Vec<Value> = results.skip((page - 1) * size).take(size).collect();
    Ok(Answer::new(paged("/v1/entities/", count, page, size, results)))
}

fn delete(call: &Call<'_>) -> Result<Answer, Problem> {
    let (kind, id) = match call.params.as_slice() {
        [kind, id] => (kind.as_str(), id.as_str()),
        _ => ("", ""),
    };
    let kind = EntityKind::ALL.into_iter().find(|known| known.word() == kind);
    let kind = kind.ok_or_else(|| bad("an entity is a user, an agent, an app or a run"))?;
    let mut asked = Entities::default();
    asked.add(kind, id)?;
    let done = erase_all(call, &asked)?;
    let memories = done.memories;
    Ok(done.answer("Entity deleted successfully!", [("deleted", json!(memories))]))
}
