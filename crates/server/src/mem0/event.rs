//! What became of an addition. It is done when it is answered: its event is named by the memories that it wrote.

use axum::routing::MethodFilter;
use nepenthe::MemoryId;
use nepenthe_ops::{self as ops, Code, GetInput, OpError, table};
use serde_json::{Value, json};

use super::answer::Answer;
use super::call::Call;
use super::route::Route;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[Route::new(MethodFilter::GET, "/v1/event/{id}/", event)];

/// Names the event that wrote these.
pub(super) fn id(ids: &[MemoryId]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
}

fn event(call: &Call<'_>) -> Result<Answer, Problem> {
    let none = || OpError::new(Code::NotFound, "there is no such event here");
    call.demand(&table::GET)?;
    let event = call.params.first().map(String::as_str).unwrap_or_default();
    let ids: Vec<MemoryId> =
        event.split('.').map(str::parse).collect::<Result<_, _>>().map_err(|_| none())?;
    let mut results: Vec<Value> = Vec::new();
    for id in ids {
        // What was erased since is not among them.
        let found = call
            .find(&table::GET, id)
            .and_then(|path| call.with(&table::GET, &path, |scope| ops::get(scope, &GetInput { id })));
        match found {
            Ok(memory) => results.push(json!({ "id": id, "memory": memory.text, "event": "ADD" })),
            Err(error) if error.code() == Code::NotFound => {}
            Err(error) => return Err(error.into()),
        }
    }
    match results.is_empty() {
        true => Err(none().into()),
        false => Ok(Answer::new(json!({ "id": event, "status": "SUCCEEDED", "results": results }))),
    }
}
