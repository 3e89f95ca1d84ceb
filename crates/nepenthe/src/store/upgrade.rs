//! Bringing a file of an older format to the present one.
//!
//! The file is copied, the copy migrated and written anew without what is free in it, and that takes the file's name: a process
//! killed at any moment leaves the old file or the new one, and whoever opens the old one next begins again.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::error::{OpenError, StorageError};
use super::open_options::{Access, OpenOptions};
use super::query::meta;
use super::schema::{self, Format};
use super::session::Session;
use super::slack::Slack;
use super::{connection, copy, private_file, raw, sealing};

/// What SQLite keeps beside a database.
const BESIDE: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Brings a file that nobody else has open to the present format; the caller opens it then. Where another process has done so
/// meanwhile, nothing is done.
///
/// # Errors
/// [`OpenError::HeldOpen`] where another connection has the file open, which would go on writing to the one that was replaced.
pub(super) fn upgrade(path: &Path, options: &OpenOptions<'_>) -> Result<(), OpenError> {
    let failed = |source| OpenError::Upgrade { path: path.into(), source };
    // A link is replaced where it leads to.
    let real = path.canonicalize().map_err(failed)?;
    let Some((old, before)) = alone(&real, options.busy_timeout, failed)? else {
        return Err(OpenError::HeldOpen(path.into()));
    };
    if !identity(&real).map_err(failed)?.is(&before) {
        return Ok(());
    }
    let from = match schema::inspect(Session::of(&old))? {
        Format::Store(version) if version < schema::FORMAT_VERSION => version,
        _ => return Ok(()),
    };
    connection::configure_file(&old, None)?;
    let sealer = sealing::unlock(path, Session::of(&old), options)?;
    // Nothing of the old file may lie beside the new one: SQLite would take its log for the new one's.
    old.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;

    let (migrating, migrated) = (named(&real, ".migrating"), named(&real, ".migrated"));
    let made = (|| {
        remove(&migrating)?;
        remove(&migrated)?;
        private_file::create_new(&migrating).map_err(failed)?;
        let mut copy = copy::copy(Session::of(&old), &migrating, &mut |_| {})?.into_connection();
        if let Some(sealer) = &sealer {
            sealing::register(&copy, sealer)?;
        }
        // Nobody else knows of the copy, and a kill begins again.
        copy.execute_batch("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")?;
        let transaction = copy.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (session, random) = (Session::of(&transaction), &*options.random);
        schema::migrate(session, from, &options.embedder, random, sealer.as_deref(), options.indexes)?;
        transaction.commit()?;
        private_file::create_new(&migrated).map_err(failed)?;
        let name = ValueRef::Text(migrated.as_os_str().as_encoded_bytes());
        copy.execute("VACUUM INTO ?1", [ToSqlOutput::Borrowed(name)])?;
        copy.close().map_err(|(_, error)| error)?;
        remove(&migrating)?;
        settle(&migrated)?;
        let permissions =
            fs::metadata(&real).and_then(|old| fs::set_permissions(&migrated, old.permissions()));
        permissions.and_then(|()| sync(&migrated)).map_err(failed)?;
        fs::rename(&migrated, &real).map_err(failed)
    })();
    if made.is_err() {
        // What stays of it is taken away by whoever opens the file next.
        drop((remove(&migrating), remove(&migrated)));
    }
    made?;
    sync(folder_of(&real)).map_err(failed)?;
    blank(&old, &before)?;
    Ok(())
}

/// Opens the file so that nobody else can; `None` where others have it open for longer than `patience`. Also returns which file it was
/// just before.
fn alone(
    path: &Path,
    patience: Duration,
    failed: impl Fn(io::Error) -> OpenError,
) -> Result<Option<(Connection, Identity)>, OpenError> {
    let started = Instant::now();
    loop {
        let before = identity(path).map_err(&failed)?;
        let file = connection::open(Some(path), Access::Existing, Duration::ZERO)?;
        match connection::keep_others_out(&file) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {}
            // One that was replaced meanwhile is no database any more.
            Err(_) if !identity(path).map_err(&failed)?.is(&before) => return Ok(Some((file, before))),
            locked => {
                locked?;
                file.busy_timeout(patience)?;
                return Ok(Some((file, before)));
            }
        }
        // Two that want it alone are in each other's way as long as both have it open: each goes, and comes back at another time.
        drop(file);
        if started.elapsed() >= patience {
            return Ok(None);
        }
        let turn = u64::from(started.elapsed().subsec_nanos() ^ std::process::id()) % 20;
        std::thread::sleep(Duration::from_millis(1 + turn));
    }
}

/// Makes the new file one that has nothing but what it holds, and a write-ahead log.
fn settle(path: &Path) -> Result<(), OpenError> {
    let mut file = connection::open(Some(path), Access::Existing, Duration::ZERO)?;
    connection::configure_file(&file, None)?;
    connection::use_write_ahead_log(&file)?;
    let transaction = file.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let session = Session::of(&transaction);
    let mut slack = Slack::new(session)?;
    raw::read(session, raw::FileName::Main, &mut |block| slack.feed(block))?;
    slack.clear(session)?;
    meta::write_clean(session, true)?;
    transaction.commit()?;
    // The last connection to close empties the log and takes it away.
    Ok(file.close().map_err(|(_, error)| error)?)
}

/// Overwrites the old file, which has no name any more, with zeros: an older Nepenthe that waits for its lock finds no database, and
/// nothing of it is left on the disk. One that has another name yet, as a copy by hard links has, is left as it is.
fn blank(old: &Connection, identity: &Identity) -> Result<(), StorageError> {
    if identity.links > 1 {
        return Ok(());
    }
    let session = Session::of(old);
    let size = raw::size(session, raw::FileName::Main)?.unwrap_or(0);
    // SQLite writes less than 128 KiB at a time.
    let zeros = vec![0; 1 << 16];
    let mut at = 0;
    while at < size {
        let block = usize::try_from(size - at).unwrap_or(zeros.len()).min(zeros.len());
        raw::write_at(session, raw::FileName::Main, at, &zeros[..block])?;
        at += block as u64;
    }
    raw::sync(session, raw::FileName::Main)
}

/// Which file it is that a name leads to.
#[derive(Clone, Copy)]
pub(super) struct Identity {
    file: (u64, u64),
    links: u64,
}

impl Identity {
    pub(super) fn is(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

#[cfg(unix)]
pub(super) fn identity(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;
    let file = fs::metadata(path)?;
    Ok(Identity { file: (file.dev(), file.ino()), links: file.nlink() })
}

/// Elsewhere an open file cannot be replaced: whoever has it open has the one of that name.
#[cfg(not(unix))]
pub(super) fn identity(path: &Path) -> io::Result<Identity> {
    fs::metadata(path).map(|_| Identity { file: (0, 0), links: 1 })
}

fn named(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Removes a file and what SQLite keeps beside it, where they are.
fn remove(path: &Path) -> Result<(), OpenError> {
    for end in BESIDE {
        match fs::remove_file(named(path, end)) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                return Err(OpenError::Upgrade { path: path.into(), source });
            }
            _ => {}
        }
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn sync(path: &Path) -> io::Result<()> {
    // Elsewhere a folder cannot be opened as a file; there a rename is durable when it returns.
    if cfg!(unix) || path.is_file() { File::open(path)?.sync_all() } else { Ok(()) }
}
