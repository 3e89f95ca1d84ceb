//! Which memories took each other's place.

use nepenthe::{BlameEntry, Error, Include, MemoryId, RecallOptions, Scope};
use serde::Serialize;

/// Which memory is asked about.
#[derive(Debug, Clone)]
pub enum BlameTarget {
    /// This one.
    Id(MemoryId),
    /// The best hit of these words, live or not.
    Words(String),
}

/// A chain of memories.
#[derive(Debug, Serialize)]
pub struct Blame {
    /// The memory asked about.
    pub id: MemoryId,
    /// Every memory linked to it by supersession, and itself, oldest first.
    pub memories: Vec<BlameEntry>,
}

/// Follows the chain of a memory in both directions; `None` where the words match none.
pub fn blame(scope: &Scope, target: &BlameTarget) -> Result<Option<Blame>, Error> {
    let id = match target {
        BlameTarget::Id(id) => *id,
        BlameTarget::Words(words) => {
            let hits = scope.recall_with(words, &RecallOptions::new(1).with_include(Include::All))?;
            let Some(best) = hits.into_iter().next() else { return Ok(None) };
            best.memory.id
        }
    };
    Ok(Some(Blame { id, memories: scope.blame(id)? }))
}
