//! What a recall is asked: [`RecallOptions`].

use jiff::Timestamp;

/// Which index answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RecallMode {
    /// Both, fused ([`Fusion`]); the lexical one alone in a store without vectors. This is the default.
    #[default]
    Hybrid,
    /// Words alone, ranked by BM25.
    Lexical,
    /// Vectors alone, ranked by distance.
    Vector,
}

/// How what both indexes say becomes one ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Fusion {
    /// By how likely it is that a memory answers, given what each index says of it. This is the default.
    #[default]
    Calibrated,
    /// By reciprocal rank, as the paper's reference does, over vectors of whole texts; so planners gather candidates.
    ReciprocalRank,
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

/// Which memories a read shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Include {
    /// Those in recall: depth over 0, not expired. This is the default.
    #[default]
    Live,
    /// Those, and what was released or superseded.
    Submerged,
    /// Every memory there is, expired ones too.
    All,
}

/// How a recall is done.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct RecallOptions {
    /// How many memories are asked for.
    pub k: usize,
    /// Which index answers.
    pub mode: RecallMode,
    /// How a hybrid recall ranks.
    pub fusion: Fusion,
    /// Whether the embedder's relevance model, if it has one, reads the first hits of a hybrid recall and ranks them anew.
    pub rerank: bool,
    /// The least score of a hit. By default every hit is shown, however unlikely.
    pub min_score: Option<f64>,
    /// Which of the query's words a lexical hit holds.
    pub terms: Terms,
    /// The past time that is asked about, if one is.
    pub as_of: Option<Timestamp>,
    /// Which memories are shown beside the live ones.
    pub include: Include,
}

impl RecallOptions {
    /// Asks for the best `k` memories. 0 gives none; more than there are gives what there are.
    pub fn new(k: usize) -> Self {
        Self {
            k,
            mode: RecallMode::default(),
            fusion: Fusion::default(),
            rerank: false,
            min_score: None,
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

    /// Sets how a hybrid recall ranks.
    #[must_use]
    pub fn with_fusion(mut self, fusion: Fusion) -> Self {
        self.fusion = fusion;
        self
    }

    /// Sets whether the relevance model ranks the first hits of a hybrid recall anew.
    #[must_use]
    pub fn with_rerank(mut self, rerank: bool) -> Self {
        self.rerank = rerank;
        self
    }

    /// Tells whether hits are ranked by how likely they answer.
    #[must_use]
    pub fn is_calibrated(&self) -> bool {
        self.mode == RecallMode::Hybrid && self.fusion == Fusion::Calibrated
    }

    /// Tells whether a second reading is due: of hits that are so ranked alone.
    #[must_use]
    pub fn reads_again(&self) -> bool {
        self.rerank && self.is_calibrated()
    }

    /// Leaves out hits of a lower score.
    #[must_use]
    pub fn with_min_score(mut self, score: f64) -> Self {
        self.min_score = Some(score);
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
