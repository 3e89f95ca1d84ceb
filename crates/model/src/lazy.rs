//! The model as an embedder that costs nothing until it is used.

use std::sync::OnceLock;

use nepenthe::embed::minilm::{DIMENSION, MAX_TOKENS, name_cut_at};
use nepenthe::embed::{EmbedError, Embedder, MiniLm, Relevance};

use crate::finder::ModelFinder;

/// all-MiniLM-L6-v2, found, fetched and loaded when the first text is embedded.
///
/// Name and dimension are known without. If the model cannot be had, every call says so, with the message of the
/// first: it is looked for once in a process.
#[derive(Debug)]
pub struct LazyMiniLm {
    finder: ModelFinder,
    name: String,
    max_tokens: usize,
    model: OnceLock<Result<MiniLm, String>>,
}

impl LazyMiniLm {
    /// Takes the search; begins nothing yet.
    pub fn new(finder: ModelFinder) -> LazyMiniLm {
        LazyMiniLm { finder, name: name_cut_at(MAX_TOKENS), max_tokens: MAX_TOKENS, model: OnceLock::new() }
    }

    /// Cuts texts behind fewer tokens, as [`MiniLm::with_max_tokens`] does.
    #[must_use]
    pub fn with_max_tokens(self, tokens: usize) -> LazyMiniLm {
        LazyMiniLm { name: name_cut_at(tokens), max_tokens: tokens, ..self }
    }

    fn load(&self) -> Result<MiniLm, String> {
        let model = self.finder.load().map_err(|error| error.to_string())?;
        Ok(model.with_max_tokens(self.max_tokens))
    }
}

impl Embedder for LazyMiniLm {
    fn max_tokens(&self) -> Option<usize> {
        Some(self.max_tokens.clamp(2, MAX_TOKENS))
    }

    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, EmbedError> {
        match self.model.get_or_init(|| self.load()) {
            Ok(model) => model.relevance(request, texts),
            Err(error) => Err(EmbedError::Unavailable(error.clone())),
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        match self.model.get_or_init(|| self.load()) {
            Ok(model) => model.embed(texts),
            Err(message) => Err(EmbedError::Unavailable(message.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    use nepenthe::embed::Embedder;

    use super::{LazyMiniLm, ModelFinder};

    #[test]
    fn a_model_that_cuts_otherwise_has_another_name() {
        let model = LazyMiniLm::new(ModelFinder::from_env());
        assert_eq!(model.name(), "all-MiniLM-L6-v2");
        assert_eq!(model.with_max_tokens(128).name(), "all-MiniLM-L6-v2/128");
    }
}
