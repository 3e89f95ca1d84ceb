//! [`Store`]: one file (or memory), opened and checked, shared by the scopes in it.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use nepenthe_llm::LanguageModel;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use super::error::{OpenError, StorageError};
use super::options::{Access, Options, RecipePart};
use super::query::{ScopeKey, indexed, integrity, memory, meta, vector};
use super::schema::{self, Format};
use super::vectors::Vectors;
use super::{connection, image, indexes, sealing};
use crate::control::Planner;
use crate::embed::Embedder;
use crate::erase::{Pending, Returning, finish_left_behind, finish_pending};
use crate::inscribe::{Merge, Placement, Unanswered};
use crate::model::{Clock, MemoryId, MemoryKey, RandomSource, ScopeError, StoreKey, is_at_the_end};
use crate::scope::Scope;
use crate::seal::{self, Sealer};

/// A memory store: one SQLite file, or a database in memory. Cheap to clone; clones share one connection.
#[derive(Clone)]
pub struct Store {
    pub(crate) inner: Arc<Inner>,
}

/// The embedder that a file's vectors were made with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEmbedder {
    /// Its name.
    pub name: String,
    /// The components of its vectors; 0 for none.
    pub dimension: usize,
}

pub(crate) struct Inner {
    /// Guards the one connection. Never held while an embedder runs.
    connection: Mutex<Connection>,
    /// Recalls not yet counted in the file; written with the next write. Locked after `connection`.
    accesses: Mutex<HashMap<(ScopeKey, MemoryId), (u64, Timestamp)>>,
    /// Erasures that this process made and that are not yet physical. Locked with nothing else held.
    pub(crate) pending: Mutex<Vec<Pending>>,
    /// When it was last tried to finish what other processes left, in seconds since 1970.
    pub(crate) tried: AtomicI64,
    /// What searches of vectors hold in memory. Locked after `connection`.
    pub(crate) vectors: Vectors,
    pub(crate) embedder: Arc<dyn Embedder>,
    pub(crate) planner: Arc<dyn Planner>,
    /// For planners, which reach it through `Memories`, and for what is written.
    pub(crate) language_model: Option<Arc<dyn LanguageModel>>,
    pub(crate) placement: Placement,
    pub(crate) merge: Option<Merge>,
    pub(crate) unanswered: Unanswered,
    clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn RandomSource>,
    pub(crate) key: StoreKey,
    /// What an encrypted store is sealed with. Locked after `connection`.
    pub(crate) sealer: Option<Arc<Sealer>>,
    /// Whether the file has no indexes: they are this connection's own, and brought up before they are searched.
    pub(crate) indexes_in_memory: bool,
    pub(crate) actor: String,
    pub(crate) returning: Returning,
    pub(crate) busy_timeout: Duration,
    pub(crate) leaves_out: Option<RecipePart>,
    pub(crate) keys_elsewhere: bool,
}

impl Store {
    /// Opens a store, making it where there is none (unless the options say otherwise).
    ///
    /// # Errors
    /// [`OpenError`]; the file is then as it was.
    pub fn open(path: impl AsRef<Path>, options: Options) -> Result<Self, OpenError> {
        let path = path.as_ref();
        let opened = open_file(path, &options)?;
        Self::start(opened, options)
    }

    /// Opens a new store in memory. It is gone when the last clone is dropped.
    ///
    /// # Errors
    /// [`OpenError::Storage`] when SQLite or the random source fails; [`OpenError::InMemory`] where it is to be encrypted.
    pub fn open_in_memory(options: Options) -> Result<Self, OpenError> {
        if options.master_key.is_some() {
            return Err(OpenError::InMemory);
        }
        let connection = image::open_in_memory(&options)?;
        let embedder = stored_embedder(&connection)?;
        Self::start(Opened { connection, embedder, sealer: None }, options)
    }

