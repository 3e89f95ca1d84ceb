//! What an adapter says of itself.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The version of the protocol.
pub(crate) const PROTOCOL: u32 = 1;

/// The answer to `describe`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Description {
    /// The system's name.
    pub(crate) name: String,
    /// The system's version.
    pub(crate) version: String,
    /// The methods that it has; those that no adapter may lack need not be named.
    pub(crate) operations: Vec<String>,
    /// The folder that its files are in.
    #[serde(default)]
    pub(crate) folder: Option<PathBuf>,
    /// Whether it keeps scopes apart.
    #[serde(default)]
    pub(crate) scopes: bool,
}

impl Description {
    /// Returns whether a method is there.
    pub(crate) fn offers(&self, method: &str) -> bool {
        self.operations.iter().any(|operation| operation == method)
    }
}
