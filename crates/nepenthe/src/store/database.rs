//! [`Database`]: one open file (or memory): its connections, its keys, and what it holds in memory.

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use rusqlite::Connection;

use super::embedder::StoredEmbedder;
use super::error::{OpenError, StorageError};
use super::group::{Accesses, Failure, Group};
use super::open::{self, Opened};
use super::open_options::{Access, OpenOptions};
use super::query::{ScopeKey, indexed, memory, meta, scope};
use super::readers::Readers;
use super::recipe::RecipePart;
use super::sealing::{self, KeyPart, Sealer};
use super::session::{Session, WriteLock};
use super::truth::Truth;
use super::turns::Turns;
use super::vectors::Vectors;
use super::{connection, image, indexes};
use crate::model::{Clock, MemoryId, MemoryKey, RandomSource, ScopePath, StoreKey, is_at_the_end};

/// After how many commits it is looked whether the write-ahead log has become long.
const LOOKS_AT_LOG: u64 = 256;

/// The connection that writes, and the transaction that it has open between the writes of a group.
struct Writer {
    connection: Connection,
    group: Option<Group>,
    commits: u64,
}

/// The part of one write in a group.
struct Part {
    is_first: bool,
    keys: Option<KeyPart>,
}

pub(crate) struct Database {
    /// The connections that read. Before the one that writes, which is to be closed last: it can empty the log.
    readers: Readers,
    /// Whose turn it is to use the connection that writes. Never held while an embedder runs.
    turns: Turns,
    /// Locked by whose turn it is.
    writer: Mutex<Writer>,
    /// Recalls not yet counted in the file; written with the next write. Locked after `writer`.
    accesses: Mutex<Accesses>,
    /// What searches of vectors hold in memory. Locked after the connection.
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
    /// What the file is a mirror of, if it is one.
    truth: Option<Box<dyn Truth>>,
}

impl Database {
    /// Opens a file, making it where there is none (unless the options say otherwise).
    pub(crate) fn open(path: &Path, options: &OpenOptions<'_>) -> Result<Self, OpenError> {
        Self::start(open::open_file(path, options)?, options)
    }

    /// Opens a file that is the mirror of something.
    #[cfg(feature = "postgres")]
    pub(super) fn of_truth(
        path: &Path,
        options: &OpenOptions<'_>,
        truth: Box<dyn Truth>,
    ) -> Result<Self, OpenError> {
        let mut database = Self::open(path, options)?;
        truth.watch(Session::of(&database.lock().connection))?;
        database.truth = Some(truth);
        Ok(database)
    }

    /// Brings a mirror up to what was acknowledged before this moment.
    pub(crate) fn refresh(&self) -> Result<(), StorageError> {
        self.truth.as_ref().map_or(Ok(()), |truth| truth.refresh())
    }

    /// Tells whether the file is the mirror of something that holds its texts in the clear.
    pub(crate) fn is_clear_elsewhere(&self) -> bool {
        self.truth.as_ref().is_some_and(|truth| truth.is_clear())
    }

    /// Drives what was erased out of that, as far as it can; false where others are in the way.
    pub(crate) fn compact(&self, patient: bool) -> Result<bool, StorageError> {
        self.truth.as_ref().map_or(Ok(true), |truth| truth.compact(patient))
    }

