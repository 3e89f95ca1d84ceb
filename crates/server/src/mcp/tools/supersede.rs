//! The tool `supersede`.

use nepenthe_ops::{self as ops, NewMemory, Returning, SupersedeInput, table};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::answer::Reply;
use crate::mcp::call::{Call, Fault, Meant};
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
    let meant = Meant::read(what, ids)?;
    let input = SupersedeInput {
        target: meant.target.clone(),
        new: NewMemory { text: new.into(), ..NewMemory::default() },
        returning: Returning::default(),
        min_confidence: None,
    };
    Ok(call.with(|scope| change(ops::supersede(scope, input.clone())?, &meant))?.into())
}
