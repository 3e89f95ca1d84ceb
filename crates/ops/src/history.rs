//! What happened to one memory.

use nepenthe::llm::contract::Annotation;
use nepenthe::{Error, HistoryEntry, LookupError, MemoryId, Scope};
use serde::Serialize;

/// The history of a memory.
#[derive(Debug, Serialize)]
pub struct History {
    /// The memory.
    pub id: MemoryId,
    /// Its events with the text after each, oldest first.
    pub events: Vec<HistoryEntry>,
    /// What a language model added to its text as it is now.
    pub annotations: Vec<Annotation>,
}

/// Reads the history of a memory, of a purged one too.
pub fn history(scope: &Scope, id: MemoryId) -> Result<History, Error> {
    let events = scope.history(id)?;
    let annotations = match scope.annotations(id) {
        Err(LookupError::NotFound(_)) => Vec::new(),
        annotations => annotations?,
    };
    Ok(History { id, events, annotations })
}
