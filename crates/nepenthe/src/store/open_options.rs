//! [`OpenOptions`]: what opening a file has to know.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::embedder::StoredEmbedder;
use super::recipe::RecipePart;
use super::vectors;
use crate::model::{Clock, RandomSource, SystemClock, SystemRandom};
use crate::seal::MasterKey;

/// Whether a store may be made and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Access {
    /// Read and write; make the file where there is none. This is the default.
    #[default]
    Create,
    /// Read and write a store that exists.
    Existing,
    /// Read only; the file may lie on a medium that cannot be written.
    ReadOnly,
}

/// Where a store has what it searches with: words, vectors, and what its texts mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indexes {
    /// In the memory of each process that searches, which builds them first. No word of a text lies in the file in the
    /// clear. This is the default of a store that is made encrypted.
    InMemory,
    /// In the file. In an encrypted store too they are in the clear there: the texts can be put together from them. This
    /// is the one way of a store that is not encrypted.
    InFile,
}

/// What opening a file has to know.
#[derive(Clone)]
pub(crate) struct OpenOptions<'a> {
    pub(crate) access: Access,
    /// The one that a new file is made for.
    pub(crate) embedder: StoredEmbedder,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn RandomSource>,
    pub(crate) busy_timeout: Duration,
    pub(crate) master_key: Option<&'a MasterKey>,
    /// Where the key file of an encrypted store lies; beside the store's, unless it is said.
    pub(crate) key_file: Option<&'a Path>,
    /// Asked for; without, a new store has the default, and one that exists stays as it is.
    pub(crate) indexes: Option<Indexes>,
    /// Bytes of memory that vectors may take.
    pub(crate) vector_memory: usize,
    pub(crate) leaves_out: Option<RecipePart>,
    /// Whether the keys of what is erased are in another key file too, so that no receipt may say that they are gone.
    pub(crate) keys_elsewhere: bool,
}

impl OpenOptions<'_> {
    /// Bytes of memory that vectors may take, unless another number is set.
    pub(crate) const VECTOR_MEMORY: usize = vectors::USUAL;

    /// How long a write waits for other processes, unless another time is set.
    pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

    /// Opens a store that is not encrypted and has no vectors.
    pub(crate) fn of(access: Access) -> Self {
        Self {
            access,
            embedder: StoredEmbedder { name: "none".into(), dimension: 0 },
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            busy_timeout: Self::PATIENCE,
            master_key: None,
            key_file: None,
            indexes: None,
            vector_memory: Self::VECTOR_MEMORY,
            leaves_out: None,
            keys_elsewhere: false,
        }
    }
}
