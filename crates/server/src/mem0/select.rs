//! The memories that a filter means.

use std::collections::BTreeSet;

use nepenthe::{ScopePath, State};
use nepenthe_ops::{self as ops, Include, ListInput, OpError, Operation};

use super::call::Call;
use super::entity::EntityKind;
use super::filter::Filter;
use super::memory::Found;

/// Which memories are shown, beside those in recall.
#[derive(Clone, Copy, Default)]
pub(super) struct Shown {
    pub(super) expired: bool,
    pub(super) superseded: bool,
}

impl Shown {
    /// As a client asks: without a word those in recall.
    pub(super) fn new(show_expired: Option<bool>, latest_only: Option<bool>) -> Self {
        Self { expired: show_expired == Some(true), superseded: latest_only == Some(false) }
    }

    pub(super) fn include(self) -> Include {
        match self {
            Self { expired: true, .. } => Include::All,
            Self { superseded: true, .. } => Include::Submerged,
            _ => Include::Live,
        }
    }

    pub(super) fn takes(self, state: State) -> bool {
        match state {
            State::Live | State::Pinned => true,
            State::Expired => self.expired,
            State::Superseded => self.superseded,
            State::Released | State::Quarantined | State::Unreadable => false,
        }
    }
}

/// Returns the scopes in which a filter may mean something.
pub(super) fn places(call: &Call<'_>, filter: &Filter) -> Result<Vec<ScopePath>, OpError> {
    let Some(users) = filter.users() else { return call.scopes() };
    let paths = users.into_iter().map(|user| call.project.home(EntityKind::User, user));
    // A project of one scope has one for all of them.
    Ok(paths.collect::<Result<BTreeSet<_>, _>>()?.into_iter().collect())
}

/// Reads the memories of one scope.
pub(super) fn in_scope(
    call: &Call<'_>,
    operation: &Operation,
    path: &ScopePath,
    include: Include,
) -> Result<Vec<Found>, OpError> {
    let listed = call.with(operation, path, |scope| ops::list(scope, &ListInput { include }))?;
    Ok(listed.memories.into_iter().map(|memory| Found::new(&call.project, path.clone(), memory)).collect())
}
