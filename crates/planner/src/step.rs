//! [`Step`]: what is to happen to one memory, and why; [`Spared`]: why one stays.

use serde::Serialize;

use crate::corpus::Guard;
use crate::memory::{Memory, MemoryId};

/// What is to happen to one memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Out of recall; the plan's new memory takes its place.
    Supersede,
    /// Out of recall.
    Release,
    /// Back into recall.
    Restore,
    /// A new text.
    Edit {
        /// The text that it is to have.
        text: String,
    },
    /// Erased.
    Purge,
    /// Immune to decay.
    Pin,
    /// Immune no longer.
    Unpin,
    /// Half as deep.
    Decay,
    /// Sinks by its age, or is lifted.
    Consolidate,
}

/// One memory that the plan touches.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The memory as it is now.
    pub memory: Memory,
    /// What is to happen to it.
    pub action: Action,
    /// Why.
    pub reason: String,
    /// How sure it is that the request means the memory, 0 to 1, where the planner can say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// From which other step it follows, where nobody asked for this one.
    pub follows: Option<Follows>,
    /// The memory's last event when the plan was made: if there is a later one, the plan no longer fits.
    pub(crate) guard: Guard,
}

/// From which other step of a plan a step follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Follows {
    /// The memory was made from this one, which is erased.
    Derived(MemoryId),
    /// The memory repeats the text of this one, which is erased.
    Copy(MemoryId),
}

impl Step {
    /// The guard of the memory as it was read.
    #[must_use]
    pub fn guard(&self) -> Guard {
        self.guard
    }
}

/// One memory that was considered and stays as it is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Spared {
    /// The memory.
    pub memory: Memory,
    /// Why it stays.
    pub reason: String,
}
