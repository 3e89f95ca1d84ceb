//! [`Mutation`]: what is asked for, in words or by id.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::memory::{MemoryId, NewMemory};
use crate::step::Action;

/// Which memories a mutation is about.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Those that the planner finds the words to mean.
    Words(String),
    /// Exactly these.
    Ids(Vec<MemoryId>),
    /// Every memory of the scope.
    All,
    /// Every memory of the scope that was inscribed before this time; one inscribed at it stays.
    Before(Timestamp),
}

impl From<&str> for Target {
    fn from(words: &str) -> Self {
        Self::Words(words.into())
    }
}

impl From<String> for Target {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<MemoryId> for Target {
    fn from(id: MemoryId) -> Self {
        Self::Ids(vec![id])
    }
}

impl From<Vec<MemoryId>> for Target {
    fn from(ids: Vec<MemoryId>) -> Self {
        Self::Ids(ids)
    }
}

/// How depth sinks with time, as in the paper's reference store (pylethe 1.0.0a0): depth x exp(-age / (tau (1 + ln(1 + accesses)))),
/// where age is the time since the depth last changed or the memory was last recalled, whichever is later. So consolidating twice is the
/// same as once.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Consolidation {
    /// The time in which the depth of a memory never recalled sinks to 1/e. 7 days by default.
    pub tau: SignedDuration,
    /// How many recalls lift a memory above the surface. 5 by default.
    pub promote_accesses: u64,
    /// How deep a memory may have sunk and still be lifted. 0.6 by default.
    pub promote_depth: f64,
}

impl Default for Consolidation {
    fn default() -> Self {
        Self { tau: SignedDuration::from_hours(7 * 24), promote_accesses: 5, promote_depth: 0.6 }
    }
}

/// What is asked to be changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "verb")]
#[non_exhaustive]
pub enum Mutation {
    /// Takes what is believed no longer out of recall and puts a new memory in its place.
    Supersede {
        /// What is believed no longer.
        target: Target,
        /// What is believed now.
        new: NewMemory,
    },
    /// Takes memories out of recall, reversibly.
    Release {
        /// Which.
        target: Target,
    },
    /// Brings released or superseded memories back into recall.
    Restore {
        /// Which.
        target: Target,
    },
    /// Erases memories for good.
    Purge {
        /// Which.
        target: Target,
    },
    /// Replaces a memory's text; its depth stays.
    Edit {
        /// Which.
        target: Target,
        /// The text that it is to have.
        text: String,
    },
    /// Makes memories immune to decay.
    Pin {
        /// Which.
        target: Target,
    },
    /// Takes that immunity away; the memories lie at the surface then.
    Unpin {
        /// Which.
        target: Target,
    },
    /// Halves the depth of memories that are not pinned.
    Decay {
        /// Which.
        target: Target,
    },
    /// Lets memories sink by the time since they were last needed, and lifts those often recalled.
    Consolidate {
        /// Which.
        target: Target,
        /// How fast.
        consolidation: Consolidation,
    },
}

/// The kinds of mutation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Verb {
    /// See [`Mutation::Supersede`].
    Supersede,
    /// See [`Mutation::Release`].
    Release,
    /// See [`Mutation::Restore`].
    Restore,
    /// See [`Mutation::Purge`].
    Purge,
    /// See [`Mutation::Edit`].
    Edit,
    /// See [`Mutation::Pin`].
    Pin,
    /// See [`Mutation::Unpin`].
    Unpin,
    /// See [`Mutation::Decay`].
    Decay,
    /// See [`Mutation::Consolidate`].
    Consolidate,
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Supersede => "supersede",
            Self::Release => "release",
            Self::Restore => "restore",
            Self::Purge => "purge",
            Self::Edit => "edit",
            Self::Pin => "pin",
            Self::Unpin => "unpin",
            Self::Decay => "decay",
            Self::Consolidate => "consolidate",
        })
    }
}

impl Verb {
    /// Tells whether it takes something out of recall, or a text away.
    #[must_use]
    pub fn forgets(self) -> bool {
        matches!(self, Self::Supersede | Self::Release | Self::Purge | Self::Edit)
    }
}

impl Mutation {
    /// Asks that a new memory take the place of what the target means.
    pub fn supersede(target: impl Into<Target>, new: impl Into<NewMemory>) -> Self {
        Self::Supersede { target: target.into(), new: new.into() }
    }

    /// Asks that the target leave recall, reversibly.
    pub fn release(target: impl Into<Target>) -> Self {
        Self::Release { target: target.into() }
    }

    /// Asks that the target come back into recall.
    pub fn restore(target: impl Into<Target>) -> Self {
        Self::Restore { target: target.into() }
    }

    /// Asks that the target be erased.
    pub fn purge(target: impl Into<Target>) -> Self {
        Self::Purge { target: target.into() }
    }

    /// Asks that the target's text be replaced.
    pub fn edit(target: impl Into<Target>, text: impl Into<String>) -> Self {
        Self::Edit { target: target.into(), text: text.into() }
    }

    /// Asks that the target be immune to decay.
    pub fn pin(target: impl Into<Target>) -> Self {
        Self::Pin { target: target.into() }
    }

    /// Asks that the target be immune to decay no longer.
    pub fn unpin(target: impl Into<Target>) -> Self {
        Self::Unpin { target: target.into() }
    }

    /// Asks that the target's depth be halved.
    pub fn decay(target: impl Into<Target>) -> Self {
        Self::Decay { target: target.into() }
    }

    /// Asks that the target sink by the time since it was last needed.
    pub fn consolidate(target: impl Into<Target>, consolidation: Consolidation) -> Self {
        Self::Consolidate { target: target.into(), consolidation }
    }

    /// Returns the kind.
    pub fn verb(&self) -> Verb {
        match self {
            Self::Supersede { .. } => Verb::Supersede,
            Self::Release { .. } => Verb::Release,
            Self::Restore { .. } => Verb::Restore,
            Self::Purge { .. } => Verb::Purge,
            Self::Edit { .. } => Verb::Edit,
            Self::Pin { .. } => Verb::Pin,
            Self::Unpin { .. } => Verb::Unpin,
            Self::Decay { .. } => Verb::Decay,
            Self::Consolidate { .. } => Verb::Consolidate,
        }
    }

    /// Returns which memories it is about.
    pub fn target(&self) -> &Target {
        match self {
            Self::Supersede { target, .. }
            | Self::Release { target }
            | Self::Restore { target }
            | Self::Purge { target }
            | Self::Edit { target, .. }
            | Self::Pin { target }
            | Self::Unpin { target }
            | Self::Decay { target }
            | Self::Consolidate { target, .. } => target,
        }
    }

    /// Returns what the verb does to a memory as a whole.
    pub fn action(&self) -> Action {
        match self {
            Self::Supersede { .. } => Action::Supersede,
            Self::Release { .. } => Action::Release,
            Self::Restore { .. } => Action::Restore,
            Self::Purge { .. } => Action::Purge,
            Self::Edit { text, .. } => Action::Edit { text: text.clone() },
            Self::Pin { .. } => Action::Pin,
            Self::Unpin { .. } => Action::Unpin,
            Self::Decay { .. } => Action::Decay,
            Self::Consolidate { .. } => Action::Consolidate,
        }
    }
}
