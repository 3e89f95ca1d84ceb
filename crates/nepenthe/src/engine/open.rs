//! Opening a store, and what concerns the whole of it.

use std::path::Path;
use std::sync::Arc;

use crate::erase::Unfinished;
use crate::handle::{Inner, Options, Store};
use crate::store::query::integrity;
use crate::store::{Database, OpenError, StorageError, StoredEmbedder, embedder_of};

impl Store {
    /// Opens a store, making it where there is none (unless the options say otherwise).
    ///
    /// # Errors
    /// [`OpenError`]; the file is then as it was.
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, OpenError> {
        let database = Database::open(path.as_ref(), &options.of_file())?;
        Ok(Self::with(database, options))
    }

    /// Opens a new store in memory. It is gone when the last clone is dropped.
    ///
    /// # Errors
    /// [`OpenError::Storage`] when SQLite or the random source fails; [`OpenError::InMemory`] where it is to be encrypted.
    pub fn open_in_memory(options: Options) -> Result<Self, OpenError> {
        if options.master_key.is_some() {
            return Err(OpenError::InMemory);
        }
        let database = Database::open_in_memory(&options.of_file())?;
        Ok(Self::with(database, options))
    }

    /// Reads which embedder a file's vectors were made with; `None` where there is no file, or an empty one.
    ///
    /// # Errors
    /// [`OpenError`], as [`Store::open`].
    pub fn embedder_of(path: impl AsRef<Path>) -> Result<Option<StoredEmbedder>, OpenError> {
        embedder_of(path.as_ref())
    }

    fn with(database: Database, options: Options) -> Self {
        Self {
            inner: Arc::new(Inner {
                database,
                unfinished: Unfinished::default(),
                embedder: options.embedder,
                planner: options.planner,
                language_model: options.language_model,
                placement: options.placement,
                merge: options.merge,
                unanswered: options.unanswered,
                actor: options.actor,
                returning: options.returning,
            }),
        }
    }

    /// Writes how often memories were recalled since the last write. Recall itself never writes.
    ///
    /// # Errors
    /// [`StorageError`]; the counts are then kept for the next try.
    pub fn flush(&self) -> Result<(), StorageError> {
        self.inner.write(|_| Ok(()))
    }

    /// Returns the bytes that the main file takes.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn size(&self) -> Result<u64, StorageError> {
        self.database().read(integrity::size)
    }
}
