//! The trait that turns texts into vectors, and its errors.

use std::path::PathBuf;

pub use nepenthe_planner::corpus::Relevance;

/// Turns texts into vectors of one fixed dimension.
///
/// When `embed` returns, every text has exactly one vector, in the order of the texts, finite and of unit
/// length (so that L2 distance and cosine order alike). The same text gives the same vector, whatever else is
/// in the batch, to 1e-4. Implementations are called from several threads at once. They are never called while
/// a write transaction is open, and `embed(&[])` is `[]`.
pub trait Embedder: Send + Sync {
    /// Returns the name that a store records, such as `all-MiniLM-L6-v2`. Two embedders of one name must agree.
    fn name(&self) -> &str;

    /// Returns the number of components of each vector; 0 for an embedder that makes none (lexical only).
    fn dimension(&self) -> usize;

    /// Embeds a batch of texts.
    ///
    /// # Errors
    /// [`EmbedError`] when the model cannot be loaded, reached, or answers with something else than asked for.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;

    /// Returns about how many tokens of a text it reads; `None`, as by default, where that is more than texts have. What a
    /// store keeps of a longer text is also read in passages, each with a vector of its own.
    fn max_tokens(&self) -> Option<usize> {
        None
    }

    /// Reads texts side by side and says how far a request to forget means each, where the model behind this embedder was
    /// trained for that too. `None` where it was not, as by default. The request is led by its verb:
    /// `release : everything about Rose`, `supersede : where Ivo lives ; Ivo lives in Ghent`.
    ///
    /// # Errors
    /// [`EmbedError`], as [`Embedder::embed`].
    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, EmbedError> {
        let _ = (request, texts);
        Ok(None)
    }
}

/// Why texts could not be turned into vectors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmbedError {
    /// A model file cannot be read. Check that the folder holds it and may be read.
    #[error("cannot read the model file {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A model file is not the official one. Remove it and fetch it again.
    #[error("{} is not the official file: its SHA-256 is {found}, expected {expected}", path.display())]
    HashMismatch {
        /// The file.
        path: PathBuf,
        /// The pinned hash, in hex.
        expected: String,
        /// The hash of what was read, in hex.
        found: String,
    },
    /// A model file, although read, does not hold what a model of this kind must hold.
    #[error("the model cannot be built: {0}")]
    Model(String),
    /// Running the model failed.
    #[error("the model failed to run: {0}")]
    Inference(String),
    /// An HTTP endpoint could not be reached or refused. Never holds the key.
    #[error("the embeddings endpoint {endpoint} failed: {reason}")]
    Endpoint {
        /// The URL asked, without credentials.
        endpoint: String,
        /// What went wrong.
        reason: String,
    },
    /// The embedder answered with another number of vectors, another dimension, or a component not finite.
    #[error("the embedder answered with {0}")]
    BadAnswer(String),
    /// The model had to be found or fetched first, and could not be.
    #[error("{0}")]
    Unavailable(String),
}
