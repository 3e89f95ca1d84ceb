//! An embedder that remembers, so that the systems of a run embed each text once.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nepenthe::embed::{EmbedError, Embedder};

/// Wraps an embedder, remembers every vector, and counts the time that the wrapped one takes.
///
/// Only texts not met before reach the wrapped embedder, in one batch a call. One call runs at a time: a second
/// thread waits, so that time is never counted twice.
pub struct CachedEmbedder {
    inner: Arc<dyn Embedder>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    vectors: HashMap<String, Vec<f32>>,
    spent: Duration,
    hits: u64,
}

impl CachedEmbedder {
    /// Wraps an embedder.
    #[must_use]
    pub fn new(inner: Arc<dyn Embedder>) -> Self {
        Self { inner, state: Mutex::default() }
    }

    /// Returns the time spent in the wrapped embedder so far.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.lock().spent
    }

    /// Returns how many texts were answered from memory so far.
    #[must_use]
    pub fn hits(&self) -> u64 {
        self.lock().hits
    }

    /// Returns how many different texts were embedded so far.
    #[must_use]
    pub fn embedded(&self) -> usize {
        self.lock().vectors.len()
    }

    /// A panic of the wrapped embedder leaves the state as it was, so a poisoned lock is still good.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Embedder for CachedEmbedder {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn dimension(&self) -> usize {
        self.inner.dimension()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut state = self.lock();
        let mut met = HashSet::new();
        let missing: Vec<&str> = texts
            .iter()
            .copied()
            .filter(|text| !state.vectors.contains_key(*text) && met.insert(*text))
            .collect();
        if !missing.is_empty() {
            let start = Instant::now();
            let answer = self.inner.embed(&missing);
            state.spent += start.elapsed();
            let vectors = answer?;
            if vectors.len() != missing.len() {
                let message = format!("{} vectors for {} texts", vectors.len(), missing.len());
                return Err(EmbedError::BadAnswer(message));
            }
            state.vectors.extend(missing.iter().map(|text| (*text).to_owned()).zip(vectors));
        }
        state.hits += (texts.len() - missing.len()) as u64;
        Ok(texts.iter().map(|text| state.vectors[*text].clone()).collect())
    }
}

/// Reads how much of a shared embedder's time has passed since the meter was made. Right where one memory is used
/// at a time, as in a run.
pub struct Meter {
    embedder: Arc<CachedEmbedder>,
    start: Duration,
}

impl Meter {
    /// Starts a meter.
    #[must_use]
    pub fn start(embedder: Arc<CachedEmbedder>) -> Self {
        let start = embedder.spent();
        Self { embedder, start }
    }

    /// Returns the embedder's time since the start.
    #[must_use]
    pub fn spent(&self) -> Duration {
        self.embedder.spent().saturating_sub(self.start)
    }
}
