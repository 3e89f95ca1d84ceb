//! The embedder that makes no vectors: a store that opens with it is lexical only.

use super::{EmbedError, Embedder};

/// Makes no vectors; recall is lexical (BM25) only.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoEmbedder;

impl Embedder for NoEmbedder {
    fn name(&self) -> &str {
        "none"
    }

    fn dimension(&self) -> usize {
        0
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(vec![Vec::new(); texts.len()])
    }
}
