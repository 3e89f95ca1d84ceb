//! Writing memories.

use nepenthe::{Error, MemoryId, NewMemory, Progress, Returning, Scope};
use serde::Serialize;

/// What was written.
#[derive(Debug, Serialize)]
pub(crate) struct Inscribed {
    /// The ids, in the order of the memories given.
    pub(crate) ids: Vec<MemoryId>,
    /// Those of which a part was left out: it was erased.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) trimmed: Vec<MemoryId>,
}

/// Writes memories in one transaction.
pub(crate) fn inscribe(
    scope: &Scope,
    memories: &[NewMemory],
    returning: &Returning,
    progress: &mut dyn FnMut(Progress),
) -> Result<Inscribed, Error> {
    let ids = scope.inscribe_batch(memories, progress)?;
    let mut trimmed = Vec::new();
    if *returning == Returning::Trim {
        for (id, memory) in ids.iter().zip(memories) {
            if scope.get(*id)?.text != memory.text {
                trimmed.push(*id);
            }
        }
    }
    Ok(Inscribed { ids, trimmed })
}
