//! What the engine makes of a planner's action: the event that it is logged as, the depth that it leaves, and how a receipt names it.

use super::{Action, Follows, Step};
use crate::erase::How;
use crate::model::{Depth, EventKind};

/// Returns the event that the action is logged as.
pub(super) fn event_kind(action: &Action) -> EventKind {
    match action {
        Action::Supersede => EventKind::Supersede,
        Action::Release => EventKind::Release,
        Action::Restore => EventKind::Restore,
        Action::Edit { .. } => EventKind::Edit,
        Action::Purge => EventKind::Purge,
        Action::Pin => EventKind::Pin,
        Action::Unpin => EventKind::Unpin,
        Action::Decay => EventKind::Decay,
        Action::Consolidate => EventKind::Consolidate,
    }
}

/// Returns the depth that the action leaves, for those that a depth alone determines.
pub(super) fn depth_after(action: &Action, before: Depth) -> Depth {
    match action {
        Action::Supersede | Action::Release => Depth::SUBMERGED,
        Action::Restore | Action::Unpin => Depth::SURFACE,
        Action::Pin => Depth::PINNED,
        Action::Decay => before.sink(0.5),
        Action::Edit { .. } | Action::Purge | Action::Consolidate => before,
    }
}

/// How the receipt of an erasure names the way in which a step's memory came to be erased.
pub(super) fn how(step: &Step) -> How {
    match step.follows {
        None => How::Matched,
        Some(Follows::Derived(_)) => How::Derived,
        Some(Follows::Copy(_)) => How::Copy,
    }
}
