//! [`Plan`]: what a mutation will do, as it is shown.

use nepenthe::{EventSeq, MemoryId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema::{Id, Seq};
use super::{Account, Consulted, Memory, Mutation, NewMemory, Text};

/// What a mutation will do. What is carried out is the [`Planned`](crate::Planned) that it shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// What was asked for.
    pub mutation: Mutation,
    /// Who chose the memories: a planner's name, or `id` where they were named.
    pub planner: String,
    /// The scope.
    pub scope: String,
    /// What is to happen, in order.
    pub steps: Vec<Step>,
    /// What a supersede will write.
    pub inscribe: Option<NewMemory>,
    /// Near misses, nearest first.
    pub spared: Vec<Spared>,
    /// How sure the planner is, 0 to 1, where it can say.
    pub confidence: Option<f64>,
    /// Whether it may be carried out on the words alone.
    #[serde(default)]
    pub sure: bool,
    /// How sure it and each memory must be for that; null where that is not asked.
    #[serde(default)]
    pub min_confidence: Option<f64>,
    /// The memories that it is less sure of.
    #[serde(default)]
    #[schemars(with = "Vec<Id>")]
    pub unsure: Vec<MemoryId>,
    /// What a language model had to do with it, where one was asked.
    pub consulted: Option<Consulted>,
    /// The name of what a purge asks for everything about, and whether it is kept out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<ErasedName>,
    /// What the plan was made without reading, because there was too much of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// What was asked of a language model for it; the caller, whose model it is, fills this in.
    #[serde(default)]
    pub account: Option<Account>,
}

impl Plan {
    /// Returns it without what memories say: for whoever may change them and not read them. What would stay is not in it.
    #[must_use]
    pub fn without_texts(mut self) -> Self {
        self.spared.clear();
        for step in &mut self.steps {
            let memory = &mut step.memory;
            (memory.text, memory.source, memory.metadata) = (Text::default(), None, None);
            step.reason = Text::default();
            if let Action::Edit { text } = &mut step.action {
                *text = Text::default();
            }
        }
        self
    }
}

/// The name of what a purge asks for everything about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErasedName {
    /// As the request has it.
    pub text: Text,
    /// Whether no new text may have it.
    pub kept_out: bool,
}

/// One memory that the plan touches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The memory as it is now.
    pub memory: Memory,
    /// What is to happen to it.
    pub action: Action,
    /// Why.
    pub reason: Text,
    /// How sure it is that the request means the memory, 0 to 1, where the planner can say.
    #[serde(default)]
    pub confidence: Option<f64>,
    /// From which other step it follows, where nobody asked for this one.
    pub follows: Option<Follows>,
    /// The memory's last event when the plan was made.
    #[schemars(with = "Seq")]
    pub guard: EventSeq,
}

/// What is to happen to a memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
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
        text: Text,
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

/// From which other step of a plan a step follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Follows {
    /// The memory was made from this one, which is erased.
    Derived(#[schemars(with = "Id")] MemoryId),
    /// The memory repeats the text of this one, which is erased.
    Copy(#[schemars(with = "Id")] MemoryId),
}

/// One memory that was considered and stays as it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spared {
    /// The memory.
    pub memory: Memory,
    /// Why it stays.
    pub reason: Text,
}

/// Something that a plan was made without reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unread {
    /// The memory; null where it is a part of the request.
    #[schemars(with = "Option<Id>")]
    pub memory: Option<MemoryId>,
    /// How many bytes of it were read.
    pub read: usize,
    /// How many it has.
    pub bytes: usize,
    /// What that means for the plan.
    pub reason: Text,
}

impl TryFrom<&nepenthe::Plan> for Plan {
    type Error = serde_json::Error;

    /// By way of JSON, which is the same for both.
    fn try_from(plan: &nepenthe::Plan) -> serde_json::Result<Self> {
        serde_json::from_value(serde_json::to_value(plan)?)
    }
}

impl From<Action> for nepenthe::Action {
    fn from(action: Action) -> Self {
        match action {
            Action::Supersede => Self::Supersede,
            Action::Release => Self::Release,
            Action::Restore => Self::Restore,
            Action::Edit { text } => Self::Edit { text: text.0 },
            Action::Purge => Self::Purge,
            Action::Pin => Self::Pin,
            Action::Unpin => Self::Unpin,
            Action::Decay => Self::Decay,
            Action::Consolidate => Self::Consolidate,
        }
    }
}

impl From<Follows> for nepenthe::Follows {
    fn from(follows: Follows) -> Self {
        match follows {
            Follows::Derived(id) => Self::Derived(id),
            Follows::Copy(id) => Self::Copy(id),
        }
    }
}

impl From<nepenthe::Follows> for Follows {
    fn from(follows: nepenthe::Follows) -> Self {
        match follows {
            nepenthe::Follows::Derived(id) => Self::Derived(id),
            nepenthe::Follows::Copy(id) => Self::Copy(id),
        }
    }
}

impl From<Step> for nepenthe::SavedStep {
    fn from(step: Step) -> Self {
        let Step { memory, action, reason, confidence, follows, guard } = step;
        let (action, follows) = (action.into(), follows.map(Into::into));
        Self { id: memory.id, action, reason: reason.0, confidence, follows, guard: guard.get() }
    }
}