    /// Reads which embedder a file's vectors were made with; `None` where there is no file, or an empty one.
    ///
    /// # Errors
    /// [`OpenError`], as [`Store::open`].
    pub fn embedder_of(path: impl AsRef<Path>) -> Result<Option<StoredEmbedder>, OpenError> {
        // Its format may be an older one, which only who writes brings up.
        match open_as_it_is(path.as_ref(), &Options::default().with_access(Access::ReadOnly)) {
            Ok((connection, Format::Store(_))) => Ok(Some(stored_embedder(&connection)?)),
            Ok((_, Format::Foreign)) => Err(OpenError::ForeignDatabase(path.as_ref().into())),
            Ok((_, Format::Empty)) | Err(OpenError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn start(opened: Opened, options: Options) -> Result<Self, OpenError> {
        let Opened { connection, embedder: found, sealer } = opened;
        let given = &options.embedder;
        if (found.name.as_str(), found.dimension) != (given.name(), given.dimension()) {
            return Err(OpenError::EmbedderMismatch {
                given: given.name().into(),
                given_dimension: given.dimension(),
                stored: found.name,
                stored_dimension: found.dimension,
            });
        }
        let indexes_in_memory = meta::indexes_are_in_memory(&connection)?;
        if indexes_in_memory {
            indexed::create(&connection, found.dimension)?;
        }
        let key = sealing::store_key(&connection, sealer.as_deref())?;
        Ok(Self {
            inner: Arc::new(Inner {
                connection: Mutex::new(connection),
                accesses: Mutex::default(),
                pending: Mutex::default(),
                tried: AtomicI64::new(i64::MIN / 2),
                vectors: Vectors::default(),
                embedder: options.embedder,
                planner: options.planner,
                language_model: options.language_model,
                placement: options.placement,
                merge: options.merge,
                unanswered: options.unanswered,
                clock: options.clock,
                random: options.random,
                key,
                sealer,
                indexes_in_memory,
                actor: options.actor,
                returning: options.returning,
                busy_timeout: options.busy_timeout,
                leaves_out: options.leaves_out,
                keys_elsewhere: options.keys_elsewhere,
            }),
        })
    }

    /// Returns the memories of one scope. The scope need not have been written to.
    ///
    /// # Errors
    /// [`ScopeError`] where the path names no scope.
    pub fn scope(&self, path: &str) -> Result<Scope, ScopeError> {
        Ok(Scope::new(Arc::clone(&self.inner), path.parse()?))
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
        self.inner.read(integrity::size)
    }

    /// Returns the embedder that this store was opened with.
    pub fn embedder(&self) -> &dyn Embedder {
        &*self.inner.embedder
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("embedder", &self.inner.embedder.name()).finish_non_exhaustive()
    }
}

impl Inner {
    /// Runs reads on one snapshot of the file.
    pub(crate) fn read<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        let connection = self.lock();
        let snapshot = connection.unchecked_transaction().map_err(StorageError::from)?;
        work(&snapshot)
    }

    /// Runs reads that search an index.
    pub(crate) fn read_indexed<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, E>,
    ) -> Result<T, E> {
        if !self.indexes_in_memory {
            return self.read(work);
        }
        let connection = self.lock();
        let snapshot = connection.unchecked_transaction().map_err(StorageError::from)?;
        indexes::catch_up(&snapshot, &self.key, self.embedder.dimension())?;
        let done = work(&snapshot);
        // What was brought up stays.
        snapshot.commit().map_err(StorageError::from)?;
        done
    }

    /// Brings the indexes in memory up, in the caller's transaction or one of its own.
    pub(crate) fn catch_up(&self, connection: &Connection) -> Result<(), StorageError> {
        if self.indexes_in_memory && !connection.is_autocommit() {
            return indexes::catch_up(connection, &self.key, self.embedder.dimension());
        }
        if self.indexes_in_memory {
            let snapshot = connection.unchecked_transaction()?;
            indexes::catch_up(&snapshot, &self.key, self.embedder.dimension())?;
            snapshot.commit()?;
        }
        Ok(())
    }

    /// Runs one statement that reads; it is its own snapshot.
    pub(crate) fn read_once<T>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        work(&self.lock())
    }

