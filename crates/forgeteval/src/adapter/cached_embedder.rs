//! An embedder that remembers, so that the systems of a run embed each text once, and each is told its own time.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nepenthe::embed::{EmbedError, Embedder, Relevance};

/// Wraps an embedder, remembers every vector, and counts the time that the wrapped one takes.
///
/// Only texts not met before reach the wrapped embedder, in one batch a call. One call runs at a time: a second
/// thread waits. What is remembered is shared with all handles; the time is each handle's own.
pub struct CachedEmbedder {
    cache: Arc<Cache>,
    spent: Mutex<Duration>,
}

/// What the handles share.
struct Cache {
    inner: Arc<dyn Embedder>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    vectors: HashMap<String, Vec<f32>>,
    hits: u64,
}

impl CachedEmbedder {
    /// Wraps an embedder.
    #[must_use]
    pub fn new(inner: Arc<dyn Embedder>) -> Self {
        Self { cache: Arc::new(Cache { inner, state: Mutex::default() }), spent: Mutex::default() }
    }

    /// Makes another handle, which remembers the same vectors and counts its own time.
    #[must_use]
    pub fn handle(&self) -> Arc<Self> {
        Arc::new(Self { cache: Arc::clone(&self.cache), spent: Mutex::default() })
    }

    /// Returns whether there is another handle.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.cache) > 1
    }

    /// Returns the time that the wrapped embedder has spent for this handle.
    #[must_use]
    pub fn spent(&self) -> Duration {
        *lock(&self.spent)
    }

    /// Returns how many texts were answered from memory so far, for all handles.
    #[must_use]
    pub fn hits(&self) -> u64 {
        lock(&self.cache.state).hits
    }

    /// Returns how many different texts were embedded so far, for all handles.
    #[must_use]
    pub fn embedded(&self) -> usize {
        lock(&self.cache.state).vectors.len()
    }
}

/// A panic of the wrapped embedder leaves everything as it was, so a poisoned lock is still good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Embedder for CachedEmbedder {
    /// Not kept, and not counted as embedding: it is the planner's work.
    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, EmbedError> {
        self.cache.inner.relevance(request, texts)
    }

    fn name(&self) -> &str {
        self.cache.inner.name()
    }

    fn dimension(&self) -> usize {
        self.cache.inner.dimension()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut state = lock(&self.cache.state);
        let mut met = HashSet::new();
        let missing: Vec<&str> = texts
            .iter()
            .copied()
            .filter(|text| !state.vectors.contains_key(*text) && met.insert(*text))
            .collect();
        if !missing.is_empty() {
            let start = Instant::now();
            let answer = self.cache.inner.embed(&missing);
            *lock(&self.spent) += start.elapsed();
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

/// Reads how much of a handle's time has passed since the meter was made. Right where one memory uses the handle at a
/// time, as in a run.
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
