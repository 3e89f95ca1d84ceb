//! A store whose truth is in PostgreSQL (decision 0029): the tables there, what a transaction changed on its way there,
//! and what others changed on its way here. The file is a mirror, and all else works on that as on any file.

mod changes;
mod compact;
pub(crate) mod copy;
mod link;
mod mirror;
mod mode;
mod plain;
mod pull;
mod push;
mod tables;
mod tls;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use postgres::types::Type;
use rusqlite::types::Value;
use rusqlite::{Connection, TransactionBehavior};

use self::compact::Compacted;
use self::link::{Link, Place};
use self::mode::Mode;
use self::pull::is_gone;
use super::error::{OpenError, StorageError};
use super::open_options::{Access, OpenOptions};
use super::query::meta;
use super::session::Session;
use super::truth::Truth;
use super::{Database, StoredEmbedder, connection};

/// A store in PostgreSQL, and its mirror.
pub(super) struct Postgres {
    place: Place,
    store: i32,
    mode: Mode,
    read_only: bool,
    patience: Duration,
    /// Locked by whose turn it is to write.
    writer: Mutex<Writer>,
    /// Never held by who waits for the lock of the store.
    follower: Mutex<Follower>,
    /// Looks at the end of the store that were begun.
    begun: AtomicU64,
    /// The last transaction that the mirror is known to have.
    mirrored: AtomicI64,
    /// The last transaction that was committed here.
    written: AtomicI64,
    /// Whether the server has said that the role may not write its tables anew.
    may_not_compact: AtomicBool,
}

/// What writes.
struct Writer {
    link: Link,
    /// In a transaction: the last one of the store, and for each table.
    open: Option<(i64, Vec<i64>)>,
}

/// What brings the mirror up.
struct Follower {
    link: Link,
    mirror: Connection,
    /// The number of the last look that went well.
    looked: u64,
    /// Whether what was erased elsewhere may still be in the mirror's write-ahead log, in the clear.
    unclean: bool,
}

/// Makes the schema in a database, and lets a role use it that does not own it.
pub(crate) fn prepare(url: &str, role: Option<&str>) -> Result<(), OpenError> {
    let place = url.parse::<Place>()?;
    let mut link = Link::open(&place)?;
    link.prepare()?;
    if place.mode == Some(Mode::Plain) {
        link.prepare_vectors()?;
    }
    Ok(role.map_or(Ok(()), |role| link.grant(role))?)
}

/// Which embedder the store of a URL is of; `None` where there is none.
pub(crate) fn embedder_of(url: &str) -> Result<Option<StoredEmbedder>, OpenError> {
    let mut link = Link::open(&url.parse::<Place>()?)?;
    if !link.is_prepared()? {
        return Ok(None);
    }
    let Some((store, _)) = link.find()? else { return Ok(None) };
    link.begin("BEGIN READ ONLY")?;
    link.query("SELECT nepenthe.head($1)", &[Type::INT4], &[&store])?;
    let value = |link: &mut Link, key: &str| -> Result<Option<Value>, StorageError> {
        let sql = "SELECT value FROM nepenthe.meta WHERE in_store = $1 AND key = $2";
        let rows = link.query(sql, &[Type::INT4, Type::TEXT], &[&store, &key])?;
        Ok(rows.first().and_then(|row| changes::untagged(row.get(0))))
    };
    let found = (value(&mut link, "embedder")?, value(&mut link, "dimension")?);
    link.roll_back();
    match found {
        (Some(Value::Text(name)), Some(Value::Integer(dimension))) => {
            let dimension = usize::try_from(dimension).map_err(StorageError::corrupt)?;
            Ok(Some(StoredEmbedder { name, dimension }))
        }
        _ => Err(StorageError::corrupt("it names no embedder").into()),
    }
}

/// Opens the store of a URL by a mirror in a folder; makes both where there are none (unless the options say otherwise).
pub(crate) fn connect(url: &str, folder: &Path, options: &OpenOptions<'_>) -> Result<Database, OpenError> {
    let place: Place = url.parse()?;
    let mut link = Link::open(&place)?;
    let (store, mode, path) = mirror::open(&mut link, &place, folder, options)?;
    let mirror = mirror::follower(&path, options.busy_timeout)?;
    let mirrored = meta::feed(Session::of(&mirror))?.unwrap_or(0);
    let writer = Writer { link: Link::open(&place)?, open: None };
    let postgres = Postgres {
        place,
        store,
        mode,
        read_only: options.access == Access::ReadOnly,
        patience: options.busy_timeout,
        writer: Mutex::new(writer),
        follower: Mutex::new(Follower { link, mirror, looked: 0, unclean: mode == Mode::Plain }),
        begun: AtomicU64::new(0),
        mirrored: AtomicI64::new(mirrored),
        written: AtomicI64::new(0),
        may_not_compact: AtomicBool::new(false),
    };
    postgres.refresh()?;
    // What only reads here still writes its mirror.
    let access = Access::Existing;
    Database::of_truth(&path, &OpenOptions { access, ..options.clone() }, Box::new(postgres))
}

impl Postgres {
    fn writer(&self) -> MutexGuard<'_, Writer> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings the mirror up, in a transaction of its own.
    fn catch_up(&self, follower: &mut Follower) -> Result<(), StorageError> {
        let lock = follower.mirror.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (head, erased) = pull::pull(&mut follower.link, (self.store, self.mode), &lock)?;
        lock.commit()?;
        self.mirrored.fetch_max(head, Ordering::Release);
        follower.unclean |= erased && self.mode == Mode::Plain;
        Ok(())
    }

