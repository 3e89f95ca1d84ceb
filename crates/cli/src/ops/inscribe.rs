//! Writing memories.

use nepenthe::{Error, MemoryId, NewMemory, Progress, Scope};
use serde::Serialize;

/// What was written.
#[derive(Debug, Serialize)]
pub(crate) struct Inscribed {
    /// The ids, in the order of the memories given.
    pub(crate) ids: Vec<MemoryId>,
}

/// Writes memories in one transaction.
pub(crate) fn inscribe(
    scope: &Scope,
    memories: &[NewMemory],
    progress: &mut dyn FnMut(Progress),
) -> Result<Inscribed, Error> {
    Ok(Inscribed { ids: scope.inscribe_batch(memories, progress)? })
}
