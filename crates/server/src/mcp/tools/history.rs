//! The tool `history`.

use nepenthe_ops::{self as ops, HistoryInput, Text, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::answer::{Answer, DATA, Reply};
use crate::mcp::call::{Call, Fault, ids};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "history",
    title: "History",
    description: "Tell what happened to one memory: when, by whom, and its text after each event.",
    operations: &[table::HISTORY],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Output>),
    call,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    id: String,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    note: &'static str,
    events: Vec<Happened>,
}

#[derive(Serialize, JsonSchema)]
struct Happened {
    at: String,
    kind: String,
    actor: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    related: Option<String>,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { id } = call.input()?;
    let id = ids(std::slice::from_ref(&id))?[0];
    let history = call.with(|scope| ops::history(scope, &HistoryInput { id }))?;
    let events = history.events.into_iter().map(|entry| Happened {
        at: entry.event.at.to_string(),
        kind: ops::word(&entry.event.kind),
        actor: entry.event.actor,
        text: entry.text,
        related: entry.event.related.map(|id| id.to_string()),
    });
    Ok(Answer::of_memories(&Output { note: DATA, events: events.collect() }).into())
}