    /// Runs writes in one transaction: all of `work` is durable on `Ok`, nothing of it on `Err`. Then finishes what an
    /// earlier erasure had to leave to the next writer, if it can.
    pub(crate) fn write<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        let done = self.write_only(work)?;
        // What cannot be finished now stays pending; the write itself is durable.
        let _ = finish_pending(self, false);
        let _ = finish_left_behind(self);
        Ok(done)
    }

    /// The same, and nothing else.
    pub(crate) fn write_only<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if is_at_the_end(self.clock.now()) {
            return Err(StorageError::Clock.into());
        }
        let mut connection = self.lock();
        let transaction = connection::begin(&connection, self.busy_timeout).map_err(StorageError::from)?;
        self.check_embedder(&transaction)?;
        let mut accesses = self.accesses.lock().unwrap_or_else(PoisonError::into_inner);
        for ((scope, id), (count, last)) in accesses.iter() {
            memory::add_accesses(&transaction, *scope, *id, *count, *last)?;
        }
        let worked = work(&transaction).and_then(|done| match &self.sealer {
            Some(sealer) => Ok(sealer.commit().map(|()| done)?),
            None => Ok(done),
        });
        let done = match worked {
            Ok(done) => done,
            Err(error) => {
                if let Some(sealer) = &self.sealer {
                    sealer.roll_back();
                }
                let rolled_back = transaction.is_autocommit();
                drop(transaction);
                if rolled_back {
                    self.renew(&mut connection);
                }
                return Err(error);
            }
        };
        if let Err(error) = transaction.commit() {
            self.renew(&mut connection);
            return Err(StorageError::from(error).into());
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
            && self.sealer.as_ref().is_none_or(|sealer| seal::register(&new, sealer).is_ok())
            && (!self.indexes_in_memory || indexed::create(&new, self.embedder.dimension()).is_ok())
        {
            *connection = new;
        }
    }

    /// Refuses to mix vectors of two embedders, after another process has run `reembed`.
    pub(crate) fn check_embedder(&self, connection: &Connection) -> Result<(), StorageError> {
        let (name, dimension) = meta::embedder(connection)?;
        if (name.as_str(), dimension) == (self.embedder.name(), self.embedder.dimension()) {
            Ok(())
        } else {
            Err(StorageError::Reembedded(name))
        }
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

    /// Uses the connection outside any transaction.
    pub(crate) fn with_connection<T>(&self, work: impl FnOnce(&Connection) -> T) -> T {
        work(&self.lock())
    }

    /// A panic while the connection was locked left no transaction open: it rolled back when it was dropped.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An open file.
pub(crate) struct Opened {
    pub(crate) connection: Connection,
    pub(crate) embedder: StoredEmbedder,
    pub(crate) sealer: Option<Arc<Sealer>>,
}

/// Opens a file, makes or migrates its schema, opens its keys where it is encrypted, and reads its embedder.
pub(crate) fn open_file(path: &Path, options: &Options) -> Result<Opened, OpenError> {
    let mut connection = open_connection(path, options)?;
    let sealer = sealing::unlock(path, &connection, options)?;
    if options.indexes_in_memory && !meta::indexes_are_in_memory(&connection)? {
        return Err(OpenError::IndexesInFile);
    }
    if options.access != Access::ReadOnly && schema::mentions_are_stale(&connection)? {
        create(path, &mut connection, options)?;
    }
    let embedder = stored_embedder(&connection)?;
    Ok(Opened { connection, embedder, sealer })
}

/// Opens a file, and makes or migrates its schema. Of what is sealed nothing can be read yet.
fn open_connection(path: &Path, options: &Options) -> Result<Connection, OpenError> {
    let (mut connection, format) = open_as_it_is(path, options)?;
    match format {
        Format::Foreign => return Err(OpenError::ForeignDatabase(path.into())),
        Format::Store(schema::FORMAT_VERSION) => {}
        Format::Empty if options.access != Access::Create => return Err(OpenError::NotFound(path.into())),
        Format::Store(_) if options.access == Access::ReadOnly => {
            // Who only reads needs the present format, too.
            drop(connection);
            open_connection(path, &options.clone().with_access(Access::Existing))?;
            return open_connection(path, options);
        }
        Format::Empty | Format::Store(_) => create(path, &mut connection, options)?,
    }
    connection::configure_file(&connection, options.leaves_out)?;
    if options.access != Access::ReadOnly {
        // A copy that another tool made may have lost it.
        patiently(options.busy_timeout, || connection::use_write_ahead_log(&connection))?;
    }
    Ok(connection)
}

/// Opens a file of whatever format, and changes nothing in it.
fn open_as_it_is(path: &Path, options: &Options) -> Result<(Connection, Format), OpenError> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let absent = match std::fs::metadata(path) {
        Ok(file) if file.is_dir() => return Err(OpenError::NotADatabase(path.into())),
        Ok(file) => file.len() == 0,
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    };
    if absent && options.access != Access::Create {
        return Err(OpenError::NotFound(path.into()));
    }
    match open_and_inspect(path, options) {
        Err(error) if refuses_files_beside_it(&error) && !has_log(path) => {
            // A read-only medium: SQLite cannot make the files that it shares with other processes there.
            let connection = connection::open_immutable(path).map_err(|source| explain(path, source))?;
            let format = inspect(path, &connection)?;
            Ok((connection, format))
        }
        opened => opened.map_err(|error| match error {
            Refused::Open(error) => error,
            Refused::Sqlite(source) => explain(path, source),
        }),
    }
}

