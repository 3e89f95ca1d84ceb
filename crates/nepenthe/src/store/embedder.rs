//! [`StoredEmbedder`]: which embedder a file belongs to.

/// The embedder that a file's vectors were made with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEmbedder {
    /// Its name.
    pub name: String,
    /// The components of its vectors; 0 for none.
    pub dimension: usize,
}
