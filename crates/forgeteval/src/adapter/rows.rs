//! The small store in memory that the baselines share.

use std::sync::Arc;
use std::time::Duration;

use nepenthe::embed::Embedder;

use super::{AdapterError, CachedEmbedder, Meter};

/// Texts in the order of writing, recalled by the cosine of their vectors with the query's.
///
/// Ties, and all rows where the embedder makes no vectors, keep the order of writing. Where no more than `k` rows
/// are live, all are answered in that order and nothing is embedded, since a scorer asks only which texts are there.
pub struct Rows {
    texts: Vec<String>,
    embedder: Arc<CachedEmbedder>,
    meter: Meter,
}

impl Rows {
    /// Makes an empty store.
    #[must_use]
    pub fn new(embedder: Arc<CachedEmbedder>) -> Self {
        Self { texts: Vec::new(), meter: Meter::start(Arc::clone(&embedder)), embedder }
    }

    /// Writes texts.
    pub fn extend(&mut self, texts: &[String]) {
        self.texts.extend_from_slice(texts);
    }

    /// Writes one text.
    pub fn push(&mut self, text: &str) {
        self.texts.push(text.to_owned());
    }

    /// Empties the store.
    pub fn clear(&mut self) {
        self.texts.clear();
    }

    /// Keeps only the texts that the test accepts.
    pub fn retain(&mut self, test: impl FnMut(&String) -> bool) {
        self.texts.retain(test);
    }

    /// Returns the texts in the order of writing.
    #[must_use]
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Removes the text that answers the query best, if there is any.
    ///
    /// # Errors
    /// [`AdapterError::Failed`] when the embedder fails.
    pub fn remove_best(&mut self, query: &str) -> Result<(), AdapterError> {
        if let Some(best) = self.ranked(query)?.first() {
            self.texts.remove(*best);
        }
        Ok(())
    }

    /// Returns the time spent on vectors.
    #[must_use]
    pub fn embedder_time(&self) -> Duration {
        self.meter.spent()
    }

    /// Returns at most `k` texts, best first.
    ///
    /// # Errors
    /// [`AdapterError::Failed`] when the embedder fails.
    pub fn recall(&self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        if self.texts.len() <= k || self.embedder.dimension() == 0 {
            return Ok(self.texts.iter().take(k).cloned().collect());
        }
        Ok(self.ranked(query)?.into_iter().take(k).map(|index| self.texts[index].clone()).collect())
    }

    /// Returns the places of all texts, best first; in the order of writing where the embedder makes no vectors.
    fn ranked(&self, query: &str) -> Result<Vec<usize>, AdapterError> {
        if self.embedder.dimension() == 0 {
            return Ok((0..self.texts.len()).collect());
        }
        let mut asked: Vec<&str> = vec![query];
        asked.extend(self.texts.iter().map(String::as_str));
        let vectors = self.embedder.embed(&asked).map_err(|error| AdapterError::failed(&error))?;
        let scores = vectors[1..].iter().map(|vector| dot(&vectors[0], vector));
        let mut ranked: Vec<(f32, usize)> = scores.zip(0..).collect();
        // A stable sort keeps ties in the order of writing.
        ranked.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Ok(ranked.into_iter().map(|(_, index)| index).collect())
    }
}

/// The cosine, since an embedder's vectors have unit length.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
