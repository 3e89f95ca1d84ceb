//! Reading one memory.

use axum::routing::MethodFilter;
use nepenthe::{MemoryId, ScopePath};
use nepenthe_ops::{self as ops, GetInput, OpError, table};
use serde_json::Value;

use super::answer::Answer;
use super::call::Call;
use super::memory::Found;
use super::route::Route;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] =
    &[Route { is_rest: true, ..Route::new(MethodFilter::GET, "/v1/memories/{id}/", get) }];

fn get(call: &Call<'_>) -> Result<Answer, Problem> {
    let id = call.id()?;
    let path = call.find(&table::GET, id)?;
    Ok(Answer::new(Value::Object(read(call, &path, id)?.shown(call)?)))
}

/// Reads a memory in its scope.
pub(super) fn read(call: &Call<'_>, path: &ScopePath, id: MemoryId) -> Result<Found, OpError> {
    let memory = call.with(&table::GET, path, |scope| ops::get(scope, &GetInput { id }))?;
    Ok(Found::new(&call.project, path.clone(), memory))
}