/// Opens a file that nobody writes, such as a backup, and leaves nothing beside it. Its format may be an older one.
pub(crate) fn open_still(path: &Path) -> Result<(Connection, StoredEmbedder), OpenError> {
    match std::fs::metadata(path) {
        Ok(file) if file.is_dir() => return Err(OpenError::NotADatabase(path.into())),
        Ok(file) if file.len() == 0 => return Err(OpenError::NotFound(path.into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(OpenError::NotFound(path.into()));
        }
        _ => {}
    }
    let (connection, format) = if has_log(path) {
        open_as_it_is(path, &Options::default().with_access(Access::ReadOnly))?
    } else {
        let connection = connection::open_immutable(path).map_err(|source| explain(path, source))?;
        let format = inspect(path, &connection)?;
        (connection, format)
    };
    match format {
        Format::Foreign => return Err(OpenError::ForeignDatabase(path.into())),
        Format::Empty => return Err(OpenError::NotFound(path.into())),
        Format::Store(_) => {}
    }
    connection::configure(&connection)?;
    let found = stored_embedder(&connection)?;
    Ok((connection, found))
}

/// Opens a store that is there so that nobody else can use it until the connection is closed; `None` where another
/// connection has it open.
pub(crate) fn open_alone(path: &Path, options: &Options) -> Result<Option<Connection>, OpenError> {
    // Refuses what is no store, and brings an older one to the present format.
    let options = &options.clone().with_access(Access::Existing);
    let sealer = open_file(path, options)?.sealer;
    let connection = connection::open(Some(path), Access::Existing, options.busy_timeout)?;
    match connection::keep_others_out(&connection)
        .and_then(|()| connection::configure_file(&connection, None))
        .and_then(|()| sealer.map_or(Ok(()), |sealer| seal::register(&connection, &sealer)))
    {
        Ok(()) => Ok(Some(connection)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(None),
        Err(error) => Err(explain(path, error)),
    }
}

enum Refused {
    Sqlite(rusqlite::Error),
    Open(OpenError),
}

fn open_and_inspect(path: &Path, options: &Options) -> Result<(Connection, Format), Refused> {
    let connection =
        connection::open(Some(path), options.access, options.busy_timeout).map_err(Refused::Sqlite)?;
    // One snapshot: another process may be making the store at this moment, which must be seen whole or not at all.
    let snapshot = connection.unchecked_transaction().map_err(Refused::Sqlite)?;
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(())).map_err(Refused::Sqlite)?;
    let format = inspect(path, &snapshot).map_err(Refused::Open)?;
    drop(snapshot);
    Ok((connection, format))
}

fn inspect(path: &Path, connection: &Connection) -> Result<Format, OpenError> {
    // What is no database at all is no damaged store.
    let read = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    read.map_err(|source| explain(path, source))?;
    schema::inspect(connection).map_err(|error| match error {
        OpenError::Storage(StorageError::Sqlite(source)) => explain(path, source),
        error => error,
    })
}

fn refuses_files_beside_it(refused: &Refused) -> bool {
    matches!(refused, Refused::Sqlite(error) if matches!(
        error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied)
    ))
}

/// Tells whether a write-ahead log lies beside the file, which an immutable open would not see.
pub(super) fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|file| file.len() > 0)
}

fn explain(path: &Path, source: rusqlite::Error) -> OpenError {
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => OpenError::NotADatabase(path.into()),
        Some(ErrorCode::CannotOpen) => OpenError::CannotOpen { path: path.into(), source },
        _ => StorageError::from(source).into(),
    }
}

/// Makes the schema, or migrates it. Two processes may do so at once: the second finds the work done.
fn create(path: &Path, connection: &mut Connection, options: &Options) -> Result<(), OpenError> {
    patiently(options.busy_timeout, || connection::prepare_new(connection))?;
    connection::configure_file(connection, options.leaves_out)?;
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let from = match schema::inspect(&transaction)? {
        Format::Store(version) => version,
        Format::Empty => 0,
        Format::Foreign => return Err(OpenError::ForeignDatabase(path.into())),
    };
    let sealer = match from {
        0 if options.indexes_in_memory && options.master_key.is_none() => {
            return Err(OpenError::IndexesInFile);
        }
        0 => sealing::begin(path, options)?.map(Arc::new),
        _ => sealing::unlock(path, &transaction, options)?,
    };
    let (embedder, random) = (&*options.embedder, &*options.random);
    schema::migrate(
        &transaction,
        from,
        embedder,
        random,
        vector::CHUNK_ROWS,
        sealer.as_deref(),
        options.indexes_in_memory,
    )?;
    transaction.commit()?;
    Ok(())
}

/// Repeats what SQLite's own busy handler does not wait for: the switch to the write-ahead log.
pub(super) fn patiently(
    timeout: Duration,
    mut work: impl FnMut() -> rusqlite::Result<()>,
) -> rusqlite::Result<()> {
    let started = Instant::now();
    loop {
        match work() {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && started.elapsed() < timeout =>
            {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

fn stored_embedder(connection: &Connection) -> Result<StoredEmbedder, StorageError> {
    let (name, dimension) = meta::embedder(connection)?;
    Ok(StoredEmbedder { name, dimension })
}
