//! The nine tools of the official memory server, over memories: names, inputs, outputs and texts are its own.

mod create;
mod delete;
mod read;

use serde::Serialize;

use crate::mcp::answer::Answer;
use crate::mcp::tool::Tool;

/// All of them.
pub(in crate::mcp) const GRAPH: [&Tool; 9] = [
    &create::ENTITIES,
    &create::RELATIONS,
    &create::OBSERVATIONS,
    &delete::ENTITIES,
    &delete::OBSERVATIONS,
    &delete::RELATIONS,
    &read::GRAPH,
    &read::SEARCH,
    &read::OPEN,
];

/// An object for programs, and for models a part of it as JSON that people can read.
fn pretty(value: &impl Serialize, shown: &impl Serialize) -> Answer {
    Answer::of_text(value, serde_json::to_string_pretty(shown).unwrap_or_default())
}
