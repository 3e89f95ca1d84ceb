//! The table `backup`: which copies of the store were made, and until when they are kept.

use jiff::Timestamp;
use rusqlite::params;

use super::time::{self, micros};
use super::{carry, meta};
use crate::model::{StoreKey, Sum, Summed};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Notes that a backup was made of the log's first `tree_size` events.
pub(crate) fn insert(
    session: Session<'_>,
    key: &StoreKey,
    at: Timestamp,
    expires: Option<Timestamp>,
    tree_size: u64,
) -> Result<(), StorageError> {
    let size = i64::try_from(tree_size).map_err(StorageError::corrupt)?;
    session
        .sql()
        .prepare_cached("INSERT INTO backup (at, expires_at, tree_size) VALUES (?1, ?2, ?3)")?
        .execute(params![micros(at), expires.map(micros), size])?;
    sum_up(session, key)
}

/// Brings the checksum of the table up to what stands in it.
pub(crate) fn sum_up(session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
    meta::write_backups(session, sum(session, key)?)
}

/// Returns the checksum of the rows as they stand, in their order: for each its time, its expiry (the smallest number where there is
/// none) and its size, 8 bytes each, little-endian.
pub(crate) fn sum(session: Session<'_>, key: &StoreKey) -> Result<Sum, StorageError> {
    let rows = carry::backups(session)?.into_iter();
    let numbers = rows.flat_map(|(at, expires, size)| [at, expires.unwrap_or(i64::MIN), size]);
    Ok(key.sum(Summed::Backups, &numbers.flat_map(i64::to_le_bytes).collect::<Vec<u8>>()))
}

/// Counts the backups that may still be there at a time, and tells when the last of them expires (`None` where one never
/// does, or where there is none).
pub(crate) fn kept(session: Session<'_>, at: Timestamp) -> Result<(u64, Option<Timestamp>), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT count(*), CASE WHEN count(*) = count(expires_at) THEN max(expires_at) END
         FROM backup WHERE expires_at IS NULL OR expires_at > ?1",
    )?;
    let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, time::read_opt(row, 1)?));
    let (count, latest) = select.query_row([micros(at)], row)?;
    Ok((u64::try_from(count).map_err(StorageError::corrupt)?, latest))
}
