//! A new text for one memory.

use axum::routing::MethodFilter;
use nepenthe::{MemoryId, ScopePath};
use nepenthe_ops::{self as ops, ApplyInput, Code, EditInput, OpError, Returning, Target, table};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::answer::Answer;
use super::call::{Call, bad};
use super::get::read;
use super::route::Route;
use crate::http::{Problem, Refusal};

pub(super) const ROUTES: &[Route] =
    &[Route { takes_body: true, ..Route::new(MethodFilter::PUT, "/v1/memories/{id}/", update) }];

/// What is changed. The operations change texts alone.
#[derive(Deserialize)]
pub(super) struct Update {
    text: Option<String>,
    #[serde(default)]
    returning: Returning,
    #[serde(flatten)]
    others: Map<String, Value>,
}

fn update(call: &Call<'_>) -> Result<Answer, Problem> {
    // The answer shows the memory.
    call.demand(&table::EDIT)?;
    call.demand(&table::GET)?;
    let id = call.id()?;
    let update: Update = call.input()?;
    let text = update.text()?;
    let path = call.find(&table::EDIT, id)?;
    edit(call, &path, id, text, update.returning)?;
    Ok(Answer::new(Value::Object(read(call, &path, id)?.shown(call)?)))
}

impl Update {
    /// Returns the new text, where nothing else is asked for.
    pub(super) fn text(&self) -> Result<String, Problem> {
        let is_known =
            |field: &String| ["metadata", "timestamp", "expiration_date"].contains(&field.as_str());
        if !self.others.keys().all(is_known) {
            return Err(bad("an update has `text`, and a field of this one is unknown"));
        }
        if let Some(field) = self.others.keys().next() {
            let detail =
                format!("{field} cannot be changed; the text can, or delete the memory and add another");
            return Err(Problem::because(Refusal::NotOffered, detail));
        }
        self.text.clone().ok_or_else(|| bad("an update has `text`"))
    }

    pub(super) fn returning(&self) -> Returning {
        self.returning.clone()
    }
}

/// Gives a memory a new text.
pub(super) fn edit(
    call: &Call<'_>,
    path: &ScopePath,
    id: MemoryId,
    text: String,
    returning: Returning,
) -> Result<(), OpError> {
    let target = Target::Ids(vec![id]);
    let input = EditInput { target, text: text.into(), returning, min_confidence: None };
    let planned = call.with(&table::EDIT, path, |scope| ops::edit(scope, input.clone()))?;
    match ops::apply(planned, &ApplyInput::default()) {
        // It has this text already.
        Err(error) if error.code() == Code::NothingMatched => Ok(()),
        applied => applied.map(drop),
    }
}
