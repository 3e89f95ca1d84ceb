//! `read_graph`, `search_nodes` and `open_nodes`.

use nepenthe_ops::table;
use schemars::JsonSchema;
use serde::Deserialize;

use super::pretty;
use crate::graph::Graph as Read;
use crate::mcp::answer::Reply;
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const GRAPH: Tool = Tool {
    name: "read_graph",
    title: "Read Graph",
    description: "Read the entire knowledge graph",
    operations: &[table::LIST],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Nothing>,
    output: Some(schema::whole_output::<Read>),
    call: graph,
};

pub(super) const SEARCH: Tool = Tool {
    name: "search_nodes",
    title: "Search Nodes",
    description: "Search for nodes in the knowledge graph based on a query",
    operations: &[table::LIST],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Query>,
    output: Some(schema::whole_output::<Read>),
    call: search,
};

pub(super) const OPEN: Tool = Tool {
    name: "open_nodes",
    title: "Open Nodes",
    description: "Open specific nodes in the knowledge graph by their names",
    operations: &[table::LIST],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Names>,
    output: Some(schema::whole_output::<Read>),
    call: open,
};

#[derive(Deserialize, JsonSchema)]
struct Nothing {}

#[derive(Deserialize, JsonSchema)]
struct Query {
    /// Part of a name, a type or an observation
    query: String,
}

#[derive(Deserialize, JsonSchema)]
struct Names {
    names: Vec<String>,
}

fn graph(call: &Call<'_>) -> Result<Reply, Fault> {
    let Nothing {} = call.input()?;
    let read = call.with(Read::read)?;
    Ok(pretty(&read, &read).into())
}

fn search(call: &Call<'_>) -> Result<Reply, Fault> {
    let Query { query } = call.input()?;
    let query = query.to_lowercase();
    let has = |text: &String| text.to_lowercase().contains(&query);
    let found = call
        .with(Read::read)?
        .with(|entity| has(&entity.name) || has(&entity.entity_type) || entity.observations.iter().any(has));
    Ok(pretty(&found, &found).into())
}

fn open(call: &Call<'_>) -> Result<Reply, Fault> {
    let Names { names } = call.input()?;
    let found = call.with(Read::read)?.with(|entity| names.contains(&entity.name));
    Ok(pretty(&found, &found).into())
}
