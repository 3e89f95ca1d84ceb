//! [`RecallError`].

use crate::embed::EmbedError;
use crate::store::StorageError;

/// Why a recall has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecallError {
    /// Vectors were asked for in a store that has none. Recall lexically, or `reembed` the store.
    #[error("this store has no vectors (embedder none); recall lexically, or run `reembed` with an embedder")]
    NoVectors,
    /// A second reading was asked for, and the store's embedder has no model for it. Recall without.
    #[error("the embedder {0} has no relevance model; recall without a second reading")]
    NoRelevance(String),
    /// The query could not be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}
