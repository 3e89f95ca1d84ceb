//! Counts of a scope.

use serde::Serialize;

use crate::handle::Scope;
use crate::model::State;
use crate::store::query::{event, visible};
use crate::store::{Include, StorageError};

/// How many memories a scope has, by state, and how many events.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct ScopeStats {
    /// In recall, pinned ones left out.
    pub live: usize,
    /// In recall and pinned.
    pub pinned: usize,
    /// Out of recall by expiry.
    pub expired: usize,
    /// Out of recall by release.
    pub released: usize,
    /// Out of recall by supersede.
    pub superseded: usize,
    /// Out of recall because it says again what was erased.
    pub quarantined: usize,
    /// Sealed under a key that is gone.
    pub unreadable: usize,
    /// Entries of the log, of purged memories too.
    pub events: usize,
}

impl Scope {
    /// Counts the scope's memories and events.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn stats(&self) -> Result<ScopeStats, StorageError> {
        let now = self.now();
        let read = self.in_view(now, Include::All, |session, view| {
            let mut stats =
                ScopeStats { events: event::count(session, view.scope)?, ..ScopeStats::default() };
            for row in visible::list(session, &view, 0, usize::MAX)? {
                *match row.into_memory(now).state {
                    State::Live => &mut stats.live,
                    State::Pinned => &mut stats.pinned,
                    State::Expired => &mut stats.expired,
                    State::Released => &mut stats.released,
                    State::Superseded => &mut stats.superseded,
                    State::Quarantined => &mut stats.quarantined,
                    State::Unreadable => &mut stats.unreadable,
                } += 1;
            }
            Ok(stats)
        })?;
        Ok(read.unwrap_or_default())
    }
}
