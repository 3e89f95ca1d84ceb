//! [`call`]: the operations that take JSON and answer JSON, by their names.

use nepenthe::Scope;
use nepenthe_ops::{self as ops, BlameInput, Code, OpError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The memory asked about: an id, or words.
#[derive(Deserialize)]
struct BlameGiven {
    text: String,
}

/// A part of the memories, which `list` reads whole.
#[derive(Deserialize)]
struct PageGiven {
    include: ops::Include,
    after: i64,
    limit: usize,
}

/// That part.
#[derive(Serialize)]
struct PageRead {
    memories: Vec<ops::Memory>,
    next: Option<i64>,
}

impl PageGiven {
    fn read(self, scope: &Scope) -> Result<PageRead, OpError> {
        let Self { include, after, limit } = self;
        let ops::Page { memories, next } = ops::page(scope, &ops::PageInput { include, after, limit })?;
        Ok(PageRead { memories, next })
    }
}

/// Calls an operation of a scope or of its store.
///
/// # Errors
/// Those of the operation; [`Code::BadRequest`] for an input that is not of its shape.
pub(crate) fn call(scope: &Scope, operation: &str, input: &str) -> Result<String, OpError> {
    let store = || scope.store();
    match operation {
        "count" => answer(input, |input| ops::count(&store(), &input)),
        "scopes" => answer(input, |input| ops::scopes(&store(), &input)),
        "list" => answer(input, |input| ops::list(scope, &input)),
        "get" => answer(input, |input| ops::get(scope, &input)),
        "history" => answer(input, |input| ops::history(scope, &input)),
        "page" => answer(input, |input: PageGiven| input.read(scope)),
        "blame" => answer(input, |input: BlameGiven| ops::blame(scope, &BlameInput::read(input.text)?)),
        "log" => answer(input, |input| ops::log(scope, &input)),
        "stats" => answer(input, |input| ops::stats(scope, &input)),
        "backup_create" => answer(input, |input| ops::backup_create(&store(), &input, &mut |_| {})),
        "check" => answer(input, |input| ops::check(&store(), &input, &mut |_| {})),
        "scrub" => answer(input, |input| ops::scrub(scope, &input)),
        "receipts" => answer(input, |input| ops::receipts(scope, &input)),
        "all_receipts" => answer(input, |input| ops::all_receipts(&store(), &input)),
        _ => Err(unknown(operation)),
    }
}

/// Plans a change.
///
/// # Errors
/// As for [`call`].
pub(crate) fn plan(scope: &Scope, operation: &str, input: &str) -> Result<ops::Planned, OpError> {
    match operation {
        "supersede" => ops::supersede(scope, read(input)?),
        "release" => ops::release(scope, read(input)?),
        "restore" => ops::restore(scope, read(input)?),
        "purge" => ops::purge(scope, read(input)?),
        "edit" => ops::edit(scope, read(input)?),
        "pin" => ops::pin(scope, read(input)?),
        "unpin" => ops::unpin(scope, read(input)?),
        "decay" => ops::decay(scope, read(input)?),
        "consolidate" => ops::consolidate(scope, read(input)?),
        _ => Err(unknown(operation)),
    }
}

/// Reads an input, does something with it, and writes the output.
pub(crate) fn answer<I: DeserializeOwned, O: Serialize>(
    input: &str,
    operation: impl FnOnce(I) -> Result<O, OpError>,
) -> Result<String, OpError> {
    written(&operation(read(input)?)?)
}

/// Reads an input. What is wrong with it is not said in the parser's words, which quote it.
pub(crate) fn read<I: DeserializeOwned>(input: &str) -> Result<I, OpError> {
    serde_json::from_str(input).map_err(|_| {
        OpError::new(Code::BadRequest, "an argument has not the type or not the form that it must have")
    })
}

/// Writes an output.
pub(crate) fn written(output: &impl Serialize) -> Result<String, OpError> {
    serde_json::to_string(output)
        .map_err(|_| OpError::new(Code::StorageFailed, "what is answered cannot be written as JSON"))
}

fn unknown(operation: &str) -> OpError {
    OpError::new(Code::BadRequest, format!("there is no operation {operation} here"))
}
