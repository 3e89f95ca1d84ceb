//! The tools: one file each.

mod graph;
mod history;
mod inscribe;
mod purge;
mod purge_commit;
mod recall;
mod receipt;
mod release;
mod restore;
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
