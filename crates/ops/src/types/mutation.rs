//! [`Mutation`] and [`Target`]: what is asked to be changed.

use jiff::{SignedDuration, Timestamp};
use nepenthe::MemoryId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema::Id;
use super::{NewMemory, Text};

/// Which memories a mutation is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Those that the planner finds the words to mean.
    Words(Text),
    /// Exactly these.
    Ids(#[schemars(with = "Vec<Id>")] Vec<MemoryId>),
    /// Every memory of the scope.
    All,
    /// Every memory of the scope that was inscribed before this time; one inscribed at it stays.
    Before(Timestamp),
}

/// How depth sinks with time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Consolidation {
    /// The time in which the depth of a memory never recalled sinks to 1/e.
    pub tau: SignedDuration,
    /// How many recalls lift a memory above the surface.
    pub promote_accesses: u64,
    /// How deep a memory may have sunk and still be lifted.
    pub promote_depth: f64,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", tag = "verb")]
pub enum Mutation {
    /// A new memory takes the place of what is believed no longer.
    Supersede {
        /// What is believed no longer.
        target: Target,
        /// What is believed now.
        new: NewMemory,
    },
    /// Out of recall, reversibly.
    Release {
        /// Which.
        target: Target,
    },
    /// Back into recall.
    Restore {
        /// Which.
        target: Target,
    },
    /// Erased for good.
    Purge {
        /// Which.
        target: Target,
    },
    /// A new text.
    Edit {
        /// Which.
        target: Target,
        /// The text that it is to have.
        text: Text,
    },
    /// Immune to decay.
    Pin {
        /// Which.
        target: Target,
    },
    /// Immune no longer.
    Unpin {
        /// Which.
        target: Target,
    },
    /// Half as deep.
    Decay {
        /// Which.
        target: Target,
    },
    /// Sinking by age, or lifted.
    Consolidate {
        /// Which.
        target: Target,
        /// How fast.
        consolidation: Consolidation,
    },
}

impl Target {
    pub(crate) fn all() -> Self {
        Self::All
    }
}

impl Default for Consolidation {
    fn default() -> Self {
        let nepenthe::Consolidation { tau, promote_accesses, promote_depth } = Default::default();
        Self { tau, promote_accesses, promote_depth }
    }
}

impl From<Consolidation> for nepenthe::Consolidation {
    fn from(Consolidation { tau, promote_accesses, promote_depth }: Consolidation) -> Self {
        Self { tau, promote_accesses, promote_depth }
    }
}

impl From<Target> for nepenthe::Target {
    fn from(target: Target) -> Self {
        match target {
            Target::Words(words) => Self::Words(words.0),
            Target::Ids(ids) => Self::Ids(ids),
            Target::All => Self::All,
            Target::Before(time) => Self::Before(time),
        }
    }
}

impl From<Mutation> for nepenthe::Mutation {
    fn from(mutation: Mutation) -> Self {
        match mutation {
            Mutation::Supersede { target, new } => Self::supersede(target, new),
            Mutation::Release { target } => Self::release(target),
            Mutation::Restore { target } => Self::restore(target),
            Mutation::Purge { target } => Self::purge(target),
            Mutation::Edit { target, text } => Self::edit(target, text.0),
            Mutation::Pin { target } => Self::pin(target),
            Mutation::Unpin { target } => Self::unpin(target),
            Mutation::Decay { target } => Self::decay(target),
            Mutation::Consolidate { target, consolidation } => {
                Self::consolidate(target, consolidation.into())
            }
        }
    }
}
