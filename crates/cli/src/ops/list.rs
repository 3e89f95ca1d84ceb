//! Reading every memory.

use nepenthe::{Error, Include, Memory, Scope};
use serde::Serialize;

/// The memories of a scope.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    /// The memories, oldest first.
    pub(crate) memories: Vec<Memory>,
}

/// Reads the memories that `include` names.
pub(crate) fn list(scope: &Scope, include: Include) -> Result<Listed, Error> {
    Ok(Listed { memories: scope.list(include)? })
}
