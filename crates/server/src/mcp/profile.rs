//! [`Profile`]: which tools are offered.

use super::tool::Tool;
use super::tools;

/// A set of tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Nepenthe's own nine.
    Core,
    /// The nine of the official memory server.
    Graph,
    /// All of them.
    All,
}

impl Profile {
    /// Its tools, in the order in which they are listed.
    pub(super) fn tools(self) -> Vec<&'static Tool> {
        match self {
            Self::Core => tools::CORE.to_vec(),
            Self::Graph => tools::GRAPH.to_vec(),
            Self::All => [Self::Core, Self::Graph].into_iter().flat_map(Self::tools).collect(),
        }
    }
}
