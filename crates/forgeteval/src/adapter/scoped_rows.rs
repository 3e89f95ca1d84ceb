//! The baselines' store, once for each scope.

use std::collections::HashMap;
use std::sync::Arc;

use super::{CachedEmbedder, Meter, Rows};
use crate::mutation::FIRST_SCOPE;

/// Rows in scopes, of which one is the current.
pub(super) struct ScopedRows {
    scopes: HashMap<String, Rows>,
    current: String,
    embedder: Arc<CachedEmbedder>,
    meter: Meter,
}

impl ScopedRows {
    /// Makes an empty store, in the first scope.
    pub(super) fn new(embedder: Arc<CachedEmbedder>) -> Self {
        let meter = Meter::start(Arc::clone(&embedder));
        Self { scopes: HashMap::new(), current: FIRST_SCOPE.to_owned(), embedder, meter }
    }

    /// Turns to a scope.
    pub(super) fn enter(&mut self, scope: &str) {
        scope.clone_into(&mut self.current);
    }

    /// Returns the current scope.
    pub(super) fn scope(&self) -> &str {
        &self.current
    }

    /// Returns the rows of the current scope.
    pub(super) fn rows(&mut self) -> &mut Rows {
        let new = || Rows::new(Arc::clone(&self.embedder));
        self.scopes.entry(self.current.clone()).or_insert_with(new)
    }

    /// Returns the time spent on vectors.
    pub(super) fn embedder_time(&self) -> std::time::Duration {
        self.meter.spent()
    }
}
