//! Whose texts took how much of the embedder's time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nepenthe::embed::{EmbedError, Embedder};

use crate::adapter::CachedEmbedder;

/// An embedder that keeps an account for each key.
pub(super) struct Ledger {
    embedder: Arc<CachedEmbedder>,
    /// A handle for each key, which counts its time.
    handles: Mutex<HashMap<String, Arc<CachedEmbedder>>>,
}

impl Ledger {
    pub(super) fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { embedder, handles: Mutex::default() }
    }

    pub(super) fn embedder(&self) -> &CachedEmbedder {
        &self.embedder
    }

    /// Embeds texts at the expense of a key.
    pub(super) fn embed(&self, key: &str, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        self.handle(key).embed(&texts)
    }

    /// Returns what a key has taken so far.
    pub(super) fn spent(&self, key: &str) -> Duration {
        self.handle(key).spent()
    }

    fn handle(&self, key: &str) -> Arc<CachedEmbedder> {
        let mut handles = self.handles.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(handles.entry(key.to_owned()).or_insert_with(|| self.embedder.handle()))
    }
}
