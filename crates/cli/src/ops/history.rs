//! What happened to one memory.

use nepenthe::{Error, HistoryEntry, MemoryId, Scope};
use serde::Serialize;

/// The history of a memory.
#[derive(Debug, Serialize)]
pub(crate) struct History {
    /// The memory.
    pub(crate) id: MemoryId,
    /// Its events with the text after each, oldest first.
    pub(crate) events: Vec<HistoryEntry>,
}

/// Reads the history of a memory, of a purged one too.
pub(crate) fn history(scope: &Scope, id: MemoryId) -> Result<History, Error> {
    Ok(History { id, events: scope.history(id)? })
}