    /// Empties the mirror's write-ahead log where it may hold what was erased; later, where somebody reads an older state.
    fn clean(&self, follower: &mut Follower) -> Result<(), StorageError> {
        if follower.unclean {
            let session = Session::of(&follower.mirror);
            follower.unclean = !connection::empty_log(session, Duration::ZERO, self.patience)?;
        }
        Ok(())
    }

    /// Writes what the transaction of a session has changed, and commits it in PostgreSQL.
    fn push(
        &self,
        link: &mut Link,
        (last, mut latest): (i64, Vec<i64>),
        session: Session<'_>,
    ) -> Result<(), StorageError> {
        let changes = changes::read(session)?;
        if changes.is_empty() {
            link.roll_back();
            return Ok(());
        }
        let seq = last + 1;
        for of in &changes {
            latest[usize::from(of.table)] = seq;
        }
        let numbers = changes::numbers(session)?;
        push::push(link, (self.store, self.mode), seq, (&latest, &numbers), session, &changes)?;
        changes::clear(session)?;
        meta::write_feed(session, seq)?;
        self.written.store(seq, Ordering::Release);
        link.commit().map_err(|error| {
            StorageError::Server(format!(
                "{error}; whether it was written is not known: look before it is tried again"
            ))
        })
    }
}

impl Truth for Postgres {
    fn refresh(&self) -> Result<(), StorageError> {
        let begun = self.begun.load(Ordering::Acquire);
        let mut follower = self.follower.lock().unwrap_or_else(PoisonError::into_inner);
        if follower.looked > begun {
            // Somebody else looked meanwhile, and began after this one came.
            return Ok(());
        }
        let look = self.begun.fetch_add(1, Ordering::AcqRel) + 1;
        let head = |follower: &mut Follower| {
            follower.link.query("SELECT nepenthe.head($1)", &[Type::INT4], &[&self.store])
        };
        // A connection that was lost since shows only when it is used.
        let rows = head(&mut follower).or_else(|_| head(&mut follower))?;
        let head: Option<i64> = rows.first().and_then(|row| row.get(0));
        if head.ok_or_else(is_gone)? != self.mirrored.load(Ordering::Acquire) {
            self.catch_up(&mut follower)?;
        }
        self.clean(&mut follower)?;
        follower.looked = look;
        Ok(())
    }

    fn begin(&self) -> Result<(), StorageError> {
        if self.read_only {
            let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY);
            return Err(StorageError::ReadOnly(rusqlite::Error::SqliteFailure(code, None)));
        }
        let mut writer = self.writer();
        if writer.open.take().is_some() {
            writer.link.roll_back();
        }
        let patience = i32::try_from(self.patience.as_millis()).unwrap_or(i32::MAX).max(1);
        let lock = |link: &mut Link| {
            link.begin("BEGIN")?;
            link.query(
                "SELECT seq, latest FROM nepenthe.lock($1, $2)",
                &[Type::INT4, Type::INT4],
                &[&self.store, &patience],
            )
        };
        let locked = lock(&mut writer.link).or_else(|error| {
            writer.link.roll_back();
            // A connection that was lost since shows only when it is used.
            if writer.link.is_lost() { lock(&mut writer.link) } else { Err(error) }
        });
        let begun = locked.and_then(|rows| {
            let row = rows.first().ok_or_else(is_gone)?;
            let seq = row.get::<_, Option<i64>>(0).ok_or_else(is_gone)?;
            let mut follower = self.follower.lock().unwrap_or_else(PoisonError::into_inner);
            if seq != self.mirrored.load(Ordering::Acquire) {
                self.catch_up(&mut follower)?;
            }
            Ok((seq, row.get(1)))
        });
        match begun {
            Ok(open) => writer.open = Some(open),
            Err(error) => {
                writer.link.roll_back();
                return Err(error);
            }
        }
        Ok(())
    }

    fn watch(&self, session: Session<'_>) -> Result<(), StorageError> {
        // What a loss of power takes from a mirror is brought up again.
        session.sql().execute_batch("PRAGMA synchronous = NORMAL")?;
        changes::watch(session, self.mode)
    }

    fn commit(&self, session: Session<'_>) -> Result<(), StorageError> {
        let mut writer = self.writer();
        let Some(open) = writer.open.take() else {
            return Err(StorageError::Server("a write that was not begun".into()));
        };
        let committed = self.push(&mut writer.link, open, session);
        if committed.is_err() {
            writer.link.roll_back();
        }
        committed
    }

    fn is_mirrored(&self) {
        self.mirrored.fetch_max(self.written.load(Ordering::Acquire), Ordering::AcqRel);
    }

    fn is_clear(&self) -> bool {
        self.mode == Mode::Plain
    }

    fn compact(&self, patient: bool) -> Result<bool, StorageError> {
        if self.mode == Mode::Sealed {
            return Ok(true);
        }
        if self.may_not_compact.load(Ordering::Acquire) {
            return Err(compact::refused());
        }
        match compact::compact(&self.place, patient)? {
            Compacted::Done => Ok(true),
            Compacted::Busy => Ok(false),
            Compacted::Refused => {
                self.may_not_compact.store(true, Ordering::Release);
                Err(compact::refused())
            }
        }
    }

    fn roll_back(&self) {
        let mut writer = self.writer();
        if writer.open.take().is_some() {
            writer.link.roll_back();
        }
    }
}
