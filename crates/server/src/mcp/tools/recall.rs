//! The tool `recall`.

use jiff::Timestamp;
use nepenthe_ops::{self as ops, Code, Include, OpError, RecallInput, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::answer::{Answer, DATA, Found, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "recall",
    title: "Recall",
    description: "Find the memories that answer a query, best first. Call it before answering about people or past work.",
    operations: &[table::RECALL],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Output>),
    call,
};

/// The most memories that one call returns.
const MOST: usize = 50;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// What to look for, in plain words
    query: String,
    #[serde(default = "five")]
    #[schemars(range(min = 1, max = 50))]
    k: usize,
    /// A past time, RFC 3339
    as_of: Option<Timestamp>,
    #[serde(default)]
    include: Include,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    note: &'static str,
    memories: Vec<Found>,
}

fn five() -> usize {
    5
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { query, k, as_of, include } = call.input()?;
    if !(1..=MOST).contains(&k) {
        return Err(OpError::new(Code::BadRequest, format!("k is a number from 1 to {MOST}")).into());
    }
    let input = RecallInput { k, as_of, include, ..RecallInput::new(query) };
    let recalled = call.with(|scope| ops::recall(scope, &input))?;
    let memories = recalled.hits.into_iter().map(Found::from).collect();
    Ok(Answer::of_memories(&Output { note: DATA, memories }).into())
}