    /// Begins a transaction that writes, on the connection that writes, which the caller uses outside any transaction.
    pub(crate) fn begin<'c>(&'c self, session: Session<'c>) -> Result<DatabaseLock<'c>, StorageError> {
        let truth = self.truth.as_deref();
        truth.map_or(Ok(()), Truth::begin)?;
        // From here on the lock of the truth goes with this.
        let mut lock = DatabaseLock { truth, lock: None };
        lock.lock = Some(connection::begin(session, self.busy_timeout)?);
        Ok(lock)
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
            indexed::create(Session::of(&connection))?;
        }
        let index_copies = sealer.is_some() && meta::had_indexes(Session::of(&connection))?;
        let key = sealing::store_key(Session::of(&connection), sealer.as_deref())?;
        Ok(Self {
            readers: Readers::of(&connection, sealer.clone(), options),
            turns: Turns::default(),
            writer: Mutex::new(Writer { connection, group: None, commits: 0 }),
            accesses: Mutex::default(),
            vectors: Vectors::new(options.vector_memory),
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
            truth: None,
        })
    }

    /// Runs reads on one snapshot of the file. It waits for no write, and no other read.
    pub(crate) fn read<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.refresh()?;
        self.with_reader(|session| {
            let snapshot = session.sql().unchecked_transaction().map_err(StorageError::from)?;
            work(Session::of(&snapshot))
        })
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
        self.refresh()?;
        // These indexes are the one connection's own.
        self.with_connection(|session| {
            let snapshot = session.sql().unchecked_transaction().map_err(StorageError::from)?;
            indexes::catch_up(Session::of(&snapshot), &self.key, self.embedder.dimension)?;
            let done = work(Session::of(&snapshot));
            // What was brought up stays.
            snapshot.commit().map_err(StorageError::from)?;
            done
        })
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
        self.refresh()?;
        self.with_reader(work)
    }

    /// Up to so many memories, a write is short enough to share its transaction.
    pub(crate) const SHORT: usize = 16;

    /// Runs writes in one transaction: all of `work` is durable on `Ok`, nothing of it on `Err`. Where several threads write, the
    /// transaction is theirs together; `work` must be short then, and have nothing to do with the key file but new keys.
    pub(crate) fn write<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_as(true, work)
    }

    /// The same, in a transaction that is nobody else's.
    pub(crate) fn write_alone<T, E: From<StorageError>>(
        &self,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write_as(false, work)
    }

    /// Runs writes in a transaction that other threads may share, or in one alone.
    pub(crate) fn write_as<T, E: From<StorageError>>(
        &self,
        joins: bool,
        work: impl FnOnce(Session<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        if is_at_the_end(self.clock.now()) {
            return Err(StorageError::Clock.into());
        }
        let turn = self.turns.take(joins);
        let mut writer = self.lock();
        let part = match self.begin_part(&mut writer) {
            Ok(part) => part,
            Err(error) => {
                self.commit(&mut writer);
                return Err(error.into());
            }
        };
        let outcome = writer.group.as_ref().map(|group| Arc::clone(&group.outcome)).unwrap_or_default();
        // Whoever is in the group is answered, also where this one panics.
        let worked = panic::catch_unwind(AssertUnwindSafe(|| work(Session::of(&writer.connection))));
        self.end_part(&mut writer, part, matches!(worked, Ok(Ok(_))));
        let is_left =
            writer.group.as_ref().is_some_and(|group| joins && group.is_open() && turn.next_joins());
        if !is_left {
            self.commit(&mut writer);
        }
        drop(writer);
        drop(turn);
        match worked {
            Ok(Ok(done)) => outcome.wait().map(|()| done).map_err(E::from),
            Ok(Err(error)) => Err(error),
            Err(panicked) => panic::resume_unwind(panicked),
        }
    }

    /// Begins a write: the transaction, or its part in one that is open.
    fn begin_part(&self, writer: &mut Writer) -> Result<Part, StorageError> {
        let session = Session::of(&writer.connection);
        if writer.group.is_some() {
            session.sql().execute_batch("SAVEPOINT part")?;
            let keys = self.sealer.as_ref().map(|sealer| sealer.begin_part()).transpose();
            return keys.map(|keys| Part { is_first: false, keys }).inspect_err(|_| {
                // Nothing was written in it.
                drop(session.sql().execute_batch("RELEASE part"));
            });
        }
        let truth = self.truth.as_deref();
        truth.map_or(Ok(()), Truth::begin)?;
        connection::begin_group(session, self.busy_timeout)
            .inspect_err(|_| truth.into_iter().for_each(Truth::roll_back))?;
        let accesses = std::mem::take(&mut *self.accesses());
        let begun = self.check_embedder(session).and_then(|()| {
            accesses.iter().try_for_each(|((scope, id), (count, last))| {
                memory::add_accesses(session, *scope, *id, *count, *last)
            })
        });
        writer.group = Some(Group::new(accesses));
        if let Err(error) = begun {
            self.roll_back(writer, &error);
            return Err(error);
        }
        Ok(Part { is_first: true, keys: self.sealer.is_some().then_some(KeyPart::First) })
    }

    /// Takes a write into the group, or out of it as if it had never been.
    fn end_part(&self, writer: &mut Writer, part: Part, is_done: bool) {
        let sql = &writer.connection;
        let keys = self.sealer.as_ref().zip(part.keys);
        if sql.is_autocommit() || part.is_first && !is_done {
            return self.roll_back(writer, &rolled_back());
        }
        let ended = match is_done {
            true => keys.map_or(Ok(()), |(sealer, keys)| sealer.end_part(keys)),
            false => keys.map_or(Ok(()), |(sealer, keys)| sealer.roll_back_part(keys)),
        };
        let ended = ended.and_then(|()| match (part.is_first, is_done) {
            (true, _) => Ok(()),
            (false, true) => Ok(sql.execute_batch("RELEASE part")?),
            (false, false) => Ok(sql.execute_batch("ROLLBACK TO part; RELEASE part")?),
        });
        match (ended, &mut writer.group) {
            (Err(error), _) => self.roll_back(writer, &error),
            (Ok(()), Some(group)) if is_done => group.add(),
            (Ok(()), _) => {}
        }
    }

    /// Makes the group durable, and tells its members: new keys first, so that no memory is ever without one.
    fn commit(&self, writer: &mut Writer) {
        if writer.group.is_none() {
            return;
        }
        if let Err(error) = self.sealer.as_ref().map_or(Ok(()), |sealer| sealer.commit()) {
            return self.roll_back(writer, &error);
        }
        if let Some(truth) = &self.truth
            && let Err(error) = truth.commit(Session::of(&writer.connection))
        {
            return self.roll_back(writer, &error);
        }
        let committed = writer.connection.execute_batch("COMMIT");
        let committed = match &self.truth {
            None => committed,
            // It is durable in any case: what the file lacks is brought up from there.
            Some(truth) => {
                match committed {
                    Ok(()) => truth.is_mirrored(),
                    Err(_) => self.end_transaction(writer),
                }
                Ok(())
            }
        };
        match committed {
            Ok(()) => {
                if let Some(group) = writer.group.take() {
                    group.outcome.tell(Ok(()));
                }
                writer.commits += 1;
                if writer.commits.is_multiple_of(LOOKS_AT_LOG) {
                    // What is committed stays so, whatever comes of it.
                    let _ = connection::shorten_log(Session::of(&writer.connection), self.busy_timeout);
                }
            }
            Err(error) => {
                // Whether SQLite has rolled back by itself or not: what it holds in memory may be wrong.
                drop(writer.connection.execute_batch("ROLLBACK"));
                self.roll_back(writer, &error.into());
            }
        }
    }

    /// Takes everything back that the group has written, and tells its members why.
    fn roll_back(&self, writer: &mut Writer, why: &StorageError) {
        if let Some(sealer) = &self.sealer {
            sealer.roll_back();
        }
        if let Some(truth) = &self.truth {
            truth.roll_back();
        }
        self.end_transaction(writer);
        let Some(group) = writer.group.take() else { return };
        let mut accesses = self.accesses();
        for (of, (count, last)) in group.accesses {
            let entry = accesses.entry(of).or_insert((0, last));
            *entry = (entry.0 + count, entry.1.max(last));
        }
        drop(accesses);
        group.outcome.tell(Err(Failure::of(why)));
    }

    /// Rolls the connection's transaction back, whatever is left of it.
    fn end_transaction(&self, writer: &mut Writer) {
        if writer.connection.is_autocommit() || writer.connection.execute_batch("ROLLBACK").is_err() {
            self.renew(&mut writer.connection);
        }
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
            && (!self.indexes_in_memory || indexed::create(Session::of(&new)).is_ok())
            && self.truth.as_ref().is_none_or(|truth| truth.watch(Session::of(&new)).is_ok())
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
        let mut accesses = self.accesses();
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

    /// Uses the connection that writes, outside any transaction.
    pub(crate) fn with_connection<T>(&self, work: impl FnOnce(Session<'_>) -> T) -> T {
        let _turn = self.turns.take(false);
        work(Session::of(&self.lock().connection))
    }

    /// Waits until the reads that are under way have ended, for at most so long.
    pub(crate) fn wait_for_reads(&self, most: Duration) {
        self.readers.wait(most);
    }

    /// Lets go of what is held in memory of what was read: something of it was erased.
    pub(crate) fn forget_reads(&self) {
        self.readers.forget();
    }

    /// Uses a connection that reads: one of the caller's own, where there is a file.
    fn with_reader<T>(&self, work: impl FnOnce(Session<'_>) -> T) -> T {
        match self.readers.take() {
            Some(reader) => work(Session::of(&reader)),
            None => self.with_connection(work),
        }
    }

    /// Counts the threads that wait for the connection that writes.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.turns.waiting()
    }

    fn accesses(&self) -> MutexGuard<'_, Accesses> {
        self.accesses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The caller has the turn. A panic of another one that had it left no transaction open: it rolled back when it was dropped.
    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The write lock of a store. What is written goes with it, unless it is committed.
pub(crate) struct DatabaseLock<'d> {
    truth: Option<&'d dyn Truth>,
    lock: Option<WriteLock<'d>>,
}

impl DatabaseLock<'_> {
    pub(crate) fn session(&self) -> Session<'_> {
        self.lock.as_ref().expect("it has one until it is committed").session()
    }

    pub(crate) fn commit(mut self) -> Result<(), StorageError> {
        let Some(lock) = self.lock.take() else { return Ok(()) };
        match self.truth.take() {
            None => lock.commit(),
            Some(truth) => {
                truth.commit(lock.session()).inspect_err(|_| truth.roll_back())?;
                // It is durable in any case: what the file lacks is brought up from there.
                if lock.commit().is_ok() {
                    truth.is_mirrored();
                }
                Ok(())
            }
        }
    }
}

impl Drop for DatabaseLock<'_> {
    fn drop(&mut self) {
        drop(self.lock.take());
        self.truth.into_iter().for_each(Truth::roll_back);
    }
}

/// What a write that was rolled back with others says to them.
fn rolled_back() -> StorageError {
    StorageError::Io(rusqlite::Error::SqliteFailure(
        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_IOERR),
        None,
    ))
}
