//! [`Hit`]: one answer of a recall.

use serde::Serialize;

use crate::memory::Memory;

/// One answer of a recall.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// The memory, as it was at the time asked about; only its count of accesses is today's.
    #[serde(flatten)]
    pub memory: Memory,
    /// Higher is better. Hybrid: the sum of 1 / (60 + rank) over the indexes; vector: the cosine; lexical: BM25.
    pub score: f64,
    /// L2 distance of the unit vectors, 0 to 2, where the vector index returned the memory.
    pub distance: Option<f64>,
    /// BM25, higher is better, where the lexical index returned the memory.
    pub bm25: Option<f64>,
}

impl Hit {
    /// Returns the cosine of the two unit vectors: 1 - d^2 / 2.
    pub fn cosine(&self) -> Option<f64> {
        self.distance.map(|distance| 1.0 - distance * distance / 2.0)
    }
}
