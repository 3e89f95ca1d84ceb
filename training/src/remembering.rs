//! An embedder that remembers what its relevance model said, so that planners which differ in one rule ask it once.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use nepenthe::embed::{EmbedError, Embedder, Relevance};

/// A request, and the texts that it is read beside.
type Question = (String, Vec<String>);

/// Wraps an embedder. An answer hangs on the whole question, so that only the very same one is answered from memory.
pub(crate) struct Remembering<E> {
    inner: E,
    answers: Mutex<HashMap<Question, Option<Vec<Relevance>>>>,
}

impl<E: Embedder> Remembering<E> {
    pub(crate) fn new(inner: E) -> Self {
        Self { inner, answers: Mutex::default() }
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
        self.inner.embed(texts)
    }

    fn max_tokens(&self) -> Option<usize> {
        self.inner.max_tokens()
    }

    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, EmbedError> {
        let question = (request.to_owned(), texts.iter().map(|text| (*text).to_owned()).collect());
        let known = |answers: &HashMap<Question, _>| answers.get(&question).cloned();
        if let Some(answer) = known(&self.answers.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(answer);
        }
        let answer = self.inner.relevance(request, texts)?;
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(question, answer.clone());
        Ok(answer)
    }
}
