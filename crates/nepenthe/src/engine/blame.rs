//! Blame: the chain of memories that took each other's place.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::Serialize;

use super::LookupError;
use crate::handle::Scope;
use crate::model::{Memory, MemoryId};
use crate::store::query::{memory, supersession};

/// One link of a chain.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BlameEntry {
    /// The memory.
    #[serde(flatten)]
    pub memory: Memory,
    /// Which memories took its place, and when; none for the end of the chain.
    pub superseded_by: Vec<Successor>,
}

/// A memory that took another's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Successor {
    /// The memory.
    pub id: MemoryId,
    /// When it took the place.
    pub at: Timestamp,
}

impl Scope {
    /// Returns every memory that is linked to this one by supersession, in either direction, oldest first. The
    /// memory itself is always among them.
    ///
    /// # Errors
    /// [`LookupError`].
    pub fn blame(&self, id: MemoryId) -> Result<Vec<BlameEntry>, LookupError> {
        let now = self.now();
        let chain = self.read(|session, scope| {
            let mut seen = BTreeSet::from([id]);
            let mut waiting = vec![id];
            let mut chain: BTreeMap<i64, BlameEntry> = BTreeMap::new();
            while let Some(id) = waiting.pop() {
                let Some(row) = memory::get(session, scope, id)? else { continue };
                let mut superseded_by = Vec::new();
                for edge in supersession::touching(session, scope, id)? {
                    if edge.old == id {
                        superseded_by.push(Successor { id: edge.new, at: edge.at });
                    }
                    waiting.extend([edge.old, edge.new].into_iter().filter(|other| seen.insert(*other)));
                }
                chain.insert(row.row, BlameEntry { memory: row.into_memory(now), superseded_by });
            }
            Ok(chain)
        })?;
        let mut chain: Vec<BlameEntry> = chain.unwrap_or_default().into_values().collect();
        if chain.is_empty() {
            return Err(LookupError::NotFound(id));
        }
        chain.sort_by_key(|entry| entry.memory.created);
        Ok(chain)
    }
}
