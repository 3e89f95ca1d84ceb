//! The table `meta`: what is true of the whole file.

use nepenthe_receipt::merkle::Hash;
use rusqlite::{OptionalExtension, params};

use crate::model::{EventSeq, StoreKey, Sum};
use crate::store::error::StorageError;
use crate::store::open_options::Indexes;
use crate::store::session::Session;

const STORE_KEY: &str = "store_key";
const EMBEDDER: &str = "embedder";
const DIMENSION: &str = "dimension";
const MENTION_RULES: &str = "mention_rules";
const LOG: &str = "log";
const KEY_FILE: &str = "key_file";
const INDEXES: &str = "indexes";
const IN_MEMORY: &str = "memory";
const IN_FILE: &str = "file";
const MOVED: &str = "moved";
const BACKUPS: &str = "backups";
const CARRIED: &str = "carried";
const LOG_SUM: &str = "log_sum";
const LAST_LEAF: &str = "last_leaf";
const CLEAN: &str = "clean";
const FEED: &str = "feed";

/// Every key that a store may have.
const KEYS: [&str; 13] = [
    STORE_KEY, EMBEDDER, DIMENSION, MENTION_RULES, LOG, KEY_FILE, INDEXES, BACKUPS, CARRIED, LOG_SUM,
    LAST_LEAF, CLEAN, FEED,
];

pub(crate) fn write_store_key(session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
    write(session, STORE_KEY, key.0)
}

pub(crate) fn store_key(session: Session<'_>) -> Result<StoreKey, StorageError> {
    read(session, STORE_KEY)?.map(StoreKey).ok_or_else(|| StorageError::corrupt("it has no store key"))
}

/// Keeps the store's key sealed under the master key, and the name of the key file: the store is encrypted.
pub(crate) fn write_sealed_store_key(
    session: Session<'_>,
    wrapped: &[u8],
    key_file: &[u8; 16],
) -> Result<(), StorageError> {
    write(session, STORE_KEY, wrapped)?;
    write(session, KEY_FILE, key_file)
}

/// Returns the store's key as it lies in the file: 32 bytes, or sealed.
pub(crate) fn stored_store_key(session: Session<'_>) -> Result<Vec<u8>, StorageError> {
    read(session, STORE_KEY)?.ok_or_else(|| StorageError::corrupt("it has no store key"))
}

/// Returns the name of the key file; `None` in a store that is not encrypted.
pub(crate) fn key_file(session: Session<'_>) -> Result<Option<[u8; 16]>, StorageError> {
    read(session, KEY_FILE)
}

/// Notes where an encrypted store has its indexes.
pub(crate) fn write_indexes(session: Session<'_>, indexes: Indexes) -> Result<(), StorageError> {
    let place = match indexes {
        Indexes::InMemory => IN_MEMORY,
        Indexes::InFile => IN_FILE,
    };
    write(session, INDEXES, place)
}

/// Notes that they are in memory alone from now on: copies of the file from before have them still.
pub(crate) fn write_indexes_moved(session: Session<'_>) -> Result<(), StorageError> {
    write(session, INDEXES, MOVED)
}

/// Tells whether the file of an encrypted store ever had its indexes, so that a copy of it may have them.
pub(crate) fn had_indexes(session: Session<'_>) -> Result<bool, StorageError> {
    Ok(read::<String>(session, INDEXES)?.is_none_or(|place| place != IN_MEMORY))
}

/// Returns what is noted of that; nothing in a store that is not encrypted, or was made when nobody was asked: then they
/// are in its file.
pub(crate) fn indexes(session: Session<'_>) -> Result<Option<Indexes>, StorageError> {
    Ok(read::<String>(session, INDEXES)?.and_then(|place| match place.as_str() {
        IN_MEMORY | MOVED => Some(Indexes::InMemory),
        IN_FILE => Some(Indexes::InFile),
        _ => None,
    }))
}

/// Tells whether the store keeps its indexes in memory alone.
pub(crate) fn indexes_are_in_memory(session: Session<'_>) -> Result<bool, StorageError> {
    Ok(indexes(session)? == Some(Indexes::InMemory))
}

/// Names the log: 16 random bytes, other ones after a backup was restored.
pub(crate) fn write_log(session: Session<'_>, log: [u8; 16]) -> Result<(), StorageError> {
    write(session, LOG, log)
}

pub(crate) fn log(session: Session<'_>) -> Result<[u8; 16], StorageError> {
    read(session, LOG)?.ok_or_else(|| StorageError::corrupt("its log has no name"))
}

/// Returns the log's name as it is stored, whatever its length.
pub(crate) fn stored_log(session: Session<'_>) -> Result<Vec<u8>, StorageError> {
    read(session, LOG)?.ok_or_else(|| StorageError::corrupt("its log has no name"))
}

/// Keeps the checksum of the log's name.
pub(crate) fn write_log_sum(session: Session<'_>, sum: Sum) -> Result<(), StorageError> {
    write(session, LOG_SUM, sum)
}

pub(crate) fn log_sum(session: Session<'_>) -> Result<Option<Sum>, StorageError> {
    read(session, LOG_SUM)
}

/// Keeps the hash of an event's leaf: the event's number as 8 bytes, little-endian, and the hash.
pub(crate) fn write_last_leaf(session: Session<'_>, seq: EventSeq, leaf: Hash) -> Result<(), StorageError> {
    write(session, LAST_LEAF, [&seq.0.to_le_bytes()[..], &leaf.0].concat())
}

