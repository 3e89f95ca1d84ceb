//! An embedder that embeds each text once: all requests of a store find the same memories.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use nepenthe::embed::{EmbedError, Embedder, Relevance};

/// Wraps an embedder and keeps every vector.
pub(crate) struct Remembering<E> {
    inner: E,
    vectors: Mutex<HashMap<String, Vec<f32>>>,
}

impl<E: Embedder> Remembering<E> {
    pub(crate) fn new(inner: E) -> Self {
        Self { inner, vectors: Mutex::default() }
    }
}

impl<E: Embedder> Embedder for Remembering<E> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn dimension(&self) -> usize {
        self.inner.dimension()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = self.vectors.lock().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<&str> = texts.iter().copied().filter(|text| !vectors.contains_key(*text)).collect();
        let embedded = self.inner.embed(&new)?;
        vectors.extend(new.into_iter().map(str::to_owned).zip(embedded));
        Ok(texts.iter().map(|text| vectors[*text].clone()).collect())
    }

    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, EmbedError> {
        self.inner.relevance(request, texts)
    }
}
