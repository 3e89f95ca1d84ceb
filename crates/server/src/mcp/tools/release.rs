//! The tool `release`.

use nepenthe_ops::{self as ops, ReleaseInput, table};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::mcp::answer::Reply;
use crate::mcp::call::{Call, Fault};
use crate::mcp::changed::{Changed, change};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "release",
    title: "Set aside",
    description: "Take memories out of recall; restore brings them back. To erase, use purge.",
    operations: &[table::RELEASE],
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
    /// Exactly these; with `what`, all that its plan touches
    ids: Option<Vec<String>>,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { what, ids } = call.input()?;
    let release = |target| ReleaseInput { target, min_confidence: None };
    change(call, what, ids, |scope, target| ops::release(scope, release(target)))
}
