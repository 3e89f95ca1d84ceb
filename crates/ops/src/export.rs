//! Writing a scope as JSON lines.

use std::io::Write;

use nepenthe::{Error, Progress, Scope};
use serde::Serialize;

/// What was exported.
#[derive(Debug, Serialize)]
pub struct Exported {
    /// The number of memories.
    pub exported: usize,
}

/// Writes every memory of the scope.
pub fn export(
    scope: &Scope,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(Progress),
) -> Result<Exported, Error> {
    Ok(Exported { exported: scope.export(out, progress)? })
}
