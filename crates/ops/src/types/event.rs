//! [`Event`], [`HistoryEntry`] and [`Annotation`].

use jiff::Timestamp;
use nepenthe::{Depth, EventKind, EventSeq, MemoryId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Text;
use super::schema::{DepthValue, EventWord, Id, Seq};

/// One entry of the append-only log. It commits to content by keyed digest and never holds it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Event {
    /// Its place in the log of the whole store.
    #[schemars(with = "Seq")]
    pub seq: EventSeq,
    /// The memory it is about; for a receipt, the receipt.
    #[schemars(with = "Id")]
    pub memory: MemoryId,
    /// What happened.
    #[schemars(with = "EventWord")]
    pub kind: EventKind,
    /// When.
    pub at: Timestamp,
    /// Who did it, as the caller named itself.
    pub actor: String,
    /// The depth before; null for an inscribe.
    #[schemars(with = "Option<DepthValue>")]
    pub depth_before: Option<Depth>,
    /// The depth after; null for a purge.
    #[schemars(with = "Option<DepthValue>")]
    pub depth_after: Option<Depth>,
    /// Commits to the memory's text; for a receipt, the SHA-256 of its body.
    pub digest: String,
    /// For a supersede, the memory that took its place.
    #[schemars(with = "Option<Id>")]
    pub related: Option<MemoryId>,
    /// Who chose the memory: a planner's name, or `id` where it was named.
    pub planner: Option<String>,
    /// When the entry came in by import.
    pub imported: Option<Timestamp>,
    /// Why, where the caller had to say.
    pub note: Option<String>,
}

/// One event with the text that the memory had after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryEntry {
    /// The event.
    #[serde(flatten)]
    pub event: Event,
    /// The memory's text after the event; null once it is erased.
    pub text: Option<Text>,
    /// What a language model added to that text when it was written.
    pub annotations: Vec<Annotation>,
}

/// Another form of something that a text names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Annotation {
    /// `identifier`, `alias` or `entity`.
    pub kind: String,
    /// Words of the text.
    pub of: Text,
    /// Their other form.
    pub value: Text,
}

impl From<nepenthe::Event> for Event {
    fn from(event: nepenthe::Event) -> Self {
        let nepenthe::Event { seq, memory, kind, at, actor, depth_before, depth_after, .. } = event;
        let nepenthe::Event { digest, related, planner, imported, note, .. } = event;
        let digest = super::schema::word(&digest);
        Self {
            seq,
            memory,
            kind,
            at,
            actor,
            depth_before,
            depth_after,
            digest,
            related,
            planner,
            imported,
            note,
        }
    }
}

impl From<nepenthe::HistoryEntry> for HistoryEntry {
    fn from(entry: nepenthe::HistoryEntry) -> Self {
        let nepenthe::HistoryEntry { event, text, annotations } = entry;
        Self { event: event.into(), text: text.map(Text), annotations: Annotation::all(annotations) }
    }
}

impl Annotation {
    pub(crate) fn all(annotations: Vec<nepenthe::llm::contract::Annotation>) -> Vec<Self> {
        let one = |found: nepenthe::llm::contract::Annotation| Self {
            kind: found.kind.as_str().to_owned(),
            of: Text(found.of),
            value: Text(found.value),
        };
        annotations.into_iter().map(one).collect()
    }
}
