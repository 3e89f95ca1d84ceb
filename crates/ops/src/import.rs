//! Reading JSON lines back.

use std::io::BufRead;

use nepenthe::{ImportReport, MemoryId, Options, Progress, Scope, SkipReason, Store};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::{Id, SkipReasonWord};
use crate::{OpError, Returning};

/// How lines are taken in, which come from a reader.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportInput {
    /// What is done with a text that says again what was erased.
    #[serde(default)]
    pub returning: Returning,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Imported {
    /// The memories written.
    pub imported: usize,
    /// The memories left out, in the order of the file.
    pub skipped: Vec<Skipped>,
    /// Memories that were written without what was erased of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Id>")]
    pub trimmed: Vec<MemoryId>,
    /// Memories that were written without an actor, a planner, a note or annotations of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Id>")]
    pub cleared: Vec<MemoryId>,
}

/// A memory that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Skipped {
    /// The memory.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// Why.
    #[schemars(with = "SkipReasonWord")]
    pub reason: SkipReason,
}

/// Reads an export into a scope, all or nothing. `progress` is told how far it is.
///
/// # Errors
/// [`OpError`]; nothing is written then.
pub fn import(
    scope: &Scope,
    input: ImportInput,
    lines: impl BufRead,
    progress: &mut dyn FnMut(Progress),
) -> Result<Imported, OpError> {
    let scope = scope.clone().with_returning(input.returning.into());
    let ImportReport { imported, skipped, trimmed, cleared } = scope.import(lines, progress)?;
    let skipped =
        skipped.into_iter().map(|nepenthe::Skipped { id, reason }| Skipped { id, reason }).collect();
    Ok(Imported { imported, skipped, trimmed, cleared })
}

/// Tells whether an import would succeed, without a store, and without making vectors.
///
/// # Errors
/// [`OpError`].
pub fn try_import(lines: impl BufRead) -> Result<(), OpError> {
    Store::open_in_memory(Options::default())?.scope("trial")?.import(lines, &mut |_| {})?;
    Ok(())
}
