//! The tools: one file each.

mod fetch;
mod graph;
mod history;
mod inscribe;
mod memory;
mod purge;
mod purge_commit;
mod recall;
mod receipt;
mod release;
mod restore;
mod search;
mod supersede;

pub(super) use graph::GRAPH;

use super::tool::Tool;

/// Nepenthe's own tools.
pub(super) const CORE: [&Tool; 9] = [
    &recall::TOOL,
    &inscribe::TOOL,
    &supersede::TOOL,
    &release::TOOL,
    &restore::TOOL,
    &history::TOOL,
    &purge::TOOL,
    &purge_commit::TOOL,
    &receipt::TOOL,
];

/// Files, as Anthropic's memory tool has them.
pub(super) const FILES: [&Tool; 1] = [&memory::TOOL];

/// What ChatGPT asks for.
pub(super) const CHATGPT: [&Tool; 2] = [&search::TOOL, &fetch::TOOL];
