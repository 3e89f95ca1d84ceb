//! Whose texts took how much of the embedder's time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nepenthe::embed::{EmbedError, Embedder};

use crate::adapter::{CachedEmbedder, Meter};

/// An embedder that keeps an account for each key.
pub(super) struct Ledger {
    embedder: Arc<CachedEmbedder>,
    accounts: Mutex<HashMap<String, Duration>>,
}

impl Ledger {
    pub(super) fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder, accounts: Mutex::default() }
    }

    pub(super) fn embedder(&self) -> &CachedEmbedder {
        &self.embedder
    }

    /// Embeds texts at the expense of a key. One at a time, as the embedder does, so that no time is counted for two.
    pub(super) fn embed(&self, key: &str, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let mut accounts = self.lock();
        let meter = Meter::start(Arc::clone(&self.embedder));
        let vectors = self.embedder.embed(&texts);
        *accounts.entry(key.to_owned()).or_default() += meter.spent();
        vectors
    }

    /// Returns what a key has taken so far.
    pub(super) fn spent(&self, key: &str) -> Duration {
        self.lock().get(key).copied().unwrap_or_default()
    }

    /// A panic of the embedder leaves the accounts as they were.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Duration>> {
        self.accounts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
