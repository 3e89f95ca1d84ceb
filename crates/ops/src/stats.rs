//! Counting.

use nepenthe::{Error, Scope, ScopeStats, Store};
use serde::Serialize;

/// What a scope holds, and what the store is.
#[derive(Debug, Serialize)]
pub struct Stats {
    /// The scope.
    pub scope: String,
    /// Its memories by state, and its events.
    #[serde(flatten)]
    pub counts: ScopeStats,
    /// The bytes that the whole store's main file takes.
    pub bytes: u64,
    /// The embedder that the store records.
    pub embedder: String,
    /// The components of its vectors; 0 for none.
    pub dimension: usize,
}

/// Counts the scope's memories and events.
pub fn stats(store: &Store, scope: &Scope) -> Result<Stats, Error> {
    Ok(Stats {
        scope: scope.path().to_string(),
        counts: scope.stats()?,
        bytes: store.size()?,
        embedder: store.embedder().name().to_owned(),
        dimension: store.embedder().dimension(),
    })
}
