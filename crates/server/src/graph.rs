//! [`Graph`]: memories as the entities, observations and relations of a knowledge graph, as the official memory server
//! of MCP has it.
//!
//! Each entity, each observation and each relation is a memory of its own; what it is stands in its metadata. So each
//! is found by recall, and erased by itself.

use jiff::Timestamp;
use nepenthe::{MemoryId, Scope};
use nepenthe_ops::{
    self as ops, ImportedFrom, InscribeInput, Left, LeftReason, Metadata, NewMemory, OpError,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::live::live;

/// Something with a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entity {
    /// By which it is found.
    pub name: String,
    /// What sort of thing it is.
    pub entity_type: String,
    /// What is known of it.
    pub observations: Vec<String>,
}

/// What one entity is to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Relation {
    /// The entity where it starts.
    pub from: String,
    /// The entity where it ends.
    pub to: String,
    /// What it is, in active voice.
    pub relation_type: String,
}

/// Entities and relations, each in the order in which they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Graph {
    /// The entities.
    pub entities: Vec<Entity>,
    /// The relations.
    pub relations: Vec<Relation>,
}

/// What one memory is in the graph: its metadata.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "graph", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Node {
    Entity { name: String, entity_type: String },
    Observation { entity: String },
    Relation { from: String, to: String, relation_type: String },
}

/// The memories of the graph.
pub(crate) struct Nodes(Vec<(MemoryId, Node, String)>);

impl Graph {
    /// Reads the graph of a scope.
    ///
    /// # Errors
    /// [`OpError`].
    pub fn read(scope: &Scope) -> Result<Self, OpError> {
        Ok(Nodes::read(scope)?.graph())
    }

    /// Writes what is not there yet, and returns it: entities by name, their observations, relations.
    ///
    /// # Errors
    /// [`OpError`], such as [`Code::RefusedErased`](nepenthe_ops::Code::RefusedErased); nothing is written then.
    pub fn add(&self, scope: &Scope) -> Result<Self, OpError> {
        let new = self.beyond(&Self::read(scope)?);
        inscribe(scope, new.memories())?;
        Ok(new)
    }

    /// What another graph does not have, each once.
    fn beyond(&self, there: &Self) -> Self {
        let mut new = Self::default();
        for entity in &self.entities {
            if !there.has(&entity.name) && !new.has(&entity.name) {
                new.entities.push(entity.clone());
            }
        }
        for relation in &self.relations {
            if !there.relations.contains(relation) && !new.relations.contains(relation) {
                new.relations.push(relation.clone());
            }
        }
        new
    }

    /// The memories that its entities, their observations and its relations are.
    fn memories(&self) -> Vec<NewMemory> {
        let mut memories = Vec::new();
        for Entity { name, entity_type: kind, observations } in &self.entities {
            // With its time it is a statement that nobody made before: an entity that was erased may be noted again.
            let text = format!("{name} was noted as {kind} at {}.", Timestamp::now());
            memories.push(Node::Entity { name: name.clone(), entity_type: kind.clone() }.memory(text));
            memories.extend(observations.iter().map(|observed| observation(name, observed)));
        }
        for Relation { from, to, relation_type } in self.relations.iter().cloned() {
            let text = format!("{from} {} {to}.", relation_type.replace('_', " "));
            memories.push(Node::Relation { from, to, relation_type }.memory(text));
        }
        memories
    }

    /// Writes what is not there yet, observations of entities that are there too. What is left out was there before.
    ///
    /// # Errors
    /// As [`Graph::add`]; nothing is written then.
    pub fn merge(&self, scope: &Scope) -> Result<ImportedFrom, OpError> {
        let there = Self::read(scope)?;
        let (mut memories, mut left) = (Vec::new(), Vec::new());
        let mut leave = |entry: String| left.push(Left { entry, reason: LeftReason::Here });
        for entity in &self.entities {
            let Some(known) = there.entities.iter().find(|known| known.name == entity.name) else { continue };
            leave(format!("entity {}", entity.name));
            for observed in &entity.observations {
                if known.observations.contains(observed) {
                    leave(format!("observation of {}: {observed}", entity.name));
                } else {
                    memories.push(observation(&entity.name, observed));
                }
            }
        }
        for relation in self.relations.iter().filter(|relation| there.relations.contains(relation)) {
            leave(format!("relation {} {} {}", relation.from, relation.relation_type, relation.to));
        }
        memories.extend(self.beyond(&there).memories());
        let imported = memories.len();
        inscribe(scope, memories)?;
        Ok(ImportedFrom { imported, left, trimmed: Vec::new() })
    }

