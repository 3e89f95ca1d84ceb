//! The tool `search`, as ChatGPT asks for it.

use nepenthe_ops::{self as ops, RecallInput, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::answer::{Answer, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(in crate::mcp) const TOOL: Tool = Tool {
    name: "search",
    title: "Search",
    description: "Find the memories that answer a query, best first; fetch has the whole of one.",
    operations: &[table::RECALL],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::whole_output::<Output>),
    call,
};

/// How many memories are returned.
const MOST: usize = 10;

/// How many characters a title has at most.
const TITLE: usize = 80;

#[derive(Deserialize, JsonSchema)]
struct Input {
    query: String,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    results: Vec<Found>,
}

#[derive(Serialize, JsonSchema)]
struct Found {
    id: String,
    title: String,
    url: String,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { query } = call.input()?;
    let input = RecallInput { k: MOST, ..RecallInput::new(query) };
    let recalled = call.with(|scope| ops::recall(scope, &input))?;
    let results = recalled.hits.iter().map(|hit| {
        let id = hit.memory.id.to_string();
        Found { title: title(&hit.memory.text), url: url(&id), id }
    });
    Ok(Answer::of(&Output { results: results.collect() }).into())
}

/// The first line of a text, or its beginning.
pub(super) fn title(text: &str) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default().trim();
    match line.char_indices().nth(TITLE) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// By which a memory is cited.
pub(super) fn url(id: &str) -> String {
    format!("nepenthe://memory/{id}")
}
