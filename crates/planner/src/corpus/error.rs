//! [`CorpusError`]: why memories could not be read.

use std::error::Error;

/// Why a corpus has no answer. Holds the error of whatever the memories are kept in.
#[derive(Debug, thiserror::Error)]
pub enum CorpusError {
    /// A text could not be embedded, or no relevance model could read it. Words alone may do.
    #[error(transparent)]
    Embed(Box<dyn Error + Send + Sync>),
    /// The memories could not be read.
    #[error(transparent)]
    Read(Box<dyn Error + Send + Sync>),
}
