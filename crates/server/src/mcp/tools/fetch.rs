//! The tool `fetch`, as ChatGPT asks for it.

use nepenthe_ops::{self as ops, GetInput, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::search::{title, url};
use crate::mcp::answer::{Answer, DATA, Reply};
use crate::mcp::call::{Call, Fault, ids};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(in crate::mcp) const TOOL: Tool = Tool {
    name: "fetch",
    title: "Fetch",
    description: "Return the whole of one memory that search found.",
    operations: &[table::GET],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::whole_output::<Output>),
    call,
};

#[derive(Deserialize, JsonSchema)]
struct Input {
    id: String,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    id: String,
    title: String,
    text: String,
    url: String,
    metadata: Beside,
}

#[derive(Serialize, JsonSchema)]
struct Beside {
    note: &'static str,
    state: String,
    created: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { id } = call.input()?;
    let id = ids(std::slice::from_ref(&id))?[0];
    let memory = call.with(|scope| ops::get(scope, &GetInput { id }))?;
    let id = id.to_string();
    let metadata = Beside {
        note: DATA,
        state: ops::word(&memory.state),
        created: memory.created.to_string(),
        source: memory.source.map(|source| source.0),
    };
    let (title, url) = (title(&memory.text), url(&id));
    Ok(Answer::of(&Output { id, title, text: memory.text.0, url, metadata }).into())
}
