//! Times as stored: whole microseconds since the Unix epoch, UTC.

use jiff::Timestamp;
use rusqlite::Row;
use rusqlite::types::Type;

/// Encodes a time. One of the last second that there is has its beginning: what is behind that could not be read back.
pub(in crate::store) fn micros(time: Timestamp) -> i64 {
    time.as_microsecond().min(last())
}

/// What a time is once it is stored and read back.
pub(crate) fn as_stored(time: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(micros(time)).unwrap_or(time)
}

/// The last time that can be stored.
fn last() -> i64 {
    Timestamp::MAX.as_second() * 1_000_000
}

/// Decodes the time in a column.
pub(super) fn read(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    decode(row.get(column)?, column)
}

/// Decodes the time in a column that may be null.
pub(super) fn read_opt(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Timestamp>> {
    row.get::<_, Option<i64>>(column)?.map(|micros| decode(micros, column)).transpose()
}

fn decode(micros: i64, column: usize) -> rusqlite::Result<Timestamp> {
    Timestamp::from_microsecond(micros.min(last()))
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, Box::new(error)))
}
