//! [`Database`]: one open file (or memory): its connection, its keys, and what it holds in memory.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::Connection;

use super::embedder::StoredEmbedder;
use super::error::{OpenError, StorageError};
use super::open::{self, Opened};
use super::open_options::{Access, OpenOptions};
use super::query::{ScopeKey, indexed, memory, meta, scope};
use super::recipe::RecipePart;
use super::sealing::{self, Sealer};
use super::session::Session;
use super::vectors::Vectors;
use super::{connection, image, indexes};
use crate::model::{Clock, MemoryId, MemoryKey, RandomSource, ScopePath, StoreKey, is_at_the_end};

pub(crate) struct Database {
    /// Guards the one connection. Never held while an embedder runs.
    connection: Mutex<Connection>,
    /// Recalls not yet counted in the file; written with the next write. Locked after `connection`.
    accesses: Mutex<HashMap<(ScopeKey, MemoryId), (u64, Timestamp)>>,
    /// What searches of vectors hold in memory. Locked after `connection`.
    pub(crate) vectors: Vectors,
    pub(crate) key: StoreKey,
    /// What an encrypted store is sealed with. Locked after `connection`.
    pub(crate) sealer: Option<Arc<Sealer>>,
    /// The embedder that it was opened with. Another process may give the file another one.
    pub(crate) embedder: StoredEmbedder,
    /// Whether the file has no indexes: they are this connection's own, and brought up before they are searched.
    pub(crate) indexes_in_memory: bool,
    /// Whether copies of the file may have the indexes in the clear beside what is sealed.
    pub(crate) index_copies: bool,
    clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn RandomSource>,
    pub(crate) busy_timeout: Duration,
    pub(crate) leaves_out: Option<RecipePart>,
    pub(crate) keys_elsewhere: bool,
}

impl Database {
    /// Opens a file, making it where there is none (unless the options say otherwise).
    pub(crate) fn open(path: &Path, options: &OpenOptions<'_>) -> Result<Self, OpenError> {
        Self::start(open::open_file(path, options)?, options)
    }

    /// Opens a new one in memory.
    pub(crate) fn open_in_memory(options: &OpenOptions<'_>) -> Result<Self, OpenError> {
        let connection = image::open_in_memory(options)?;
        let embedder = open::stored_embedder(Session::of(&connection))?;
        Self::start(Opened { connection, embedder, sealer: None }, options)
    }

    fn start(opened: Opened, options: &OpenOptions<'_>) -> Result<Self, OpenError> {
        let Opened { connection, embedder: found, sealer } = opened;
        let given = &options.embedder;
        if found != *given {
            return Err(OpenError::EmbedderMismatch {
                given: given.name.clone(),
                given_dimension: given.dimension,
                stored: found.name,
                stored_dimension: found.dimension,
            });
        }
        let indexes_in_memory = meta::indexes_are_in_memory(Session::of(&connection))?;
        if indexes_in_memory {
            indexed::create(Session::of(&connection), found.dimension)?;
        }
        let index_copies = sealer.is_some() && meta::had_indexes(Session::of(&connection))?;
        let key = sealing::store_key(Session::of(&connection), sealer.as_deref())?;
        Ok(Self {
            connection: Mutex::new(connection),
            accesses: Mutex::default(),
            vectors: Vectors::default(),
            key,
            sealer,
            embedder: found,
            indexes_in_memory,
            index_copies,
            clock: Arc::clone(&options.clock),
            random: Arc::clone(&options.random),
            busy_timeout: options.busy_timeout,
            leaves_out: options.leaves_out,
            keys_elsewhere: options.keys_elsewhere,
        })
    }

