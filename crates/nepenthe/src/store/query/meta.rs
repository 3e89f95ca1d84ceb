//! The table `meta`: what is true of the whole file.

use nepenthe_receipt::merkle::Hash;
use rusqlite::{Connection, OptionalExtension, params};

use crate::model::{EventSeq, StoreKey, Sum};
use crate::store::error::StorageError;

const STORE_KEY: &str = "store_key";
const EMBEDDER: &str = "embedder";
const DIMENSION: &str = "dimension";
const MENTION_RULES: &str = "mention_rules";
const LOG: &str = "log";
const KEY_FILE: &str = "key_file";
const INDEXES: &str = "indexes";
const IN_MEMORY: &str = "memory";
const BACKUPS: &str = "backups";
const CARRIED: &str = "carried";
const LOG_SUM: &str = "log_sum";
const LAST_LEAF: &str = "last_leaf";

/// Every key that a store may have.
const KEYS: [&str; 11] = [
    STORE_KEY, EMBEDDER, DIMENSION, MENTION_RULES, LOG, KEY_FILE, INDEXES, BACKUPS, CARRIED, LOG_SUM,
    LAST_LEAF,
];

pub(crate) fn write_store_key(connection: &Connection, key: &StoreKey) -> Result<(), StorageError> {
    write(connection, STORE_KEY, key.0)
}

pub(crate) fn store_key(connection: &Connection) -> Result<StoreKey, StorageError> {
    read(connection, STORE_KEY)?.map(StoreKey).ok_or_else(|| StorageError::corrupt("it has no store key"))
}

/// Keeps the store's key sealed under the master key, and the name of the key file: the store is encrypted.
pub(crate) fn write_sealed_store_key(
    connection: &Connection,
    wrapped: &[u8],
    key_file: &[u8; 16],
) -> Result<(), StorageError> {
    write(connection, STORE_KEY, wrapped)?;
    write(connection, KEY_FILE, key_file)
}

/// Returns the store's key as it lies in the file: 32 bytes, or sealed.
pub(crate) fn stored_store_key(connection: &Connection) -> Result<Vec<u8>, StorageError> {
    read(connection, STORE_KEY)?.ok_or_else(|| StorageError::corrupt("it has no store key"))
}

/// Returns the name of the key file; `None` in a store that is not encrypted.
pub(crate) fn key_file(connection: &Connection) -> Result<Option<[u8; 16]>, StorageError> {
    read(connection, KEY_FILE)
}

/// Notes that the store keeps its indexes in memory alone.
pub(crate) fn write_indexes_in_memory(connection: &Connection) -> Result<(), StorageError> {
    write(connection, INDEXES, IN_MEMORY)
}

/// Tells whether the store keeps its indexes in memory alone.
pub(crate) fn indexes_are_in_memory(connection: &Connection) -> Result<bool, StorageError> {
    Ok(read::<String>(connection, INDEXES)?.is_some_and(|place| place == IN_MEMORY))
}

/// Names the log: 16 random bytes, other ones after a backup was restored.
pub(crate) fn write_log(connection: &Connection, log: [u8; 16]) -> Result<(), StorageError> {
    write(connection, LOG, log)
}

pub(crate) fn log(connection: &Connection) -> Result<[u8; 16], StorageError> {
    read(connection, LOG)?.ok_or_else(|| StorageError::corrupt("its log has no name"))
}

/// Returns the log's name as it is stored, whatever its length.
pub(crate) fn stored_log(connection: &Connection) -> Result<Vec<u8>, StorageError> {
    read(connection, LOG)?.ok_or_else(|| StorageError::corrupt("its log has no name"))
}

/// Keeps the checksum of the log's name.
pub(crate) fn write_log_sum(connection: &Connection, sum: Sum) -> Result<(), StorageError> {
    write(connection, LOG_SUM, sum)
}

pub(crate) fn log_sum(connection: &Connection) -> Result<Option<Sum>, StorageError> {
    read(connection, LOG_SUM)
}

/// Keeps the hash of an event's leaf: the event's number as 8 bytes, little-endian, and the hash.
pub(crate) fn write_last_leaf(
    connection: &Connection,
    seq: EventSeq,
    leaf: Hash,
) -> Result<(), StorageError> {
    write(connection, LAST_LEAF, [&seq.0.to_le_bytes()[..], &leaf.0].concat())
}

