//! The tool `supersede`.

use nepenthe_ops::{self as ops, NewMemory, Returning, SupersedeInput, table};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::answer::Reply;
use crate::mcp::call::{Call, Fault};
use crate::mcp::changed::{Changed, change};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "supersede",
    title: "Update",
    description: "Write a new fact in the place of what it replaces; the old one stays in the history.",
    operations: &[table::SUPERSEDE],
    effect: Effect::Changes,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Changed>),
    call,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// What is no longer true, in words
    what: Option<String>,
    /// Exactly these; with `what`, all that its plan touches
    ids: Option<Vec<String>>,
    /// What is true now
    new: String,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { what, ids, new } = call.input()?;
    let new = NewMemory { text: new.into(), ..NewMemory::default() };
    let supersede = |target| SupersedeInput {
        target,
        new: new.clone(),
        returning: Returning::default(),
        min_confidence: None,
    };
    change(call, what, ids, |scope, target| ops::supersede(scope, supersede(target)))
}
