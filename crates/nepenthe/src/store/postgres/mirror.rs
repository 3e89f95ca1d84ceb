//! The mirror: a file in a cache folder, made of what PostgreSQL has, that may be thrown away at any time.

use std::path::{Path, PathBuf};
use std::time::Duration;

use postgres::types::Type;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior};
use tempfile::TempDir;

use super::changes::{self, Changes};
use super::link::{Link, Place};
use super::mode::Mode;
use super::{plain, pull, push};
use crate::store::error::{OpenError, StorageError};
use crate::store::open_options::{Access, Indexes, OpenOptions};
use crate::store::query::meta;
use crate::store::schema::Format;
use crate::store::session::Session;
use crate::store::{Database, connection, schema, upgrade};

/// Rows that are written in one statement.
const BATCH: usize = 5_000;

/// The number and the mode of the store at a place, made where there is none and the options let it, and where its mirror is.
pub(super) fn open(
    link: &mut Link,
    place: &Place,
    folder: &Path,
    options: &OpenOptions<'_>,
) -> Result<(i32, Mode, PathBuf), OpenError> {
    link.prepare()?;
    let found = link.find()?;
    let mode = found.map(|(_, mode)| mode).or(place.mode).unwrap_or(Mode::Sealed);
    may(mode, options)?;
    std::fs::create_dir_all(folder)
        .map_err(|error| OpenError::Server(format!("the cache folder {}: {error}", folder.display())))?;
    let store = match found {
        Some((store, _)) => store,
        None if options.access == Access::Create => make(link, place, mode, folder, options)?,
        None => {
            return Err(OpenError::NotFound(PathBuf::from(format!("the database, named {}", place.name))));
        }
    };
    let path = folder.join(format!("{store}-{}-{}.db", link.cluster.system, link.cluster.timeline));
    if !is_mirror(&path, options.busy_timeout)? {
        fill(link, (store, mode), &path, options.busy_timeout)?;
    } else if is_older(&path, options.busy_timeout)? {
        upgrade::upgrade(&path, &OpenOptions { access: Access::Existing, ..options.clone() })?;
    }
    if link.is_older && options.access != Access::ReadOnly {
        raise(link, (store, mode), options.busy_timeout)?;
    }
    Ok((store, mode, path))
}

/// Whether the options can be those of a store of this mode.
pub(super) fn may(mode: Mode, options: &OpenOptions<'_>) -> Result<(), OpenError> {
    match mode {
        Mode::Sealed if options.master_key.is_none() => Err(OpenError::Encrypted),
        Mode::Sealed if options.key_file.is_none() => {
            Err(OpenError::Server("its key file must lie outside the cache folder; say where".into()))
        }
        Mode::Sealed if options.indexes == Some(Indexes::InFile) => {
            Err(OpenError::Server("a store in PostgreSQL keeps its indexes in memory".into()))
        }
        Mode::Plain if options.master_key.is_some() => Err(OpenError::NotEncrypted),
        Mode::Plain if options.indexes == Some(Indexes::InMemory) => Err(OpenError::IndexesInFile),
        _ => Ok(()),
    }
}

/// The connection by which a mirror is brought up.
pub(super) fn follower(path: &Path, busy: Duration) -> Result<Connection, StorageError> {
    let connection = connection::open(Some(path), Access::Existing, busy)?;
    connection::configure_file(&connection, None)?;
    // Rows come in the order of their tables.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, false)?;
    connection.execute_batch("PRAGMA synchronous = NORMAL")?;
    Ok(connection)
}