/// Returns the event whose leaf was kept last, and its hash. None where only libraries have written that keep none.
pub(crate) fn last_leaf(connection: &Connection) -> Result<Option<(EventSeq, Hash)>, StorageError> {
    let Some(bytes) = read::<[u8; 40]>(connection, LAST_LEAF)? else { return Ok(None) };
    let (mut seq, mut leaf) = ([0; 8], [0; 32]);
    seq.copy_from_slice(&bytes[..8]);
    leaf.copy_from_slice(&bytes[8..]);
    Ok(Some((EventSeq(i64::from_le_bytes(seq)), Hash(leaf))))
}

/// Returns the keys that are there, of those that a store may have.
pub(crate) fn keys(connection: &Connection) -> Result<Vec<&'static str>, StorageError> {
    let mut is_there = connection.prepare("SELECT 1 FROM main.meta WHERE key = ?1")?;
    let mut keys = Vec::new();
    for key in KEYS {
        keys.extend(is_there.exists([key])?.then_some(key));
    }
    Ok(keys)
}

/// Counts the rows that no store has.
pub(crate) fn strangers(connection: &Connection) -> Result<usize, StorageError> {
    let mut select = connection.prepare("SELECT key, value FROM main.meta")?;
    let mut rows = select.query([])?;
    let mut strangers = 0;
    while let Some(row) = rows.next()? {
        let key: String = row.get(0)?;
        let known = match key.as_str() {
            INDEXES => row.get_ref(1)?.as_str() == Ok(IN_MEMORY),
            key => KEYS.contains(&key),
        };
        strangers += usize::from(!known);
    }
    Ok(strangers)
}

/// Keeps the checksum of the table `backup`.
pub(crate) fn write_backups(connection: &Connection, sum: Sum) -> Result<(), StorageError> {
    write(connection, BACKUPS, sum)
}

pub(crate) fn backups(connection: &Connection) -> Result<Option<Sum>, StorageError> {
    read(connection, BACKUPS)
}

/// Keeps the checksum of the tombstones that no receipt of this log is of.
pub(crate) fn write_carried(connection: &Connection, sum: Sum) -> Result<(), StorageError> {
    write(connection, CARRIED, sum)
}

pub(crate) fn carried(connection: &Connection) -> Result<Option<Sum>, StorageError> {
    read(connection, CARRIED)
}

pub(crate) fn write_embedder(
    connection: &Connection,
    name: &str,
    dimension: usize,
) -> Result<(), StorageError> {
    write(connection, EMBEDDER, name)?;
    write(connection, DIMENSION, dimension as i64)
}

/// Returns by which rules the index of mentions was made; 0 where it never was.
pub(crate) fn mention_rules(connection: &Connection) -> Result<i64, StorageError> {
    Ok(read(connection, MENTION_RULES)?.unwrap_or(0))
}

pub(crate) fn write_mention_rules(connection: &Connection, rules: i64) -> Result<(), StorageError> {
    write(connection, MENTION_RULES, rules)
}

fn write(connection: &Connection, key: &str, value: impl rusqlite::ToSql) -> Result<(), StorageError> {
    connection
        .prepare_cached(
            "INSERT INTO meta (key, value) VALUES (?1, ?2)
             ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        )?
        .execute(params![key, value])?;
    Ok(())
}

/// Returns name and dimension of the embedder that made the store's vectors.
pub(crate) fn embedder(connection: &Connection) -> Result<(String, usize), StorageError> {
    let name: Option<String> = read(connection, EMBEDDER)?;
    let dimension: Option<i64> = read(connection, DIMENSION)?;
    match (name, dimension.and_then(|dimension| usize::try_from(dimension).ok())) {
        (Some(name), Some(dimension)) => Ok((name, dimension)),
        _ => Err(StorageError::corrupt("it names no embedder")),
    }
}

fn read<T: rusqlite::types::FromSql>(connection: &Connection, key: &str) -> Result<Option<T>, StorageError> {
    Ok(connection
        .prepare_cached("SELECT value FROM meta WHERE key = ?1")?
        .query_row([key], |row| row.get(0))
        .optional()?)
}
