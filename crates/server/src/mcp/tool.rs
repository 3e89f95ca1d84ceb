//! [`Tool`]: one tool, as it is described and called.

use std::sync::Arc;

use nepenthe_ops::Operation;
use rmcp::model::{JsonObject, MetaObject, Tool as Described, ToolAnnotations};

use super::answer::Reply;
use super::call::{Call, Fault};

/// By this clients are told that a person has to confirm each call, in every mode.
const ASKS_PERSON: &str = "anthropic/requiresUserInteraction";

/// One tool.
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// One line that says when to call it and what comes of it.
    pub(super) description: &'static str,
    /// The operations that it may call. Whoever calls it has the right that the first needs; a tool with several rights
    /// asks for the one that a call needs.
    pub(super) operations: &'static [Operation],
    pub(super) effect: Effect,
    /// Whether a person has to confirm each call.
    pub(super) asks_person: bool,
    pub(super) input: fn() -> Arc<JsonObject>,
    pub(super) output: Option<fn() -> Arc<JsonObject>>,
    pub(super) call: fn(&Call<'_>) -> Result<Reply, Fault>,
}

/// What a call does to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// Nothing.
    Reads,
    /// It adds, and adds again.
    Adds,
    /// It changes what can be changed back.
    Changes,
    /// It erases.
    Erases,
}

impl Tool {
    /// Returns it as clients see it.
    pub(super) fn described(&self, asks_person: bool) -> Described {
        let mut described = Described::new(self.name, self.description, (self.input)())
            .with_title(self.title)
            .with_annotations(self.effect.annotations());
        if let Some(output) = self.output {
            described = described.with_raw_output_schema(output());
        }
        if self.asks_person && asks_person {
            let mut meta = JsonObject::new();
            meta.insert(ASKS_PERSON.into(), true.into());
            described = described.with_meta(MetaObject(meta));
        }
        described
    }
}

impl Effect {
    /// The hints, all of them: what is left out counts as destructive.
    fn annotations(self) -> ToolAnnotations {
        ToolAnnotations::new()
            .read_only(self == Self::Reads)
            .destructive(self == Self::Erases)
            .idempotent(self != Self::Adds)
            .open_world(false)
    }
}
