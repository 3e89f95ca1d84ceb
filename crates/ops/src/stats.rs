//! Counting.

use nepenthe::{Scope, ScopeStats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::OpError;

/// Nothing has to be said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatsInput {}

/// What a scope holds, and what the store is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// The scope.
    pub scope: String,
    /// Memories in recall, pinned ones left out.
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
    /// Entries of the scope's log, of purged memories too.
    pub events: usize,
    /// What the whole store's main file takes.
    pub bytes: u64,
    /// The embedder that the store records.
    pub embedder: String,
    /// The components of its vectors; 0 for none.
    pub dimension: usize,
}

/// Counts the scope's memories and events.
///
/// # Errors
/// [`OpError`].
pub fn stats(scope: &Scope, _: &StatsInput) -> Result<Stats, OpError> {
    let store = scope.store();
    let ScopeStats { live, pinned, expired, released, superseded, quarantined, unreadable, events } =
        scope.stats()?;
    Ok(Stats {
        scope: scope.path().to_string(),
        live,
        pinned,
        expired,
        released,
        superseded,
        quarantined,
        unreadable,
        events,
        bytes: store.size()?,
        embedder: store.embedder().name().to_owned(),
        dimension: store.embedder().dimension(),
    })
}