    /// Runs reads on one snapshot of the file.
    pub(crate) fn read<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let connection = self.lock();
        let snapshot = connection.unchecked_transaction().map_err(StorageError::from)?;
        work(Session::of(&snapshot))
    }

    /// Runs reads of one scope on one snapshot; `None` for a scope that was never written to.
    pub(crate) fn read_scope<T>(
        &self,
        path: &ScopePath,
        work: impl FnOnce(Session<'_>, ScopeKey) -> Result<T, StorageError>,
    ) -> Result<Option<T>, StorageError> {
        self.read(|session| match scope::find(session, path)? {
            Some(scope) => work(session, scope).map(Some),
            None => Ok(None),
        })
    }

    /// Runs reads that search an index.
    pub(crate) fn read_indexed<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if !self.indexes_in_memory {
            return self.read(|session| {
                self.check_indexes(session)?;
                work(session)
            });
        }
        let connection = self.lock();
        let snapshot = connection.unchecked_transaction().map_err(StorageError::from)?;
        indexes::catch_up(Session::of(&snapshot), &self.key, self.embedder.dimension)?;
        let done = work(Session::of(&snapshot));
        // What was brought up stays.
        snapshot.commit().map_err(StorageError::from)?;
        done
    }

    /// Brings the indexes in memory up, in the caller's transaction or one of its own.
    pub(crate) fn catch_up(&self, session: Session<'_>) -> Result<(), StorageError> {
        if !self.indexes_in_memory {
            return Ok(());
        }
        if !session.sql().is_autocommit() {
            return indexes::catch_up(session, &self.key, self.embedder.dimension);
        }
        let snapshot = session.sql().unchecked_transaction()?;
        indexes::catch_up(Session::of(&snapshot), &self.key, self.embedder.dimension)?;
        Ok(snapshot.commit()?)
    }

    /// Runs one statement that reads; it is its own snapshot.
    pub(crate) fn read_once<T>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        work(Session::of(&self.lock()))
    }

    /// Runs writes in one transaction: all of `work` is durable on `Ok`, nothing of it on `Err`.
    pub(crate) fn write<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if is_at_the_end(self.clock.now()) {
            return Err(StorageError::Clock.into());
        }
        let mut connection = self.lock();
        let transaction = connection::begin(Session::of(&connection), self.busy_timeout)?;
        self.check_embedder(transaction.session())?;
        let mut accesses = self.accesses.lock().unwrap_or_else(PoisonError::into_inner);
        for ((scope, id), (count, last)) in accesses.iter() {
            memory::add_accesses(transaction.session(), *scope, *id, *count, *last)?;
        }
        let worked = work(transaction.session()).and_then(|done| match &self.sealer {
            Some(sealer) => Ok(sealer.commit().map(|()| done)?),
            None => Ok(done),
        });
        let done = match worked {
            Ok(done) => done,
            Err(error) => {
                if let Some(sealer) = &self.sealer {
                    sealer.roll_back();
                }
                let rolled_back = transaction.session().sql().is_autocommit();
                drop(transaction);
                if rolled_back {
                    self.renew(&mut connection);
                }
                return Err(error);
            }
        };
        if let Err(error) = transaction.commit() {
            self.renew(&mut connection);
            return Err(error.into());
        }
        accesses.clear();
        Ok(done)
    }

    /// Opens the file anew after SQLite itself has rolled back: it does so at an error of the disk, also in the middle of
    /// what a virtual table does, whose memory of its tables is wrong from then on. Where the file cannot be opened, the old connection
    /// stays.
    fn renew(&self, connection: &mut Connection) {
        let Some(path) = connection.path().filter(|path| !path.is_empty()).map(PathBuf::from) else { return };
        let opened = connection::open(Some(&path), Access::Existing, self.busy_timeout);
        if let Ok(new) = opened
            && connection::configure_file(&new, self.leaves_out).is_ok()
            && self.sealer.as_ref().is_none_or(|sealer| sealing::register(&new, sealer).is_ok())
            && (!self.indexes_in_memory
                || indexed::create(Session::of(&new), self.embedder.dimension).is_ok())
        {
            *connection = new;
        }
    }

    /// Refuses to mix vectors of two embedders, after another process has run `reembed`.
    pub(crate) fn check_embedder(&self, session: Session<'_>) -> Result<(), StorageError> {
        let now = open::stored_embedder(session)?;
        if now == self.embedder {
            self.check_indexes(session)
        } else {
            Err(StorageError::Reembedded(now.name))
        }
    }

    /// Refuses to search or write indexes in the file after another process has moved them out of it.
    fn check_indexes(&self, session: Session<'_>) -> Result<(), StorageError> {
        if self.sealer.is_none() || meta::indexes_are_in_memory(session)? == self.indexes_in_memory {
            return Ok(());
        }
        Err(StorageError::Reembedded(self.embedder.name.clone()))
    }

    /// Remembers that recall returned these memories.
    pub(crate) fn count_accesses(&self, scope: ScopeKey, ids: impl Iterator<Item = MemoryId>, at: Timestamp) {
        let mut accesses = self.accesses.lock().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            let entry = accesses.entry((scope, id)).or_insert((0, at));
            *entry = (entry.0 + 1, entry.1.max(at));
        }
    }

    /// Returns the present, to the microsecond, as it is stored.
    pub(crate) fn now(&self) -> Timestamp {
        let now = self.clock.now();
        Timestamp::from_microsecond(now.as_microsecond()).unwrap_or(now)
    }

    /// Makes an id for a memory written at a time.
    pub(crate) fn new_id(&self, at: Timestamp) -> Result<MemoryId, StorageError> {
        let mut random = [0; 10];
        self.random.fill(&mut random).map_err(StorageError::Random)?;
        Ok(MemoryId::new(at, random))
    }

    /// Makes the key of a new memory's digests.
    pub(crate) fn new_memory_key(&self) -> Result<MemoryKey, StorageError> {
        let mut key = [0; 32];
        self.random.fill(&mut key).map_err(StorageError::Random)?;
        Ok(MemoryKey(key))
    }

    /// Tells whether the store is no one in memory.
    pub(crate) fn has_files(&self) -> bool {
        !self.with_connection(|session| session.is_in_memory())
    }

    /// Uses the connection outside any transaction.
    pub(crate) fn with_connection<T>(&self, work: impl FnOnce(Session<'_>) -> T) -> T {
        work(Session::of(&self.lock()))
    }

    /// A panic while the connection was locked left no transaction open: it rolled back when it was dropped.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
