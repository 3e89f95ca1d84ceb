//! Erasing everything with some ids. Whatever is not wholly understood erases nothing.

use std::collections::{BTreeMap, BTreeSet};

use axum::routing::MethodFilter;
use nepenthe::{MemoryId, ScopePath};
use nepenthe_ops::{Code, Include, OpError, table};
use serde_json::json;

use super::answer::Answer;
use super::call::{Call, bad};
use super::entity::{Entities, EntityKind};
use super::erase::{Asked, Done, erase};
use super::filter::{Filter, Words};
use super::python_dict;
use super::route::Route;
use super::select::{in_scope, places};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[Route {
    query: &["user_id", "agent_id", "app_id", "run_id", "filters"],
    ..Route::new(MethodFilter::DELETE, "/v1/memories/", delete_all)
}];

fn delete_all(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::PURGE)?;
    let mut asked = Entities::default();
    for kind in EntityKind::ALL {
        if let Some(id) = call.parameter(kind.field()) {
            asked.add(kind, id)?;
        }
    }
    if let Some(filters) = call.parameter("filters") {
        for (field, id) in python_dict::read(filters)? {
            asked.add_field(&field, &id)?;
        }
    }
    let done = erase_all(call, &asked)?;
    let memories = done.memories;
    Ok(done.answer("Memories deleted successfully!", [("deleted", json!(memories))]))
}

/// Erases every memory with these ids, whatever its state.
pub(super) fn erase_all(call: &Call<'_>, asked: &Entities) -> Result<Done, Problem> {
    call.demand(&table::PURGE)?;
    if asked.owner().is_none() {
        return Err(bad("name at least one of user_id, agent_id, app_id and run_id; nothing was erased"));
    }
    let conditions = asked.iter().map(|(kind, id)| Filter::Entity(kind, Words::Is(id.to_owned())));
    let filter = Filter::All(conditions.collect());
    let mut by_scope: BTreeMap<ScopePath, Asked> = BTreeMap::new();
    for path in places(call, &filter)? {
        let all = in_scope(call, &table::PURGE, &path, Include::All)?;
        let ids: BTreeSet<MemoryId> =
            all.iter().filter(|found| filter.takes(found)).map(|found| found.memory.id).collect();
        if !ids.is_empty() {
            by_scope.insert(path, Asked { is_whole: ids.len() == all.len(), ids });
        }
    }
    if by_scope.is_empty() {
        let erased = asked.iter().all(|(kind, id)| call.service.erased.knows(&call.project, kind, id));
        return match erased {
            true => Ok(Done::nothing()),
            false => {
                Err(OpError::new(Code::NotFound, "no memory here has these ids; nothing was erased").into())
            }
        };
    }
    erase(call, &by_scope, |found| found.entities.include(asked))
}
