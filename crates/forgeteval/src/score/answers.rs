//! What a memory answered at the end of a case.

use serde::{Deserialize, Serialize};

/// What a memory answered at the end of a case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers {
    /// The texts recalled for the final query, best first.
    pub recalled: Vec<String>,
    /// The texts recalled for each further query that the scorer asks.
    pub probes: Vec<Probe>,
}

/// One further query, and the texts recalled for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probe {
    /// The query: a forbidden string, as it stands in the case.
    pub query: String,
    /// The texts recalled, best first.
    pub recalled: Vec<String>,
}
