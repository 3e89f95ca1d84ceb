//! What a planner may read: the memories of one scope, through recall.

use crate::log::EventKind;
use crate::model::{Depth, EventSeq, State};
use crate::recall::{Hit, RecallError, RecallOptions};
use crate::scope::Scope;

use super::{Action, Spared, Step};

/// The memories of the scope that a plan is made for. Reading them counts as no access.
pub struct Memories<'a> {
    scope: &'a Scope,
}

/// A memory that a planner considers.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The memory and how it was found.
    pub hit: Hit,
    guard: EventSeq,
}

impl<'a> Memories<'a> {
    pub(super) fn new(scope: &'a Scope) -> Self {
        Self { scope }
    }

    /// Recalls, as [`Scope::recall_with`] does.
    ///
    /// # Errors
    /// [`RecallError`].
    pub fn recall(&self, query: &str, options: &RecallOptions) -> Result<Vec<Candidate>, RecallError> {
        let now = self.scope.now();
        let found = self.scope.search(query, options, now)?;
        Ok(found
            .into_iter()
            .map(|found| Candidate { guard: found.stored.last_event, hit: found.into_hit(now) })
            .collect())
    }

    /// Tells whether the store has vectors.
    pub fn have_vectors(&self) -> bool {
        self.scope.has_vectors()
    }
}

impl Candidate {
    pub(super) fn new(hit: Hit, guard: EventSeq) -> Self {
        Self { hit, guard }
    }

    /// Says why an action would not change the memory, if it would not.
    pub fn no_effect(&self, action: &Action) -> Option<&'static str> {
        no_effect(&self.hit, action)
    }

    /// Decides that something is to happen to the memory.
    pub fn step(self, action: Action, reason: impl Into<String>) -> Step {
        Step { memory: self.hit.memory, action, reason: reason.into(), guard: self.guard }
    }

    /// Decides that the memory stays as it is.
    pub fn spare(self, reason: impl Into<String>) -> Spared {
        Spared { memory: self.hit.memory, reason: reason.into() }
    }
}

fn no_effect(hit: &Hit, action: &Action) -> Option<&'static str> {
    let memory = &hit.memory;
    match action {
        Action::Supersede | Action::Release if !memory.depth.is_live() => Some("already out of recall"),
        Action::Restore if memory.depth.is_live() => Some(match memory.state {
            State::Expired => "expired, not released",
            _ => "in recall already",
        }),
        Action::Edit { text } if *text == memory.text => Some("has this text already"),
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

impl Action {
    /// Returns the event that the action is logged as.
    pub(super) fn event_kind(&self) -> EventKind {
        match self {
            Self::Supersede => EventKind::Supersede,
            Self::Release => EventKind::Release,
            Self::Restore => EventKind::Restore,
            Self::Edit { .. } => EventKind::Edit,
            Self::Purge => EventKind::Purge,
            Self::Pin => EventKind::Pin,
            Self::Unpin => EventKind::Unpin,
            Self::Decay => EventKind::Decay,
            Self::Consolidate => EventKind::Consolidate,
        }
    }

    /// Returns the depth that the action leaves, for those that a depth alone determines.
    pub(super) fn depth_after(&self, before: Depth) -> Depth {
        match self {
            Self::Supersede | Self::Release => Depth::SUBMERGED,
            Self::Restore | Self::Unpin => Depth::SURFACE,
            Self::Pin => Depth::PINNED,
            Self::Decay => before.sink(0.5),
            Self::Edit { .. } | Self::Purge | Self::Consolidate => before,
        }
    }
}
