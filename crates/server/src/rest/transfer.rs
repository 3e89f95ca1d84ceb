//! Export and import as JSON lines.

use nepenthe_ops::{self as ops, ExportInput, ImportInput, Imported, table};

use super::answer::Answer;
use super::call::Call;
use super::route::{Answers, Method, Needs, Once, Route, Takes, shape};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route {
        path: "/v1/export",
        name: "export",
        summary: "Write every memory of the scope as JSON lines",
        needs: Needs::Operations(&[table::EXPORT]),
        answers: Answers::Lines,
        call: export,
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/import",
        name: "import",
        summary: "Read an export back, all or nothing",
        needs: Needs::Operations(&[table::IMPORT]),
        takes: Takes::Lines,
        once: Once::Kept,
        answers: Answers::Json(shape::<Imported>),
        call: import,
        ..Route::USUAL
    },
];

/// All of it is made before any is sent: a client that reads slowly would keep the store from erasing.
fn export(call: &Call<'_>) -> Result<Answer, Problem> {
    let lines = call.with(&table::EXPORT, |scope| {
        let mut lines = Vec::new();
        ops::export(scope, &ExportInput {}, &mut lines, &mut |_| {}).map(|_| lines)
    })?;
    Ok(Answer::lines(lines))
}

fn import(call: &Call<'_>) -> Result<Answer, Problem> {
    let imported = call
        .with(&table::IMPORT, |scope| ops::import(scope, ImportInput::default(), call.body, &mut |_| {}))?;
    Ok(Answer::json(&imported))
}
