//! Which memories took each other's place.

use jiff::Timestamp;
use nepenthe::{BlameEntry, Include, MemoryId, RecallOptions, Scope, is_blank};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::types::schema::Id;
use crate::{Code, Memory, OpError, Text};

/// Which memory is asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BlameInput {
    /// This one.
    Id(#[schemars(with = "Id")] MemoryId),
    /// The best hit of these words, live or not.
    Words(Text),
}

/// A chain of memories.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Blame {
    /// The memory asked about.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// Every memory linked to it by supersession, and itself, oldest first.
    pub memories: Vec<Link>,
}

/// One link of a chain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// The memory.
    #[serde(flatten)]
    pub memory: Memory,
    /// What took its place; empty at the end of the chain.
    pub superseded_by: Vec<Successor>,
}

/// A memory that took another's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Successor {
    /// The memory.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// When it took the place.
    pub at: Timestamp,
}

impl BlameInput {
    /// Takes an id for an id, and everything else for words.
    ///
    /// # Errors
    /// [`Code::BadRequest`] for blank words.
    pub fn read(text: String) -> Result<Self, OpError> {
        if is_blank(&text) {
            let message = "name a memory by its id, or say in words which is meant";
            return Err(OpError::new(Code::BadRequest, message));
        }
        Ok(text.parse().map_or_else(|_| Self::Words(Text(text)), Self::Id))
    }
}

/// Follows the chain of a memory in both directions.
///
/// # Errors
/// [`OpError`], such as [`Code::NothingMatched`] for words.
pub fn blame(scope: &Scope, input: &BlameInput) -> Result<Blame, OpError> {
    let id = match input {
        BlameInput::Id(id) => *id,
        BlameInput::Words(words) => {
            let hits = scope.recall_with(words, &RecallOptions::new(1).with_include(Include::All))?;
            let best = hits.into_iter().next().ok_or_else(|| {
                OpError::new(Code::NothingMatched, format!("nothing in {} matches", scope.path()))
            })?;
            best.memory.id
        }
    };
    Ok(Blame { id, memories: scope.blame(id)?.into_iter().map(Link::from).collect() })
}

impl From<BlameEntry> for Link {
    fn from(entry: BlameEntry) -> Self {
        let superseded_by = entry.superseded_by.iter().map(|by| Successor { id: by.id, at: by.at });
        Self { memory: entry.memory.into(), superseded_by: superseded_by.collect() }
    }
}
