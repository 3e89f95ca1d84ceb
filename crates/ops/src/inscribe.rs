//! Writing memories.

use nepenthe::{Error, MemoryId, NewMemory, Progress, Returning, Scope};
use serde::Serialize;

use super::asked::{self, Asked};

/// What was written.
#[derive(Debug, Serialize)]
pub struct Inscribed {
    /// The ids, in the order of the memories given.
    pub ids: Vec<MemoryId>,
    /// Those of which a part was left out: it was erased.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trimmed: Vec<MemoryId>,
    /// What a language model was asked about them.
    pub asked: Vec<Asked>,
}

/// Writes memories in one transaction. `asks` says whether a language model is asked about texts.
pub fn inscribe(
    scope: &Scope,
    memories: &[NewMemory],
    returning: &Returning,
    asks: bool,
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
    let asked = if asks { asked::about_new(scope, &ids)? } else { Vec::new() };
    Ok(Inscribed { ids, trimmed, asked })
}