    /// Reads `memory.jsonl`: a line an entity or relation.
    ///
    /// # Errors
    /// The number of the line that is neither.
    pub fn from_lines(text: &str) -> Result<Self, usize> {
        let mut graph = Self::default();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str(line).map_err(|_| at + 1)? {
                Line::Entity(entity) => graph.entities.push(entity),
                Line::Relation(relation) => graph.relations.push(relation),
            }
        }
        Ok(graph)
    }

    /// Writes `memory.jsonl`.
    #[must_use]
    pub fn to_lines(&self) -> String {
        let entities = self.entities.iter().cloned().map(Line::Entity);
        let lines = entities.chain(self.relations.iter().cloned().map(Line::Relation));
        lines.filter_map(|line| serde_json::to_string(&line).ok()).map(|line| line + "\n").collect()
    }

    /// Returns the entities that a test takes, and the relations with one of them at an end.
    pub(crate) fn with(&self, taken: impl Fn(&Entity) -> bool) -> Self {
        let entities: Vec<Entity> = self.entities.iter().filter(|entity| taken(entity)).cloned().collect();
        let named = |name: &String| entities.iter().any(|entity| entity.name == *name);
        let relations = self.relations.iter().filter(|one| named(&one.from) || named(&one.to)).cloned();
        Self { relations: relations.collect(), entities }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.entities.iter().any(|entity| entity.name == name)
    }
}

/// A line of `memory.jsonl`.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line {
    Entity(Entity),
    Relation(Relation),
}

impl Nodes {
    pub(crate) fn read(scope: &Scope) -> Result<Self, OpError> {
        let nodes = live(scope, |memory| {
            let node = serde_json::from_value(Value::Object(memory.metadata?.0)).ok()?;
            Some((memory.id, node, memory.text.0))
        })?;
        Ok(Self(nodes))
    }

    /// The memories that a test takes; it is given the node, and of an observation its content.
    pub(crate) fn ids(&self, taken: impl Fn(&Node, &str) -> bool) -> Vec<MemoryId> {
        let taken = self.0.iter().filter(|(_, node, text)| taken(node, content(node, text)));
        taken.map(|(id, ..)| *id).collect()
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::default();
        for (_, node, _) in &self.0 {
            match node.clone() {
                Node::Entity { name, entity_type } if !graph.has(&name) => {
                    graph.entities.push(Entity { name, entity_type, observations: Vec::new() });
                }
                Node::Relation { from, to, relation_type } => {
                    graph.relations.push(Relation { from, to, relation_type });
                }
                _ => {}
            }
        }
        for (_, node, text) in &self.0 {
            let Node::Observation { entity } = node else { continue };
            if let Some(found) = graph.entities.iter_mut().find(|one| one.name == *entity) {
                found.observations.push(content(node, text).to_owned());
            }
        }
        graph
    }
}

impl Node {
    fn memory(self, text: String) -> NewMemory {
        let metadata = match serde_json::to_value(&self) {
            Ok(Value::Object(metadata)) => Some(Metadata(metadata)),
            _ => None,
        };
        NewMemory { text: text.into(), metadata, ..NewMemory::default() }
    }
}

/// An observation as a memory. The entity's name leads the text: without it, nobody would know of whom it speaks.
pub(crate) fn observation(entity: &str, content: &str) -> NewMemory {
    Node::Observation { entity: entity.to_owned() }.memory(format!("{entity}: {content}"))
}

/// Writes memories, if there are any.
pub(crate) fn inscribe(scope: &Scope, memories: Vec<NewMemory>) -> Result<(), OpError> {
    if memories.is_empty() {
        return Ok(());
    }
    ops::inscribe(scope, InscribeInput { memories, ..InscribeInput::default() }, &mut |_| {}).map(drop)
}

/// What an observation says; of other nodes their text.
fn content<'a>(node: &Node, text: &'a str) -> &'a str {
    match node {
        Node::Observation { entity } => {
            text.strip_prefix(entity.as_str()).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(text)
        }
        _ => text,
    }
}