/// Whether a mirror is there. What is there and is none, or is damaged, takes a new one's place.
fn is_mirror(path: &Path, busy: Duration) -> Result<bool, StorageError> {
    if !path.exists() {
        return Ok(false);
    }
    let feed = connection::open(Some(path), Access::Existing, busy)
        .map_err(StorageError::from)
        .and_then(|file| meta::feed(Session::of(&file)));
    match feed {
        Ok(feed) => Ok(feed.is_some()),
        Err(StorageError::Corrupt(_) | StorageError::Sqlite(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether a mirror is a file of an older format.
fn is_older(path: &Path, busy: Duration) -> Result<bool, OpenError> {
    let file = connection::open(Some(path), Access::Existing, busy).map_err(StorageError::from)?;
    Ok(
        matches!(schema::inspect(Session::of(&file))?, Format::Store(format) if format < schema::FORMAT_VERSION),
    )
}

/// Brings a store of an older format to the newest: its rows are the same, and in mode plain its words are not.
fn raise(link: &mut Link, (store, mode): (i32, Mode), patience: Duration) -> Result<(), StorageError> {
    let format = i32::try_from(schema::FORMAT_VERSION).unwrap_or(i32::MAX);
    let patience = i32::try_from(patience.as_millis()).unwrap_or(i32::MAX).max(1);
    link.begin("BEGIN")?;
    let raised = (|| {
        let types = [Type::INT4, Type::INT4];
        link.query("SELECT seq FROM nepenthe.lock($1, $2)", &types, &[&store, &patience])?;
        // Nothing where another server has done so while this one waited.
        let sql = "UPDATE nepenthe.store SET format = $2 WHERE id = $1 AND format < $2 RETURNING id";
        let older = link.query(sql, &types, &[&store, &format])?;
        if mode == Mode::Plain && !older.is_empty() {
            plain::index_unspaced(link, store)?;
        }
        link.commit()
    })();
    if raised.is_err() {
        link.roll_back();
    }
    raised
}

/// Fills a new mirror, which takes its name when it is whole.
pub(super) fn fill(
    link: &mut Link,
    (store, mode): (i32, Mode),
    path: &Path,
    busy: Duration,
) -> Result<(), OpenError> {
    remove(path);
    let new = new_folder(path.parent().unwrap_or(Path::new(".")))?;
    let file = new.path().join("mirror.db");
    let connection = connection::open(Some(&file), Access::Create, busy)?;
    connection::prepare_new(&connection)?;
    drop(connection);
    let mut connection = follower(&file, busy)?;
    let filling = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    schema::make_mirror(Session::of(&filling), mode == Mode::Plain)?;
    pull::pull(link, (store, mode), &filling)?;
    filling.commit()?;
    connection.close().map_err(|(_, error)| error)?;
    match std::fs::hard_link(&file, path) {
        // Another process was faster: its mirror is as good, and may be in use.
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        linked => linked.map_err(|error| failed(&error))?,
    }
    Ok(())
}

/// A folder for what is not whole yet, which goes with the value.
fn new_folder(folder: &Path) -> Result<TempDir, OpenError> {
    tempfile::Builder::new().prefix("new-").tempdir_in(folder).map_err(|error| failed(&error))
}

fn failed(error: &std::io::Error) -> OpenError {
    OpenError::Server(format!("the cache folder: {error}"))
}

pub(super) fn remove(path: &Path) {
    for ending in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        // Where it is not there, all is well; where it cannot go, taking its name fails.
        drop(std::fs::remove_file(file));
    }
}

/// Makes a store that is new on both sides.
fn make(
    link: &mut Link,
    place: &Place,
    mode: Mode,
    folder: &Path,
    options: &OpenOptions<'_>,
) -> Result<i32, OpenError> {
    if mode == Mode::Plain && options.embedder.dimension > 0 {
        link.prepare_vectors()?;
    }
    link.making(|link| {
        if let Some((store, found)) = link.find()? {
            return may(found, options).map(|()| store);
        }
        let new = new_folder(folder)?;
        let file = new.path().join("store.db");
        drop(Database::open(&file, options)?);
        put_whole(link, place, mode, &follower(&file, options.busy_timeout)?)
    })
}

/// Writes all that a file holds as the first transaction of a new store. The link is in a transaction.
pub(super) fn put_whole(
    link: &mut Link,
    place: &Place,
    mode: Mode,
    file: &Connection,
) -> Result<i32, OpenError> {
    let session = Session::of(file);
    let numbers = changes::numbers(session)?;
    let format = i32::try_from(schema::FORMAT_VERSION).unwrap_or(i32::MAX);
    let latest = vec![1_i64; mode.tables().len()];
    let rows = link.query(
        "INSERT INTO nepenthe.store (name, format, mode, seq, latest, numbers) VALUES ($1, $2, $5, 1, $3, $4) RETURNING id",
        &[Type::TEXT, Type::INT4, Type::INT8_ARRAY, Type::TEXT, Type::TEXT],
        &[&place.name, &format, &latest, &numbers, &mode.name()],
    )?;
    let store: i32 = rows.first().ok_or_else(pull::is_gone)?.get(0);
    link.query("SELECT nepenthe.head($1)", &[Type::INT4], &[&store])?;
    for number in (0_u16..).take(mode.tables().len()) {
        changes::read_all(session, number, BATCH, &mut |changes: &Changes| {
            push::push(link, (store, mode), 1, (&latest, &numbers), session, std::slice::from_ref(changes))
        })?;
    }
    Ok(store)
}
