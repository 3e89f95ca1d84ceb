//! Writing a scope as JSON lines.

use std::io::Write;

use nepenthe::{Progress, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;

/// Nothing has to be said; the lines go to a writer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportInput {}

/// What was exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Exported {
    /// The memories written.
    pub exported: usize,
}

/// Writes every memory of the scope. `progress` counts memories.
///
/// # Errors
/// [`OpError`].
pub fn export(
    scope: &Scope,
    _: &ExportInput,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(Progress),
) -> Result<Exported, OpError> {
    Ok(Exported { exported: scope.export(out, progress)? })
}
