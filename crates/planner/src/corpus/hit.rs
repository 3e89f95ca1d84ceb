//! [`Hit`]: one answer of a recall.

use serde::Serialize;

use crate::memory::Memory;

/// What a hybrid recall goes by where it tells how likely a memory answers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Evidence {
    /// The cosine with the query; of a long text that of its nearest passage. 0 without vectors.
    pub cosine: f64,
    /// The same without what the query and the memories nearest to it all share, such as a name. 0 without vectors.
    pub apart: f64,
    /// The part of the query's content words that the text has, each weighed by how rare it is in the scope: 0 to 1.
    pub coverage: f64,
    /// How rare those words are, added up: 1 is a word that no text has.
    pub rarity: f64,
    /// BM25 as a part of the best in the scope: 0 to 1.
    pub bm25: f64,
    /// In a talk, `apart` of the turn before; else 0.
    pub before: f64,
    /// What the relevance model says, as log-odds, where it was asked.
    pub relevance: Option<f64>,
}

/// One answer of a recall.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// The memory, as it was at the time asked about; only its count of accesses is today's.
    #[serde(flatten)]
    pub memory: Memory,
    /// Higher is better. Hybrid: how likely it answers, 0 to 1; by reciprocal rank, the sum of 1 / (60 + rank) over the
    /// indexes; vector: the cosine; lexical: BM25.
    pub score: f64,
    /// L2 distance of the unit vectors, 0 to 2, where a vector was compared; of a long text, that of its nearest passage.
    pub distance: Option<f64>,
    /// BM25, higher is better, where the lexical index returned the memory.
    pub bm25: Option<f64>,
    /// What the score was made of, where that is how likely it answers.
    #[serde(skip)]
    pub evidence: Option<Evidence>,
}

impl Hit {
    /// Returns the cosine of the two unit vectors: 1 - d^2 / 2.
    pub fn cosine(&self) -> Option<f64> {
        self.distance.map(|distance| 1.0 - distance * distance / 2.0)
    }
}
