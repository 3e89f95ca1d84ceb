//! What a recall is asked: [`RecallOptions`].

use jiff::Timestamp;

/// Which index answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecallOptions {
    /// How many memories are asked for.
    pub k: usize,
    /// Which index answers.
    pub mode: RecallMode,
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
