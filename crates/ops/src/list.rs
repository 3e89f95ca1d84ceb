//! Reading every memory.

use nepenthe::{Error, Include, Memory, Scope};
use serde::Serialize;

/// The memories of a scope.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The memories, oldest first.
    pub memories: Vec<Memory>,
}

/// Reads the memories that `include` names.
pub fn list(scope: &Scope, include: Include) -> Result<Listed, Error> {
    Ok(Listed { memories: scope.list(include)? })
}
