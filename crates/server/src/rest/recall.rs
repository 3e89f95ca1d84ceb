//! Recall, and counting.

use nepenthe_ops::{self as ops, Code, OpError, RecallInput, Recalled, Stats, StatsInput, table};

use super::answer::Answer;
use super::call::Call;
use super::route::{Answers, Method, Needs, Route, Takes, shape};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: Method::Post,
        path: "/v1/recall",
        name: "recall",
        summary: "Find the memories that answer a query, best first",
        needs: Needs::Operations(&[table::RECALL]),
        takes: Takes::Json(shape::<RecallInput>),
        answers: Answers::Json(shape::<Recalled>),
        call: recall,
        ..Route::USUAL
    },
    Route {
        path: "/v1/stats",
        name: "stats",
        summary: "Count the scope's memories and events",
        needs: Needs::Operations(&[table::STATS]),
        answers: Answers::Json(shape::<Stats>),
        call: stats,
        ..Route::USUAL
    },
];

/// How many hits one request may ask for.
const MOST: usize = 1000;

fn recall(call: &Call<'_>) -> Result<Answer, Problem> {
    let input: RecallInput = call.input()?;
    if !(1..=MOST).contains(&input.k) {
        return Err(OpError::new(Code::BadRequest, "k is a number from 1 to 1000").into());
    }
    Ok(Answer::json(&call.with(&table::RECALL, |scope| ops::recall(scope, &input))?))
}

fn stats(call: &Call<'_>) -> Result<Answer, Problem> {
    Ok(Answer::json(&call.with(&table::STATS, |scope| ops::stats(scope, &StatsInput {}))?))
}
