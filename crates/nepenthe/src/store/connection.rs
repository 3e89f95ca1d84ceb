//! One SQLite connection, set up the way that every connection of a store must be.

use std::borrow::Cow;
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::path::Path;
use std::time::{Duration, Instant};

use nepenthe_receipt::receipt::SecureDelete;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::error::StorageError;
use super::open_options::Access;
use super::raw::{self, FileName};
use super::recipe::RecipePart;
use super::session::{Session, WriteLock};
use super::{private_file, sealing, vfs, zeroing};

/// Bytes of a page of a new store: twenty vectors of 384 components and their rows fit into one, without overflow pages.
const PAGE_SIZE: u32 = 16_384;

/// KiB of pages that a connection may keep in memory.
const CACHE_KIB: u32 = 64 * 1024;

/// Opens the file, or a database in memory for `None`.
pub(super) fn open(path: Option<&Path>, access: Access, busy: Duration) -> rusqlite::Result<Connection> {
    zeroing::zero_what_sqlite_frees();
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
        | match access {
            Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            Access::Existing => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Access::ReadOnly => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
    let connection = match path {
        Some(path) => {
            if access == Access::Create {
                private_file::begin(path);
            }
            Connection::open_with_flags_and_vfs(literal(path), flags, vfs::name())?
        }
        None => Connection::open_in_memory_with_flags(flags)?,
    };
    connection.busy_timeout(busy)?;
    sealing::register_locked(&connection)?;
    Ok(connection)
}

/// Makes a path that SQLite can only take for a path: left alone, `:memory:` and `file:x?mode=memory` name
/// databases that are gone when they are closed.
fn literal(path: &Path) -> Cow<'_, Path> {
    if path.is_absolute() { Cow::Borrowed(path) } else { Cow::Owned(Path::new(".").join(path)) }
}

/// Opens a file on a medium where SQLite can make no files beside it. Only right while nobody writes it.
pub(super) fn open_immutable(path: &Path) -> rusqlite::Result<Connection> {
    let mut uri = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' => {
                uri.push(char::from(*byte))
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri.push_str("?immutable=1");
    zeroing::zero_what_sqlite_frees();
    let flags =
        OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags_and_vfs(uri, flags, vfs::name())?;
    sealing::register_locked(&connection)?;
    Ok(connection)
}

/// Settings of every connection; they change nothing in the file.
pub(super) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(64);
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    // Plans that do not depend on bound values: otherwise some statements are compiled again at each use.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Settings of a connection to a file.
pub(super) fn configure_file(
    connection: &Connection,
    leaves_out: Option<RecipePart>,
) -> rusqlite::Result<()> {
    configure(connection)?;
    if matches!(leaves_out, Some(RecipePart::Slack | RecipePart::Shim)) {
        let _ = raw::leave_slack(Session::of(connection), true);
    }
    let secure_delete = if leaves_out == Some(RecipePart::SecureDelete) { "OFF" } else { "ON" };
    connection.execute_batch(&format!(
        "PRAGMA temp_store = MEMORY;
         PRAGMA secure_delete = {secure_delete};
         PRAGMA synchronous = FULL;
         PRAGMA cache_size = -{CACHE_KIB};"
    ))
}

/// Settings of a connection that only reads a file, which is looked at, so that it is known to be readable.
pub(super) fn configure_reader(
    connection: &Connection,
    leaves_out: Option<RecipePart>,
    cache_kib: u32,
) -> rusqlite::Result<()> {
    configure_file(connection, leaves_out)?;
    connection.execute_batch(&format!(
        "PRAGMA cache_size = -{cache_kib};
         PRAGMA query_only = ON;
         SELECT count(*) FROM sqlite_schema;"
    ))
}

/// Lets go of the pages that a connection has in memory.
pub(super) fn forget(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("PRAGMA shrink_memory")
}

/// Settings that must stand before the first table is made; the write-ahead log stays on in the file.
pub(super) fn prepare_new(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!("PRAGMA page_size = {PAGE_SIZE};"))?;
    use_write_ahead_log(connection)
}

