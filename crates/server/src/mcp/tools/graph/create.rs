//! `create_entities`, `create_relations` and `add_observations`.

use nepenthe_ops::{Code, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pretty;
use crate::graph::{Entity, Graph, Relation, inscribe, observation};
use crate::mcp::answer::{Answer, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const ENTITIES: Tool = Tool {
    name: "create_entities",
    title: "Create Entities",
    description: "Create multiple new entities in the knowledge graph",
    operations: &[table::INSCRIBE],
    effect: Effect::Adds,
    asks_person: false,
    input: schema::input::<Entities>,
    output: Some(schema::whole_output::<Entities>),
    call: entities,
};

pub(super) const RELATIONS: Tool = Tool {
    name: "create_relations",
    title: "Create Relations",
    description: "Create multiple new relations between entities in the knowledge graph. Relations should be in active voice",
    operations: &[table::INSCRIBE],
    effect: Effect::Adds,
    asks_person: false,
    input: schema::input::<Relations>,
    output: Some(schema::whole_output::<Relations>),
    call: relations,
};

pub(super) const OBSERVATIONS: Tool = Tool {
    name: "add_observations",
    title: "Add Observations",
    description: "Add new observations to existing entities in the knowledge graph",
    operations: &[table::INSCRIBE],
    effect: Effect::Adds,
    asks_person: false,
    input: schema::input::<Observations>,
    output: Some(schema::whole_output::<Results>),
    call: observations,
};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Entities {
    entities: Vec<Entity>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Relations {
    relations: Vec<Relation>,
}

#[derive(Deserialize, JsonSchema)]
struct Observations {
    observations: Vec<Observed>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Observed {
    entity_name: String,
    contents: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct Results {
    results: Vec<Added>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Added {
    entity_name: String,
    added_observations: Vec<String>,
}

fn entities(call: &Call<'_>) -> Result<Reply, Fault> {
    let Entities { entities } = call.input()?;
    let wanted = Graph { entities, ..Graph::default() };
    let entities = call.with(|scope| wanted.add(scope))?.entities;
    let shown = entities.clone();
    Ok(pretty(&Entities { entities }, &shown).into())
}

fn relations(call: &Call<'_>) -> Result<Reply, Fault> {
    let Relations { relations } = call.input()?;
    let wanted = Graph { relations, ..Graph::default() };
    let relations = call.with(|scope| wanted.add(scope))?.relations;
    let shown = relations.clone();
    Ok(pretty(&Relations { relations }, &shown).into())
}

fn observations(call: &Call<'_>) -> Result<Reply, Fault> {
    let Observations { observations } = call.input()?;
    let graph = call.with(Graph::read)?;
    let (mut results, mut memories): (Vec<Added>, _) = (Vec::new(), Vec::new());
    for Observed { entity_name, contents } in observations {
        let Some(entity) = graph.entities.iter().find(|entity| entity.name == entity_name) else {
            let message = format!("Entity with name {entity_name} not found");
            return Ok(Answer::failed_as(Code::NotFound, &message).into());
        };
        let before = results.iter().filter(|added| added.entity_name == entity_name);
        let mut there: Vec<String> = before.flat_map(|added| added.added_observations.clone()).collect();
        there.extend(entity.observations.iter().cloned());
        let added: Vec<String> = contents.into_iter().filter(|content| !there.contains(content)).collect();
        memories.extend(added.iter().map(|content| observation(&entity_name, content)));
        results.push(Added { entity_name, added_observations: added });
    }
    call.with(|scope| inscribe(scope, memories.clone()))?;
    let answer = serde_json::to_string_pretty(&results).unwrap_or_default();
    Ok(Answer::of_text(&Results { results }, answer).into())
}
