//! What a recall is asked ([`RecallOptions`]) and answers ([`Hit`]).

use jiff::Timestamp;
use serde::Serialize;

use crate::embed::EmbedError;
use crate::model::Memory;
use crate::store::{Include, StorageError};

/// Which index answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RecallMode {
    /// Both, by reciprocal rank fusion; the lexical one alone in a store without vectors. This is the default.
    #[default]
    Hybrid,
    /// Words alone, ranked by BM25.
    Lexical,
    /// Vectors alone, ranked by distance.
    Vector,
}

/// Which of a query's words a text must hold to be a lexical hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Terms {
    /// At least one. This is the default.
    #[default]
    Any,
    /// Every one.
    All,
}

/// How a recall is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecallOptions {
    pub(crate) k: usize,
    pub(crate) mode: RecallMode,
    pub(crate) terms: Terms,
    pub(crate) as_of: Option<Timestamp>,
    pub(crate) include: Include,
}

impl RecallOptions {
    /// Asks for the best `k` memories. 0 gives none; more than there are gives what there are.
    pub fn new(k: usize) -> Self {
        Self {
            k,
            mode: RecallMode::default(),
            terms: Terms::default(),
            as_of: None,
            include: Include::default(),
        }
    }

    /// Sets which index answers.
    #[must_use]
    pub fn with_mode(mut self, mode: RecallMode) -> Self {
        self.mode = mode;
        self
    }

    /// Sets which of the words a lexical hit must hold.
    #[must_use]
    pub fn with_terms(mut self, terms: Terms) -> Self {
        self.terms = terms;
        self
    }

    /// Answers as the store would have at a past time, except for what was purged since.
    #[must_use]
    pub fn as_of(mut self, time: Timestamp) -> Self {
        self.as_of = Some(time);
        self
    }

    /// Sets which memories are shown beside the live ones.
    #[must_use]
    pub fn with_include(mut self, include: Include) -> Self {
        self.include = include;
        self
    }
}

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

/// Why a recall has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecallError {
    /// Vectors were asked for in a store that has none. Recall lexically, or `reembed` the store.
    #[error("this store has no vectors (embedder none); recall lexically, or run `reembed` with an embedder")]
    NoVectors,
    /// The query could not be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}
