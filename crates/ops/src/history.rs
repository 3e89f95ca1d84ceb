//! What happened to one memory.

use nepenthe::{LookupError, MemoryId, Scope};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::Id;
use crate::{Annotation, HistoryEntry, OpError};

/// Which memory is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HistoryInput {
    /// The memory; a purged one too.
    #[schemars(with = "Id")]
    pub id: MemoryId,
}

/// The history of a memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct History {
    /// The memory.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// Its events with the text after each, oldest first.
    pub events: Vec<HistoryEntry>,
    /// What a language model added to its text as it is now.
    pub annotations: Vec<Annotation>,
}

/// Reads the history of a memory.
///
/// # Errors
/// [`OpError`], such as [`Code::NotFound`](crate::Code::NotFound).
pub fn history(scope: &Scope, input: &HistoryInput) -> Result<History, OpError> {
    let id = input.id;
    let events = scope.history(id)?;
    let annotations = match scope.annotations(id) {
        Err(LookupError::NotFound(_)) => Vec::new(),
        annotations => annotations?,
    };
    let events = events.into_iter().map(HistoryEntry::from).collect();
    Ok(History { id, events, annotations: Annotation::all(annotations) })
}
