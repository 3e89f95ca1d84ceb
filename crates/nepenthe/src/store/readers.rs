//! [`Readers`]: the connections that read. Each read has one of its own for as long as it lasts, so that it waits for nobody.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::open_options::{Access, OpenOptions};
use super::recipe::RecipePart;
use super::sealing::{self, Sealer};
use super::{connection, private_file};

/// Connections that stay open, however long nobody reads, for each core.
const KEPT: usize = 2;

/// How long the others stay open while nobody uses them.
const IDLE: Duration = Duration::from_secs(10);

/// KiB of pages that a connection may keep in memory, and how many where there are more of them than are kept. What somebody else
/// writes makes it read them again.
const CACHE_KIB: (u32, u32) = (32 * 1024, 2 * 1024);

/// The readers of one file. Invariant: an idle connection has no transaction, so it keeps nobody from emptying the log.
pub(super) struct Readers {
    file: File,
    sealer: Option<Arc<Sealer>>,
    /// No connection could be opened where nothing may be written, and none will be.
    closed: AtomicBool,
    /// Connections that stay open, however long nobody reads.
    kept: usize,
    state: Mutex<State>,
    ended: Condvar,
}

/// Which file they read.
struct File {
    /// `None` where there is none.
    path: Option<PathBuf>,
    /// Which one it was when the store was opened: another may have its name by now.
    identity: Option<(u64, u64)>,
    access: Access,
    busy: Duration,
    leaves_out: Option<RecipePart>,
}

#[derive(Default)]
struct State {
    /// The one that was used last comes last.
    idle: Vec<(Connection, Instant)>,
    /// The reads under way, by number.
    running: BTreeSet<u64>,
    next: u64,
    /// How often connections had to forget what they have read.
    forgets: u64,
}

impl Readers {
    /// The readers of the file of a connection.
    pub(super) fn of(
        connection: &Connection,
        sealer: Option<Arc<Sealer>>,
        options: &OpenOptions<'_>,
    ) -> Self {
        let path = connection.path().filter(|path| !path.is_empty()).map(PathBuf::from);
        let identity = path.as_deref().and_then(private_file::identity);
        let access = if options.access == Access::ReadOnly { options.access } else { Access::Existing };
        let (busy, leaves_out) = (options.busy_timeout, options.leaves_out);
        Self {
            file: File { path, identity, access, busy, leaves_out },
            sealer,
            closed: AtomicBool::new(false),
            // Asked once: the answer is read from several files.
            kept: KEPT * std::thread::available_parallelism().map_or(1, usize::from),
            state: Mutex::default(),
            ended: Condvar::new(),
        }
    }

    /// Returns a connection of the caller's own; `None` where no other than the store's one can read.
    pub(super) fn take(&self) -> Option<Reader<'_>> {
        let path = self.file.path.as_deref().filter(|_| !self.closed.load(Ordering::Relaxed))?;
        let mut state = self.state();
        let found = state.idle.pop();
        let number = state.next;
        state.next += 1;
        state.running.insert(number);
        let forgets = state.forgets;
        let cache_kib = if state.running.len() <= self.kept { CACHE_KIB.0 } else { CACHE_KIB.1 };
        drop(state);
        // From here on the reader takes its number back when it is dropped.
        let mut reader =
            Reader { readers: self, connection: found.map(|(connection, _)| connection), number, forgets };
        if reader.connection.is_none() {
            reader.connection = self.open(path, cache_kib);
        }
        if reader.connection.is_none() && self.file.access == Access::ReadOnly {
            self.closed.store(true, Ordering::Relaxed);
        }
        reader.connection.is_some().then_some(reader)
    }

    fn open(&self, path: &Path, cache_kib: u32) -> Option<Connection> {
        if private_file::identity(path) != self.file.identity {
            return None;
        }
        let connection = connection::open(Some(path), self.file.access, self.file.busy).ok()?;
        connection::configure_reader(&connection, self.file.leaves_out, cache_kib).ok()?;
        if let Some(sealer) = &self.sealer {
            sealing::register(&connection, sealer).ok()?;
        }
        Some(connection)
    }

    /// Waits until the reads that are under way now have ended, at most so long: what comes later reads the present.
    pub(super) fn wait(&self, most: Duration) {
        let started = Instant::now();
        let mut state = self.state();
        let next = state.next;
        while state.running.first().is_some_and(|first| *first < next) {
            let Some(left) = most.checked_sub(started.elapsed()).filter(|left| !left.is_zero()) else {
                return;
            };
            (state, _) = self.ended.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets go of what connections hold in memory of what they have read: something of it was erased.
    pub(super) fn forget(&self) {
        let mut state = self.state();
        state.forgets += 1;
        state.idle.retain(|(connection, _)| connection::forget(connection).is_ok());
    }

    fn put_back(&self, connection: Connection, forgets: u64) {
        let mut closed = Vec::new();
        let mut state = self.state();
        if forgets != state.forgets && connection::forget(&connection).is_err() {
            closed.push((connection, Instant::now()));
        } else {
            state.idle.push((connection, Instant::now()));
        }
        while state.idle.len() > self.kept && state.idle[0].1.elapsed() > IDLE {
            closed.push(state.idle.remove(0));
        }
        drop(state);
        // Closing takes a while.
        drop(closed);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that one read uses, until it is dropped.
pub(super) struct Reader<'r> {
    readers: &'r Readers,
    connection: Option<Connection>,
    number: u64,
    forgets: u64,
}

impl Deref for Reader<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection.as_ref().expect("it has one until it is dropped")
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        // Where a panic left a transaction open, it is closed.
        let idle = self.connection.take().filter(Connection::is_autocommit);
        if let Some(connection) = idle {
            self.readers.put_back(connection, self.forgets);
        }
        self.readers.state().running.remove(&self.number);
        self.readers.ended.notify_all();
    }
}
