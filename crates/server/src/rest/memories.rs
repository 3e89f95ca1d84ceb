//! Memories: written, listed, read, edited, erased.

use nepenthe::MemoryId;
use nepenthe_ops::{
    self as ops, ApplyInput, Code, EditInput, GetInput, History, HistoryInput, Include, InscribeInput,
    Inscribed, Memory, OpError, Outcome, PageInput, PurgeInput, Returning, Target, Text, table,
};
use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::call::{Call, etag};
use super::route::{Answers, Method, Needs, Once, Query, Route, Takes, shape};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: Method::Post,
        path: "/v1/memories",
        name: "inscribe",
        summary: "Write memories, all or none",
        needs: Needs::Operations(&[table::INSCRIBE]),
        takes: Takes::Json(shape::<InscribeInput>),
        once: Once::Kept,
        status: 201,
        answers: Answers::Json(shape::<Inscribed>),
        call: inscribe,
        ..Route::USUAL
    },
    Route {
        path: "/v1/memories",
        name: "list",
        summary: "List the memories of the scope, oldest first",
        needs: Needs::Operations(&[table::LIST]),
        query: &[
            Query {
                name: "include",
                about: "Which are shown; `live` if it is left out",
                schema: shape::<Include>,
            },
            Query {
                name: "limit",
                about: "At most this many, 1 to 1,000; 100 if it is left out",
                schema: |_| json_schema!({ "type": "integer", "minimum": 1, "maximum": 1000 }),
            },
            Query {
                name: "cursor",
                about: "Where to go on: `next` of the page before",
                schema: |_| json_schema!({ "type": "string", "pattern": "^[0-9a-z]{1,13}$" }),
            },
        ],
        answers: Answers::Json(shape::<Page>),
        call: list,
        ..Route::USUAL
    },
    Route {
        path: "/v1/memories/{id}",
        name: "get",
        summary: "Read one memory, whatever its state; its version is the ETag",
        needs: Needs::Operations(&[table::GET]),
        answers: Answers::Json(shape::<Memory>),
        call: get,
        ..Route::USUAL
    },
    Route {
        method: Method::Patch,
        path: "/v1/memories/{id}",
        name: "edit",
        summary: "Replace the text of one memory",
        needs: Needs::Operations(&[table::EDIT]),
        takes: Takes::Json(shape::<Patch>),
        if_match: true,
        answers: Answers::Json(shape::<Outcome>),
        call: edit,
        ..Route::USUAL
    },
    Route {
        method: Method::Delete,
        path: "/v1/memories/{id}",
        name: "purge",
        summary: "Erase one memory for good, with its copies and what was made from it",
        needs: Needs::Operations(&[table::PURGE]),
        if_match: true,
        answers: Answers::Json(shape::<Outcome>),
        call: purge,
        ..Route::USUAL
    },
    Route {
        path: "/v1/memories/{id}/history",
        name: "history",
        summary: "Tell what happened to one memory, oldest first; of an erased one too, without its texts",
        needs: Needs::Operations(&[table::HISTORY]),
        answers: Answers::Json(shape::<History>),
        call: history,
        ..Route::USUAL
    },
];

/// How many memories a page has at most, and how many where nobody says.
const MOST: usize = 1000;
const USUAL: usize = 100;

/// A part of the memories.
#[derive(Serialize, JsonSchema)]
struct Page {
    /// Oldest first.
    memories: Vec<Memory>,
    /// Where the next page begins; null on the last.
    next: Option<String>,
}

/// What is changed of a memory.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Patch {
    /// The text that it is to have.
    text: Text,
    /// What is done with a text that says again what was erased.
    #[serde(default)]
    returning: Returning,
}

fn inscribe(call: &Call<'_>) -> Result<Answer, Problem> {
    let input: InscribeInput = call.input()?;
    if input.memories.is_empty() {
        return Err(OpError::new(Code::BadRequest, "there is no memory in `memories`").into());
    }
    let inscribed = call.with(&table::INSCRIBE, |scope| ops::inscribe(scope, input.clone(), &mut |_| {}))?;
    let answer = Answer::json(&inscribed);
    Ok(match inscribed.ids.as_slice() {
        [one] => answer.with_location(format!("/v1/memories/{one}")),
        _ => answer,
    })
}

