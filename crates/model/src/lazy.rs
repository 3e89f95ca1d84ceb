//! The model as an embedder that costs nothing until it is used.

use std::sync::OnceLock;

use nepenthe::embed::minilm::{DIMENSION, NAME};
use nepenthe::embed::{EmbedError, Embedder, MiniLm};

use crate::finder::ModelFinder;

/// all-MiniLM-L6-v2, found, fetched and loaded when the first text is embedded.
///
/// Name and dimension are known without. If the model cannot be had, every call says so, with the message of the
/// first: it is looked for once in a process.
#[derive(Debug)]
pub struct LazyMiniLm {
    finder: ModelFinder,
    model: OnceLock<Result<MiniLm, String>>,
}

impl LazyMiniLm {
    /// Takes the search; begins nothing yet.
    pub fn new(finder: ModelFinder) -> LazyMiniLm {
        LazyMiniLm { finder, model: OnceLock::new() }
    }
}

impl Embedder for LazyMiniLm {
    fn name(&self) -> &str {
        NAME
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        match self.model.get_or_init(|| self.finder.load().map_err(|error| error.to_string())) {
            Ok(model) => model.embed(texts),
            Err(message) => Err(EmbedError::Unavailable(message.clone())),
        }
    }
}
