//! [`Candidate`]: a memory that a planner considers.

use nepenthe_llm::contract::Annotation;

use super::{Excerpt, Guard, Hit};
use crate::memory::{Memory, State};
use crate::step::{Action, Spared, Step};

/// A memory that a planner considers.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The memory and how it was found.
    pub hit: Hit,
    guard: Guard,
    /// What tells its text from all others of the corpus; `None` where it is none of these, or nobody looked.
    version: Option<i64>,
    /// What a language model added to its text, where the store's placement has planners read that.
    annotations: Vec<Annotation>,
    /// Where its text is only a part of the memory's: which, and the whole.
    pub(crate) excerpt: Option<Excerpt>,
}

impl Candidate {
    /// A memory as a corpus found it.
    #[must_use]
    pub fn new(hit: Hit, guard: Guard) -> Self {
        Self { hit, guard, version: None, annotations: Vec::new(), excerpt: None }
    }

    /// A memory that was not recalled but named.
    #[must_use]
    pub fn of(memory: Memory, guard: Guard) -> Self {
        Self::new(Hit { memory, score: 1.0, distance: None, bm25: None, evidence: None }, guard)
    }

    /// The same, with a number that no other text of the corpus has.
    #[must_use]
    pub fn with_version(self, version: i64) -> Self {
        Self { version: Some(version), ..self }
    }

    /// The same, with what a language model added to its text.
    #[must_use]
    pub fn with_annotations(self, annotations: Vec<Annotation>) -> Self {
        Self { annotations, ..self }
    }

    /// The memory with another text: an earlier one, or a passage of it.
    #[must_use]
    pub fn saying(&self, text: String) -> Self {
        let mut other = Self { version: None, excerpt: None, ..self.clone() };
        other.hit.memory.text = text;
        other
    }

    /// What a language model added to its text when it was written; nothing where planners read no annotations
    /// ([`Corpus::has_annotations`](super::Corpus::has_annotations)).
    #[must_use]
    pub fn annotations(&self) -> &[Annotation] {
        &self.annotations
    }

    /// Which state of the memory was read.
    #[must_use]
    pub fn guard(&self) -> Guard {
        self.guard
    }

    /// The number that no other text of the corpus has; `None` where its text is none of these, or nobody looked.
    #[must_use]
    pub fn version(&self) -> Option<i64> {
        self.version
    }

    /// The whole text of the memory.
    pub(crate) fn whole(&self) -> &str {
        self.excerpt.as_ref().map_or(&self.hit.memory.text, |excerpt| &excerpt.whole)
    }

    /// Takes its whole text again.
    pub(crate) fn in_full(mut self) -> Self {
        if let Some(excerpt) = self.excerpt.take() {
            self.hit.memory.text = excerpt.whole;
        }
        self
    }

    /// Says why an action would not change the memory, if it would not.
    pub fn no_effect(&self, action: &Action) -> Option<&'static str> {
        no_effect(self, action)
    }

    /// Decides that something is to happen to the memory.
    pub fn step(self, action: Action, reason: impl Into<String>) -> Step {
        let this = self.in_full();
        let (memory, guard) = (this.hit.memory, this.guard);
        Step { memory, action, reason: reason.into(), confidence: None, follows: None, guard }
    }

    /// Decides that the memory stays as it is.
    pub fn spare(self, reason: impl Into<String>) -> Spared {
        Spared { memory: self.in_full().hit.memory, reason: reason.into() }
    }
}

fn no_effect(candidate: &Candidate, action: &Action) -> Option<&'static str> {
    let memory = &candidate.hit.memory;
    match action {
        Action::Supersede | Action::Release if !memory.depth.is_live() => Some("already out of recall"),
        Action::Restore if memory.state == State::Quarantined => Some("in quarantine: restore it by its id"),
        Action::Restore if memory.depth.is_live() => Some(match memory.state {
            State::Expired => "expired, not released",
            _ => "in recall already",
        }),
        Action::Edit { text } if text == candidate.whole() => Some("has this text already"),
        Action::Pin if memory.depth.is_pinned() => Some("pinned already"),
        // A pin would lift it to the surface: what was forgotten comes back by a restore alone.
        Action::Pin if !memory.depth.is_live() => Some("out of recall"),
        Action::Unpin if !memory.depth.is_pinned() => Some("not pinned"),
        Action::Decay | Action::Consolidate if memory.depth.is_pinned() => Some("pinned, so immune"),
        Action::Decay | Action::Consolidate if !memory.depth.is_live() => Some("out of recall"),
        Action::Decay if memory.depth.sink(0.5) == memory.depth => Some("sunk as deep as can be"),
        _ => None,
    }
}