/// Returns the event whose leaf was kept last, and its hash. None where only libraries have written that keep none.
pub(crate) fn last_leaf(session: Session<'_>) -> Result<Option<(EventSeq, Hash)>, StorageError> {
    let Some(bytes) = read::<[u8; 40]>(session, LAST_LEAF)? else { return Ok(None) };
    let (mut seq, mut leaf) = ([0; 8], [0; 32]);
    seq.copy_from_slice(&bytes[..8]);
    leaf.copy_from_slice(&bytes[8..]);
    Ok(Some((EventSeq(i64::from_le_bytes(seq)), Hash(leaf))))
}

/// Notes that every byte of the file is in use or zero, as its schema is now; or that this is not known.
pub(crate) fn write_clean(session: Session<'_>, clean: bool) -> Result<(), StorageError> {
    let schema = if clean { schema_cookie(session)? } else { 0 };
    write(session, CLEAN, schema)
}

/// Tells whether every byte of the file was once seen to be in use or zero, and its schema has not changed since.
pub(crate) fn is_clean(session: Session<'_>) -> Result<bool, StorageError> {
    Ok(read::<i64>(session, CLEAN)? == Some(schema_cookie(session)?))
}

/// The number that SQLite counts changes of the schema with, also where the whole file is written anew; never 0 in a store.
fn schema_cookie(session: Session<'_>) -> Result<i64, StorageError> {
    Ok(session.sql().query_row("PRAGMA main.schema_version", [], |row| row.get(0))?)
}

/// Notes up to which transaction of its truth a mirror is.
#[cfg(feature = "postgres")]
pub(crate) fn write_feed(session: Session<'_>, seq: i64) -> Result<(), StorageError> {
    write(session, FEED, seq)
}

/// Returns that; `None` in a file that is no mirror.
#[cfg(feature = "postgres")]
pub(crate) fn feed(session: Session<'_>) -> Result<Option<i64>, StorageError> {
    read(session, FEED)
}

/// Makes a file by itself of a mirror.
#[cfg(feature = "postgres")]
pub(crate) fn forget_feed(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute("DELETE FROM meta WHERE key = ?1", [FEED])?;
    Ok(())
}

/// Returns the keys that are there, of those that a store may have.
pub(crate) fn keys(session: Session<'_>) -> Result<Vec<&'static str>, StorageError> {
    let mut is_there = session.sql().prepare("SELECT 1 FROM main.meta WHERE key = ?1")?;
    let mut keys = Vec::new();
    for key in KEYS {
        keys.extend(is_there.exists([key])?.then_some(key));
    }
    Ok(keys)
}

/// Counts the rows that no store has.
pub(crate) fn strangers(session: Session<'_>) -> Result<usize, StorageError> {
    let mut select = session.sql().prepare("SELECT key, value FROM main.meta")?;
    let mut rows = select.query([])?;
    let mut strangers = 0;
    while let Some(row) = rows.next()? {
        let key: String = row.get(0)?;
        let known = match key.as_str() {
            INDEXES => {
                row.get_ref(1)?.as_str().is_ok_and(|place| [IN_MEMORY, IN_FILE, MOVED].contains(&place))
            }
            key => KEYS.contains(&key),
        };
        strangers += usize::from(!known);
    }
    Ok(strangers)
}

/// Keeps the checksum of the table `backup`.
pub(crate) fn write_backups(session: Session<'_>, sum: Sum) -> Result<(), StorageError> {
    write(session, BACKUPS, sum)
}

pub(crate) fn backups(session: Session<'_>) -> Result<Option<Sum>, StorageError> {
    read(session, BACKUPS)
}

/// Keeps the checksum of the tombstones that no receipt of this log is of.
pub(crate) fn write_carried(session: Session<'_>, sum: Sum) -> Result<(), StorageError> {
    write(session, CARRIED, sum)
}

pub(crate) fn carried(session: Session<'_>) -> Result<Option<Sum>, StorageError> {
    read(session, CARRIED)
}

pub(crate) fn write_embedder(session: Session<'_>, name: &str, dimension: usize) -> Result<(), StorageError> {
    write(session, EMBEDDER, name)?;
    write(session, DIMENSION, dimension as i64)
}

/// Returns by which rules the index of mentions was made; 0 where it never was.
pub(crate) fn mention_rules(session: Session<'_>) -> Result<i64, StorageError> {
    Ok(read(session, MENTION_RULES)?.unwrap_or(0))
}

pub(crate) fn write_mention_rules(session: Session<'_>, rules: i64) -> Result<(), StorageError> {
    write(session, MENTION_RULES, rules)
}

fn write(session: Session<'_>, key: &str, value: impl rusqlite::ToSql) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached(
            "INSERT INTO meta (key, value) VALUES (?1, ?2)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )?
        .execute(params![key, value])?;
    Ok(())
}

/// Returns name and dimension of the embedder that made the store's vectors.
pub(crate) fn embedder(session: Session<'_>) -> Result<(String, usize), StorageError> {
    let name: Option<String> = read(session, EMBEDDER)?;
    let dimension: Option<i64> = read(session, DIMENSION)?;
    match (name, dimension.and_then(|dimension| usize::try_from(dimension).ok())) {
        (Some(name), Some(dimension)) => Ok((name, dimension)),
        _ => Err(StorageError::corrupt("it names no embedder")),
    }
}

fn read<T: rusqlite::types::FromSql>(session: Session<'_>, key: &str) -> Result<Option<T>, StorageError> {
    Ok(session
        .sql()
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?)
}
