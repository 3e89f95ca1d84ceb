//! One line of an export: a memory with its versions and events (docs/format.md).

use jiff::Timestamp;
use nepenthe_llm::contract::{Annotation, MOST};
use serde::{Deserialize, Serialize};

use crate::model::{Depth, EventKind, MemoryId, Provenance, storable};
use crate::store::query::annotation::Annotations;
use crate::store::query::time::as_stored;

/// The version of the line format.
pub(super) const FORMAT: u32 = 1;

/// A memory as exported. The log's digests are left out: they are made again under the key of the store that
/// imports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) nepenthe: u32,
    pub(super) id: MemoryId,
    pub(super) text: String,
    pub(super) depth: Depth,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) metadata: Option<serde_json::Map<String, serde_json::Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) expires: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) derived_from: Vec<MemoryId>,
    pub(super) accesses: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) accessed: Option<Timestamp>,
    pub(super) versions: Vec<LineVersion>,
    pub(super) events: Vec<LineEvent>,
}

impl Line {
    /// The line with other texts in the place of its own.
    pub(super) fn with_texts(mut self, other: impl Fn(&str) -> String) -> Self {
        for version in &mut self.versions {
            version.text = other(&version.text);
        }
        self.text = other(&self.text);
        self
    }

    /// The line with its times as they are stored: the log's tree holds them to the bit.
    pub(super) fn with_stored_times(mut self) -> Self {
        let times = self.versions.iter_mut().map(|version| &mut version.from);
        let times = times.chain(self.events.iter_mut().map(|event| &mut event.at));
        times.chain(&mut self.expires).chain(&mut self.accessed).for_each(|time| *time = as_stored(*time));
        self
    }

    /// What stands beside its text.
    pub(super) fn provenance(&self) -> Provenance {
        Provenance::new(self.source.as_ref(), self.metadata.as_ref())
    }

    /// Every text that the memory has or had.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.versions.iter().map(|version| version.text.as_str())
    }
}

/// A version of the text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineVersion {
    pub(super) text: String,
    pub(super) from: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) annotated: Option<LineAnnotations>,
}

/// What a language model added to the text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineAnnotations {
    pub(super) prompt: String,
    pub(super) entries: Vec<Annotation>,
}

impl LineVersion {
    /// The annotations that the rules let stand beside the text, whoever wrote the line.
    pub(super) fn annotations(&self) -> Option<Annotations> {
        let LineAnnotations { prompt, entries } = self.annotated.as_ref()?;
        let stands = |entry: &&Annotation| storable(&entry.value).is_ok() && entry.stands_beside(&self.text);
        let entries: Vec<Annotation> = entries.iter().filter(stands).take(MOST).cloned().collect();
        (!entries.is_empty()).then(|| Annotations { prompt: prompt.clone(), entries })
    }
}

/// An event, without its digest and its place in the exporting store's log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LineEvent {
    pub(super) kind: EventKind,
    pub(super) at: Timestamp,
    pub(super) actor: String,
    pub(super) depth_before: Option<Depth>,
    pub(super) depth_after: Option<Depth>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) related: Option<MemoryId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) planner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
}
