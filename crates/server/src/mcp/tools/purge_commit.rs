//! The tool `purge_commit`.

use nepenthe_ops::table;
use schemars::JsonSchema;
use serde::Deserialize;

use super::purge::{Purged, carry_out};
use crate::mcp::answer::Reply;
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};
use crate::plans::Bound;

pub(super) const TOOL: Tool = Tool {
    name: "purge_commit",
    title: "Erase as planned",
    description: "Carry out a plan of purge, only after a person has seen it and said yes. Within ten minutes, once.",
    operations: &[table::APPLY_PLAN],
    effect: Effect::Erases,
    asks_person: true,
    input: schema::input::<Input>,
    output: Some(schema::output::<Purged>),
    call,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    plan_id: String,
    digest: String,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { plan_id, digest } = call.input()?;
    let taken = call.plans.take(call.door, &plan_id, Bound::Digest(&digest))?;
    Ok(carry_out(call, &taken)?.into())
}
