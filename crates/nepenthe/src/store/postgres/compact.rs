//! What an erasure of a store in plain mode deleted is driven out of PostgreSQL's tables: they are written anew, with their indexes and
//! what lies beside them (TOAST).
//!
//! By `ALTER TABLE`, which takes over the rows that are there now and no others. `VACUUM FULL` takes over deleted rows too, as long
//! as any transaction of the database has begun before they were deleted, and does not say so.

use std::time::Duration;

use postgres::error::SqlState;

use super::link::{Link, Place, failed};
use crate::store::error::StorageError;

/// The tables that hold what is erased, each with a column that no index of theirs begins with and no view has.
pub(super) const TABLES: [(&str, &str); 6] = [
    ("nepenthe.memory", "row_seq"),
    ("nepenthe.version", "row_seq"),
    ("nepenthe.annotation", "row_seq"),
    ("nepenthe.vector", "row_seq"),
    ("nepenthe.passage", "row_seq"),
    ("nepenthe.word", "count"),
];

const EMBEDDING: (&str, &str) = ("nepenthe.embedding", "scope");

/// How long it waits for a table, while whoever wants to read that waits behind it. PostgreSQL ends a vacuum of its own after a second.
const PATIENCE: Duration = Duration::from_secs(2);

/// The same, on the way of another thing.
const IN_PASSING: Duration = Duration::from_millis(50);

const TRIES: usize = 3;

/// What came of it.
pub(super) enum Compacted {
    Done,
    /// Others were using a table.
    Busy,
    /// The role does not own the tables.
    Refused,
}

/// Writes the tables anew: each in a transaction of its own, which waits for nothing while it has a lock, so that nobody who waits for it
/// can be in its way for good.
pub(super) fn compact(place: &Place, patient: bool) -> Result<Compacted, StorageError> {
    let (tries, patience) = if patient { (TRIES, PATIENCE) } else { (1, IN_PASSING) };
    let mut link = Link::open(place)?;
    let vectors = link.has_vectors()?.then_some(EMBEDDING);
    link.run(&format!("SET lock_timeout = {}", patience.as_millis()))?;
    for (table, column) in TABLES.into_iter().chain(vectors) {
        // An expression, so that every row is made anew.
        let sql =
            format!("ALTER TABLE {table} ALTER COLUMN {column} SET DATA TYPE bigint USING {column} + 0");
        let mut tried = 0;
        while let Err(error) = link.client()?.batch_execute(&sql) {
            tried += 1;
            match error.code() {
                Some(&SqlState::LOCK_NOT_AVAILABLE) if tried < tries => std::thread::sleep(IN_PASSING),
                Some(&SqlState::LOCK_NOT_AVAILABLE) => return Ok(Compacted::Busy),
                Some(&SqlState::INSUFFICIENT_PRIVILEGE) => return Ok(Compacted::Refused),
                _ => return Err(failed(error)),
            }
        }
    }
    Ok(Compacted::Done)
}

/// What is said to a role that does not own the tables.
pub(super) fn refused() -> StorageError {
    StorageError::Server(
        "its role may not write the tables anew, which an erasure needs; `scrub` by the role that owns them finishes it"
            .into(),
    )
}