/// Turns the write-ahead log on, so that readers and a writer do not wait for each other.
pub(super) fn use_write_ahead_log(connection: &Connection) -> rusqlite::Result<()> {
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0))?;
    if mode != "wal" {
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    }
    Ok(())
}

/// Copies the write-ahead log into the main file and empties it. False where another connection still needs it, for
/// longer than `patience`; `busy` is the connection's usual patience.
pub(crate) fn empty_log(
    session: Session<'_>,
    patience: Duration,
    busy: Duration,
) -> Result<bool, StorageError> {
    let started = Instant::now();
    let emptied = insist(session, patience, busy, || {
        loop {
            let (blocked, frames) = checkpoint(session, "TRUNCATE")?;
            // SQLite does not wait while another connection copies the log: writers do so every now and then.
            if !blocked || frames.is_some() || started.elapsed() >= patience {
                return Ok(blocked);
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    });
    match emptied {
        Ok(blocked) => Ok(!blocked),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Copies as much of the write-ahead log into the main file as can be. Tells whether something was in the way, and how many frames are
/// copied now: `None` where another connection was copying.
fn checkpoint(session: Session<'_>, mode: &str) -> rusqlite::Result<(bool, Option<i64>)> {
    session.sql().query_row(&format!("PRAGMA wal_checkpoint({mode})"), [], |row| {
        let (blocked, copied): (i64, i64) = (row.get(0)?, row.get(2)?);
        Ok((blocked != 0, Some(copied).filter(|copied| *copied >= 0)))
    })
}

/// Empties the write-ahead log where it has become long: readers who are always there, one after the other, keep it from beginning
/// anew by itself.
pub(super) fn shorten_log(session: Session<'_>, busy: Duration) -> Result<(), StorageError> {
    const LONG: i64 = 4096;
    const PATIENCE: Duration = Duration::from_millis(50);
    let frames: i64 = session.sql().query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(1))?;
    if frames > LONG {
        empty_log(session, PATIENCE, busy)?;
    }
    Ok(())
}

/// What is in the way of emptying the write-ahead log: readers of a state, or writers who are always faster.
#[derive(Default)]
pub(crate) struct Obstacle {
    /// The log's salt, another one whenever it begins anew, and how many of its frames could be copied into the main file.
    last: Option<([u8; 8], i64)>,
}

impl Obstacle {
    /// Tells whether the log is as it was when this was last asked: nobody writes, or a reader keeps what was written since from
    /// being copied. Beside a writer, who is a matter of turns, it never is; nor while another connection copies it.
    pub(crate) fn stays(&mut self, session: Session<'_>) -> Result<bool, StorageError> {
        let (_, Some(copied)) = checkpoint(session, "PASSIVE")? else { return Ok(false) };
        let mut salt = [0; 8];
        raw::read_at(session, FileName::Wal, SALT, &mut salt)?;
        Ok(self.last.replace((salt, copied)) == Some((salt, copied)))
    }
}

/// Where the salt stands in the write-ahead log (SQLite's file format, section 4.1).
const SALT: u64 = 16;

/// Begins a transaction that writes, however often others do.
pub(crate) fn begin(session: Session<'_>, busy: Duration) -> Result<WriteLock<'_>, StorageError> {
    let begin = || Transaction::new_unchecked(session.sql(), TransactionBehavior::Immediate);
    Ok(WriteLock::of(insist(session, busy, busy, begin)?))
}

/// Begins a transaction that writes and outlives whoever begins it, however often others write.
pub(super) fn begin_group(session: Session<'_>, busy: Duration) -> Result<(), StorageError> {
    Ok(insist(session, busy, busy, || session.sql().execute_batch("BEGIN IMMEDIATE"))?)
}

/// Begins a transaction that writes, with the connection's usual patience.
pub(crate) fn lock(session: Session<'_>) -> Result<WriteLock<'_>, StorageError> {
    Ok(WriteLock::of(Transaction::new_unchecked(session.sql(), TransactionBehavior::Immediate)?))
}

thread_local! {
    /// Until when this thread insists on a lock.
    static UNTIL: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// SQLite's question whether to wait for a lock.
#[expect(unsafe_code, reason = "it is called by C")]
unsafe extern "C" fn asks_again(_: *mut c_void, asked: c_int) -> c_int {
    let waits = UNTIL.get().is_none_or(|until| Instant::now() < until);
    if waits {
        // The first 20 ms often, as long as a few writes take; then so that waiting costs little.
        std::thread::sleep(Duration::from_micros(if asked < 200 { 100 } else { 500 }));
    }
    c_int::from(waits)
}

/// Runs what waits for a lock for at most `patience`, asking again many times a millisecond: SQLite's own handler sleeps longer
/// and longer, and a process that writes in a loop leaves the lock free for some microseconds only. `busy` is the connection's
/// usual patience.
fn insist<T>(
    session: Session<'_>,
    patience: Duration,
    busy: Duration,
    work: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    UNTIL.set(Instant::now().checked_add(patience));
    // SAFETY: the connection is open and used by this thread alone; the handler is static and needs no context.
    #[expect(unsafe_code, reason = "rusqlite sets a handler on what nobody else borrows")]
    unsafe {
        rusqlite::ffi::sqlite3_busy_handler(session.sql().handle(), Some(asks_again), std::ptr::null_mut());
    }
    let done = work();
    session.sql().busy_timeout(busy)?;
    done
}

/// Keeps every other connection out until this one is closed. Before anything else is asked of the connection.
pub(super) fn keep_others_out(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA locking_mode = EXCLUSIVE", [], |_| Ok(()))?;
    connection.execute_batch("BEGIN EXCLUSIVE; COMMIT")
}

/// Lets the connection be closed without a look at the write-ahead log, whose name may be another store's by then.
pub(crate) fn leave_log(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    Ok(())
}

/// Bytes of a page.
pub(crate) fn page_size(session: Session<'_>) -> Result<usize, StorageError> {
    let size: i64 = session.sql().query_row("PRAGMA page_size", [], |row| row.get(0))?;
    usize::try_from(size).map_err(StorageError::corrupt)
}

/// Tells whether this connection overwrites whatever it deletes.
pub(crate) fn overwrites(session: Session<'_>) -> Result<bool, StorageError> {
    Ok(session.sql().query_row("PRAGMA secure_delete", [], |row| row.get::<_, i64>(0))? == 1)
}

/// Drops the pages that the connection keeps in memory, slack and all: it would write them again as it has them.
pub(crate) fn drop_pages(session: Session<'_>) -> Result<(), StorageError> {
    Ok(session.sql().release_memory()?)
}

/// Writes the whole database anew, with nothing in it but what it holds.
pub(crate) fn rebuild(session: Session<'_>) -> Result<(), StorageError> {
    Ok(session.sql().execute_batch("VACUUM")?)
}

/// The settings and versions that an erasure depends on, as they are.
pub(crate) fn engine(session: Session<'_>) -> Result<Engine, StorageError> {
    let connection = session.sql();
    let text = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, String>(0));
    let secure: i64 = connection.query_row("PRAGMA secure_delete", [], |row| row.get(0))?;
    Ok(Engine {
        sqlite: text("SELECT sqlite_version()")?,
        journal_mode: text("PRAGMA journal_mode")?,
        secure_delete: match secure {
            0 => SecureDelete::Off,
            1 => SecureDelete::On,
            _ => SecureDelete::Fast,
        },
    })
}

/// See [`engine`].
pub(crate) struct Engine {
    pub(crate) sqlite: String,
    pub(crate) journal_mode: String,
    pub(crate) secure_delete: SecureDelete,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_is_a_database_in_memory_or_a_uri() {
        for name in [":memory:", "file:x?mode=memory", "file:y", "plain.db", "../a/b.db"] {
            assert_eq!(literal(Path::new(name)), Path::new(".").join(name), "{name}");
        }
        assert_eq!(literal(Path::new("/a/file:x")), Path::new("/a/file:x"));
    }
}
