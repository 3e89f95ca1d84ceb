//! What happened: the history of one memory, and the log of a scope.

use jiff::Timestamp;
use nepenthe_llm::contract::Annotation;
use serde::Serialize;

use super::LookupError;
use crate::handle::Scope;
use crate::model::{Event, EventKind, MemoryId, texts_left};
use crate::store::StorageError;
use crate::store::query::{annotation, event, memory};

/// One event with the text that the memory had after it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HistoryEntry {
    /// The event.
    #[serde(flatten)]
    pub event: Event,
    /// The memory's text after the event; null once it is erased: for every event of a purged memory, and for those before a
    /// redact.
    pub text: Option<String>,
    /// What a language model added to that text when it was written.
    pub annotations: Vec<Annotation>,
}

/// Which part of the log is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogRange {
    /// From this time on.
    pub since: Option<Timestamp>,
    /// Up to this time.
    pub until: Option<Timestamp>,
    /// Only events after this place in the log; 0 for all.
    pub after: i64,
    /// At most this many, the oldest first.
    pub limit: usize,
}

impl Default for LogRange {
    /// The whole log.
    fn default() -> Self {
        Self { since: None, until: None, after: 0, limit: usize::MAX }
    }
}

impl Scope {
    /// Returns what happened to a memory, oldest first; of a purged one too, without texts.
    ///
    /// # Errors
    /// [`LookupError`].
    pub fn history(&self, id: MemoryId) -> Result<Vec<HistoryEntry>, LookupError> {
        let read = self.read(|session, scope| {
            let events = event::of_memory(session, scope, id)?;
            let versions = match memory::get(session, scope, id)? {
                Some(row) => memory::versions(session, row.row)?,
                None => Vec::new(),
            };
            let annotations = versions.iter().map(|version| {
                Ok(annotation::of_version(session, version.id)?.map_or_else(Vec::new, |found| found.entries))
            });
            let annotations: Vec<_> = annotations.collect::<Result<_, StorageError>>()?;
            let versions: Vec<_> = versions.into_iter().zip(annotations).collect();
            Ok((events, versions))
        })?;
        let (events, versions) = read.unwrap_or_default();
        if events.is_empty() {
            return Err(LookupError::NotFound(id));
        }
        let kinds: Vec<EventKind> = events.iter().map(|event| event.kind).collect();
        let entries = events.into_iter().zip(texts_left(&kinds)).map(|(event, left)| {
            let left = left.and_then(|at| versions.get(at)).filter(|(version, _)| version.readable);
            let (text, annotations) =
                left.map(|(version, annotations)| (version.text.clone(), annotations.clone())).unzip();
            HistoryEntry { event, text, annotations: annotations.unwrap_or_default() }
        });
        Ok(entries.collect())
    }

    /// Returns the scope's events, oldest first.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn log(&self, range: &LogRange) -> Result<Vec<Event>, StorageError> {
        let events = self.read(|session, scope| {
            event::of_scope(session, scope, range.after, range.since, range.until, range.limit)
        })?;
        Ok(events.unwrap_or_default())
    }
}
