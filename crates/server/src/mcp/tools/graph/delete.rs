//! `delete_entities`, `delete_observations` and `delete_relations`: purges of exactly what is named.

use nepenthe_ops::{self as ops, ApplyInput, PurgeInput, Target, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::graph::{Node, Nodes, Relation};
use crate::mcp::answer::{Answer, RECEIPT, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const ENTITIES: Tool = Tool {
    name: "delete_entities",
    title: "Delete Entities",
    description: "Delete multiple entities and their associated relations from the knowledge graph",
    operations: &[table::PURGE],
    effect: Effect::Erases,
    asks_person: false,
    input: schema::input::<Names>,
    output: Some(schema::whole_output::<Success>),
    call: entities,
};

pub(super) const OBSERVATIONS: Tool = Tool {
    name: "delete_observations",
    title: "Delete Observations",
    description: "Delete specific observations from entities in the knowledge graph",
    operations: &[table::PURGE],
    effect: Effect::Erases,
    asks_person: false,
    input: schema::input::<Deletions>,
    output: Some(schema::whole_output::<Success>),
    call: observations,
};

pub(super) const RELATIONS: Tool = Tool {
    name: "delete_relations",
    title: "Delete Relations",
    description: "Delete multiple relations from the knowledge graph",
    operations: &[table::PURGE],
    effect: Effect::Erases,
    asks_person: false,
    input: schema::input::<Relations>,
    output: Some(schema::whole_output::<Success>),
    call: relations,
};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Names {
    entity_names: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Deletions {
    deletions: Vec<Deletion>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Deletion {
    entity_name: String,
    observations: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
struct Relations {
    relations: Vec<Relation>,
}

#[derive(Serialize, JsonSchema)]
struct Success {
    success: bool,
    message: &'static str,
}

fn entities(call: &Call<'_>) -> Result<Reply, Fault> {
    let Names { entity_names } = call.input()?;
    let named = |name: &String| entity_names.contains(name);
    delete(call, "Entities deleted successfully", |node, _| match node {
        Node::Entity { name, .. } | Node::Observation { entity: name } => named(name),
        Node::Relation { from, to, .. } => named(from) || named(to),
    })
}

fn observations(call: &Call<'_>) -> Result<Reply, Fault> {
    let Deletions { deletions } = call.input()?;
    delete(call, "Observations deleted successfully", |node, content| match node {
        Node::Observation { entity } => deletions
            .iter()
            .any(|one| one.entity_name == *entity && one.observations.iter().any(|text| text == content)),
        _ => false,
    })
}

fn relations(call: &Call<'_>) -> Result<Reply, Fault> {
    let Relations { relations } = call.input()?;
    delete(call, "Relations deleted successfully", |node, _| match node.clone() {
        Node::Relation { from, to, relation_type } => {
            relations.contains(&Relation { from, to, relation_type })
        }
        _ => false,
    })
}

/// Erases the memories that a test takes, and no others.
fn delete(
    call: &Call<'_>,
    message: &'static str,
    taken: impl Fn(&Node, &str) -> bool,
) -> Result<Reply, Fault> {
    let outcome = call.with(|scope| {
        let ids = Nodes::read(scope)?.ids(&taken);
        if ids.is_empty() {
            return Ok(None);
        }
        let planned = ops::purge(scope, PurgeInput::new(Target::Ids(ids)))?;
        ops::apply(planned, &ApplyInput::default()).map(Some)
    })?;
    let answer = Answer::of_text(&Success { success: true, message }, message);
    let receipt = outcome.and_then(|outcome| outcome.erasure).map(|erasure| erasure.receipt.to_string());
    Ok(match receipt {
        Some(receipt) => answer.with_meta(RECEIPT, receipt),
        None => answer,
    }
    .into())
}
