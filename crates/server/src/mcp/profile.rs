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
    /// Anthropic's memory tool: files.
    Files,
    /// What ChatGPT asks for: search and fetch.
    Chatgpt,
    /// All of them.
    All,
}

impl Profile {
    /// Tells whether the graph is offered.
    pub(super) fn has_graph(self) -> bool {
        matches!(self, Self::Graph | Self::All)
    }

    /// Its tools, in the order in which they are listed.
    pub(super) fn tools(self) -> Vec<&'static Tool> {
        match self {
            Self::Core => tools::CORE.to_vec(),
            Self::Graph => tools::GRAPH.to_vec(),
            Self::Files => tools::FILES.to_vec(),
            Self::Chatgpt => tools::CHATGPT.to_vec(),
            Self::All => {
                let each = [Self::Core, Self::Graph, Self::Files, Self::Chatgpt];
                each.into_iter().flat_map(Self::tools).collect()
            }
        }
    }
}
