//! [`Placement`]: where a language model is asked.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use nepenthe_planner::{Llm, Otherwise, Planner, Routed};

/// Where a language model is asked: the paper's placements, on one store. Recall asks none in any of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Placement {
    /// Nowhere, unless the planner asks one by itself.
    #[default]
    None,
    /// When a text is written: it is annotated, and nothing reads the annotations.
    Inscribe,
    /// The same, and planners read the annotations: a memory carries what its annotations say.
    InscribeAware,
    /// When a mutation in words is planned ([`Llm`]).
    Mutation,
    /// Both: texts are annotated, and the planner that asks reads the annotations too.
    Joint,
    /// When a mutation in words is planned, where the planner `canonical` is not sure ([`Routed`]).
    Routed,
}

/// What becomes of the memory that a new text brings up to date, as a language model says when the text is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Merge {
    /// It stays in recall, and the log and the history link it with the new one.
    Link,
    /// It leaves recall as by a supersede, unless it states something that the new text does not: then it is linked.
    Replace,
}

/// What happens where a language model's answer about a text that is written cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Unanswered {
    /// The text is written without what the model would have added, and the log names the outcome.
    #[default]
    Plain,
    /// Nothing is written.
    Fail,
}

impl Placement {
    /// All of them.
    pub const ALL: [Placement; 6] =
        [Self::None, Self::Inscribe, Self::InscribeAware, Self::Mutation, Self::Joint, Self::Routed];

    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Inscribe => "inscribe",
            Self::InscribeAware => "inscribe-aware",
            Self::Mutation => "mutation",
            Self::Joint => "joint",
            Self::Routed => "routed",
        }
    }

    /// Tells whether a model is asked when a text is written.
    #[must_use]
    pub fn annotates(self) -> bool {
        matches!(self, Self::Inscribe | Self::InscribeAware | Self::Joint)
    }

    /// Tells whether planners read annotations.
    #[must_use]
    pub fn reads_annotations(self) -> bool {
        matches!(self, Self::InscribeAware | Self::Joint)
    }

    /// Returns the planner of the placement: `base` where no model is asked about mutations. `otherwise` is what
    /// happens where an answer about one cannot be used.
    #[must_use]
    pub fn planner(self, base: Arc<dyn Planner>, otherwise: Otherwise) -> Arc<dyn Planner> {
        match self {
            Self::None | Self::Inscribe | Self::InscribeAware => base,
            Self::Mutation | Self::Joint => Arc::new(Llm::new(otherwise)),
            Self::Routed => Arc::new(Routed::new(otherwise)),
        }
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Placement {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|placement| placement.as_str() == word);
        let words = Self::ALL.map(Self::as_str).join(", ");
        found.ok_or_else(|| format!("there is no placement {word:?}; there are {words}"))
    }
}

impl Merge {
    /// Its word.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Link => "link",
            Self::Replace => "replace",
        }
    }
}
