//! The tool `restore`.

use nepenthe_ops::{self as ops, RestoreInput, Returning, table};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::answer::Reply;
use crate::mcp::call::{Call, Fault};
use crate::mcp::changed::{Changed, change};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "restore",
    title: "Bring back",
    description: "Bring released or superseded memories back into recall. What was purged does not come back.",
    operations: &[table::RESTORE],
    effect: Effect::Changes,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Changed>),
    call,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Which, in words
    what: Option<String>,
    /// Or exactly these
    ids: Option<Vec<String>>,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { what, ids } = call.input()?;
    let restore = |target| RestoreInput { target, returning: Returning::default() };
    change(call, what, ids, |scope, target| ops::restore(scope, restore(target)))
}
