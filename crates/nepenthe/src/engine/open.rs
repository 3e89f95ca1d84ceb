//! Opening a store, and what concerns the whole of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::erase::{self, Later};
use crate::handle::{Inner, Options, Store};
use crate::model::MemoryId;
use crate::store::query::view::View;
use crate::store::query::{integrity, meta, scope, visible};
use crate::store::{
    Access, Database, Include, Indexes, OpenError, OpenOptions, StorageError, StoredEmbedder, embedder_of,
    open_alone, private_file,
};

/// How much a scope holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScopeCount {
    /// Its path.
    pub path: String,
    /// Memories in recall.
    pub live: usize,
    /// All that it has, in recall or out of it.
    pub memories: usize,
}

impl Store {
    /// Opens a store, making it where there is none (unless the options say otherwise). Unless it is opened to be read alone,
    /// erasures that a process left behind, because it was killed, are finished: waiting for nobody, and not where somebody
    /// reads an older state. In a store of more than 64 MiB their bytes go, and [`Store::scrub`] issues the receipts.
    ///
    /// # Errors
    /// [`OpenError`]; the file is then as it was.
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let database = Database::open(path, &options.of_file())?;
        let finishes = options.access != Access::ReadOnly && options.leaves_out.is_none();
        if !finishes || erase::none_is_left(&database) {
            return Ok(Self::with(database, options));
        }
        // Whether others have it open is seen by who has not.
        drop(database);
        let at_once = OpenOptions { busy_timeout: Duration::ZERO, ..options.of_file() };
        let alone = open_alone(path, &at_once).is_ok_and(|file| file.is_some());
        let store = Self::with(Database::open(path, &options.of_file())?, options);
        // It is open, whatever comes of it.
        let _ = erase::finish_at_opening(store.database(), &store.inner.unfinished, alone);
        Ok(store)
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

    /// Returns the files of the store at a path that other users of the machine can read or write: the store's own, its key
    /// file, and what SQLite keeps beside them. What is made here is its owner's alone (mode 0600); a file that is there keeps
    /// its mode. None where files have no modes.
    #[must_use]
    pub fn exposed_files(path: impl AsRef<Path>) -> Vec<PathBuf> {
        private_file::exposed(path.as_ref())
    }

    /// Returns where an encrypted store was made to have its indexes; `None` where it is not encrypted, or was made when
    /// nobody was asked: then they are in its file.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn indexes(&self) -> Result<Option<Indexes>, StorageError> {
        self.database().read(meta::indexes)
    }

    /// Returns every scope that was ever written to, by its path, with how many memories it holds. It tells the names of all
    /// scopes: for the operator of the store.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn scopes(&self) -> Result<Vec<ScopeCount>, StorageError> {
        let at = self.database().now();
        self.database().read(|session| {
            let mut counts = Vec::new();
            for (scope, path) in scope::all(session)? {
                let count = |include| visible::count(session, &View { scope, at, past: false, include });
                counts.push(ScopeCount { live: count(Include::Live)?, memories: count(Include::All)?, path });
            }
            counts.sort_unstable_by(|a, b| a.path.cmp(&b.path));
            Ok(counts)
        })
    }

    /// Returns the path of every scope that was ever written to, in their order. It tells the names of all scopes.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn scope_paths(&self) -> Result<Vec<String>, StorageError> {
        let mut scopes = self.database().read(scope::all)?;
        scopes.sort_unstable_by(|(_, a), (_, b)| a.cmp(b));
        Ok(scopes.into_iter().map(|(_, path)| path).collect())
    }

    /// Returns the paths of the scopes that hold a memory of this id: one, but where an import brought it into others too.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn scopes_holding(&self, id: MemoryId) -> Result<Vec<String>, StorageError> {
        self.database().read(|session| scope::holding(session, id))
    }

    pub(super) fn with(database: Database, options: Options) -> Self {
        Self {
            inner: Arc::new(Inner {
                database: Arc::new(database),
                unfinished: Arc::default(),
                later: Later::default(),
                waiting: options.waiting,
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
