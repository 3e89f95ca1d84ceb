//! [`Memory`] and [`Hit`].

use jiff::Timestamp;
use nepenthe::{Depth, MemoryId, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema::{DepthValue, Id, StateWord};
use super::{Metadata, Text};

/// One stored text with what is kept beside it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Memory {
    /// Its name inside the scope.
    #[schemars(with = "Id")]
    pub id: MemoryId,
    /// The text.
    pub text: Text,
    /// How near to the surface it is.
    #[schemars(with = "DepthValue")]
    pub depth: Depth,
    /// What depth and expiry make of it.
    #[schemars(with = "StateWord")]
    pub state: State,
    /// When it was inscribed.
    pub created: Timestamp,
    /// When its depth or text last changed.
    pub changed: Timestamp,
    /// When it leaves recall by itself.
    pub expires: Option<Timestamp>,
    /// Which conversation or document it came from.
    pub source: Option<Text>,
    /// What is kept beside the text.
    pub metadata: Option<Metadata>,
    /// How often recall returned it, as far as that was counted.
    pub accesses: u64,
}

/// A memory that answers a query, as it was at the time asked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The memory.
    #[serde(flatten)]
    pub memory: Memory,
    /// Higher is better. Hybrid: how likely it answers, 0 to 1; vector: the cosine; lexical: BM25.
    pub score: f64,
    /// L2 distance of the unit vectors, 0 to 2, where vectors were compared; of a long text its nearest passage's.
    pub distance: Option<f64>,
    /// BM25, higher is better, where the lexical index returned the memory.
    pub bm25: Option<f64>,
}

impl From<nepenthe::Memory> for Memory {
    fn from(memory: nepenthe::Memory) -> Self {
        let nepenthe::Memory {
            id,
            text,
            depth,
            state,
            created,
            changed,
            expires,
            source,
            metadata,
            accesses,
        } = memory;
        let (text, source, metadata) = (Text(text), source.map(Text), metadata.map(Metadata));
        Self { id, text, depth, state, created, changed, expires, source, metadata, accesses }
    }
}

impl From<nepenthe::Hit> for Hit {
    fn from(hit: nepenthe::Hit) -> Self {
        let nepenthe::Hit { memory, score, distance, bm25, .. } = hit;
        Self { memory: memory.into(), score, distance, bm25 }
    }
}
