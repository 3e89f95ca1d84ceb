//! Erasing one memory, and where that is asked for those whose place it took.

use std::collections::{BTreeMap, BTreeSet};

use axum::routing::MethodFilter;
use nepenthe::{MemoryId, ScopePath};
use nepenthe_ops::{self as ops, Blame, BlameInput, table};
use serde_json::json;

use super::answer::Answer;
use super::call::{Call, bad};
use super::entity::EntityKind;
use super::erase::{Asked, Done, erase};
use super::memory::Found;
use super::route::Route;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[Route {
    is_rest: true,
    query: &["delete_linked"],
    ..Route::new(MethodFilter::DELETE, "/v1/memories/{id}/", delete)
}];

fn delete(call: &Call<'_>) -> Result<Answer, Problem> {
    let id = call.id()?;
    let path = call.find(&table::PURGE, id)?;
    let linked = match call.parameter("delete_linked") {
        None | Some("false" | "False") => BTreeSet::new(),
        Some("true" | "True") => linked(call, &path, id)?,
        Some(_) => return Err(bad("delete_linked is true or false")),
    };
    let asked = [id].into_iter().chain(linked).map(|id| (path.clone(), id));
    let done = erase_of_owners(call, asked)?;
    let others = done.memories.saturating_sub(1);
    Ok(done.answer("Memory deleted successfully!", [("cascade_count", json!(others))]))
}

/// The older memories whose place a memory took, and theirs.
fn linked(call: &Call<'_>, path: &ScopePath, id: MemoryId) -> Result<BTreeSet<MemoryId>, Problem> {
    let Blame { memories, .. } =
        call.with(&table::BLAME, path, |scope| ops::blame(scope, &BlameInput::Id(id)))?;
    let (mut linked, mut waiting) = (BTreeSet::new(), vec![id]);
    while let Some(newer) = waiting.pop() {
        let older = memories.iter().filter(|link| link.superseded_by.iter().any(|by| by.id == newer));
        let older: Vec<MemoryId> = older.map(|link| link.memory.id).collect();
        waiting.extend(older.into_iter().filter(|older| *older != id && linked.insert(*older)));
    }
    Ok(linked)
}

/// Erases memories with what repeats them and what was made from them, as far as that has the same owner.
pub(super) fn erase_of_owners(
    call: &Call<'_>,
    asked: impl IntoIterator<Item = (ScopePath, MemoryId)>,
) -> Result<Done, Problem> {
    let (mut by_scope, mut owners): (BTreeMap<ScopePath, Asked>, BTreeSet<_>) = Default::default();
    for (path, id) in asked {
        let memory = call.with(&table::PURGE, &path, |scope| ops::get(scope, &ops::GetInput { id }))?;
        let found = Found::new(&call.project, path.clone(), memory);
        owners.insert((path.clone(), owner(&found)));
        by_scope.entry(path).or_default().ids.insert(id);
    }
    erase(call, &by_scope, |found| owners.contains(&(found.path.clone(), owner(found))))
}

fn owner(found: &Found) -> Option<(EntityKind, String)> {
    found.entities.owner().map(|(kind, id)| (kind, id.to_owned()))
}