fn list(call: &Call<'_>) -> Result<Answer, Problem> {
    let bad = |message: &str| OpError::new(Code::BadRequest, message);
    let include = match call.parameter("include") {
        None | Some("live") => Include::Live,
        Some("submerged") => Include::Submerged,
        Some("all") => Include::All,
        Some(_) => return Err(bad("include is live, submerged or all").into()),
    };
    let limit = call.parameter("limit").map_or(Ok(USUAL), str::parse);
    let limit = limit.ok().filter(|limit| (1..=MOST).contains(limit));
    let limit = limit.ok_or_else(|| bad("limit is a number from 1 to 1000"))?;
    let after = call.parameter("cursor").map_or(Ok(0), |cursor| {
        i64::from_str_radix(cursor, 36)
            .ok()
            .filter(|after| *after > 0)
            .ok_or_else(|| bad("cursor is none that a page had"))
    })?;
    let input = PageInput { include, after, limit };
    let ops::Page { memories, next } = call.with(&table::LIST, |scope| ops::page(scope, &input))?;
    Ok(Answer::json(&Page { memories, next: next.map(base36) }))
}

fn get(call: &Call<'_>) -> Result<Answer, Problem> {
    let id: MemoryId = call.id()?;
    // The version first: what is changed between the two reads makes it too old, and no change is lost.
    let (memory, last) = call.with(&table::GET, |scope| {
        let last = scope.history(id)?.last().map(|entry| entry.event.seq);
        Ok((ops::get(scope, &GetInput { id })?, last))
    })?;
    let answer = Answer::json(&memory);
    Ok(match last {
        Some(last) => answer.with_etag(etag(last)),
        None => answer,
    })
}

fn edit(call: &Call<'_>) -> Result<Answer, Problem> {
    let (id, Patch { text, returning }): (MemoryId, Patch) = (call.id()?, call.input()?);
    let target = Target::Ids(vec![id]);
    let input = EditInput { target, text, returning, min_confidence: None };
    let planned = call.with(&table::EDIT, |scope| ops::edit(scope, input.clone()))?;
    call.refuse_unless_matched(guard(&planned, id)?)?;
    let outcome = ops::apply(planned, &ApplyInput::default()).map_err(changed_since)?;
    let answer = Answer::of_outcome(&outcome);
    Ok(match outcome.changes.iter().rfind(|change| change.id == id) {
        Some(change) => answer.with_etag(etag(change.event)),
        None => answer,
    })
}

fn purge(call: &Call<'_>) -> Result<Answer, Problem> {
    let id: MemoryId = call.id()?;
    let input = PurgeInput::new(Target::Ids(vec![id]));
    let planned = call.with(&table::PURGE, |scope| ops::purge(scope, input.clone()))?;
    call.refuse_unless_matched(guard(&planned, id)?)?;
    let outcome = ops::apply(planned, &ApplyInput::default()).map_err(changed_since)?;
    call.service.metrics.purged(outcome.changes.len());
    Ok(Answer::of_outcome(&outcome))
}

fn history(call: &Call<'_>) -> Result<Answer, Problem> {
    let input = HistoryInput { id: call.id()? };
    Ok(Answer::json(&call.with(&table::HISTORY, |scope| ops::history(scope, &input))?))
}

/// The last event of the memory that a plan is about: what the plan was made of.
fn guard(planned: &ops::Planned, id: MemoryId) -> Result<Option<nepenthe::EventSeq>, OpError> {
    let steps = planned.plan()?.steps;
    Ok(steps.iter().find(|step| step.memory.id == id).map(|step| step.guard))
}

/// Between plan and change of one request, somebody else's change came: the request may come again.
fn changed_since(error: OpError) -> Problem {
    match error.code() {
        Code::PlanChanged => Problem::from(error).retryable(),
        _ => error.into(),
    }
}

/// A number as a cursor has it.
fn base36(mut number: i64) -> String {
    let mut digits = Vec::new();
    while number > 0 {
        digits.extend(u32::try_from(number % 36).ok().and_then(|digit| char::from_digit(digit, 36)));
        number /= 36;
    }
    digits.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::base36;

    #[test]
    fn a_cursor_comes_back_as_it_went() {
        for number in [1, 35, 36, 4711, i64::MAX] {
            assert_eq!(i64::from_str_radix(&base36(number), 36), Ok(number));
        }
    }
}
