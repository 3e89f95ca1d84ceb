//! The vector index: one sqlite-vec table, partitioned by scope, a row for every version.

use rusqlite::{Connection, params};

use super::ScopeKey;
use super::time::micros;
use super::visible::View;
use crate::store::error::StorageError;

/// Vectors of one scope that lie together. Small, since each scope pays for at least one such chunk
/// (64 x 384 floats are 96 KiB); larger ones scan faster (docs/decisions/0004).
const CHUNK_ROWS: usize = 64;

/// The most neighbours that sqlite-vec gives at once.
const MAX_NEIGHBOURS: usize = 4096;

/// What the index holds beside a vector, so that neighbours are sought among the live rows alone.
/// Must always agree with the memory's row: `check` compares them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Visibility {
    /// The version is current and its memory's depth is over 0.
    pub(crate) live: bool,
    /// When it expires.
    pub(crate) expires: Option<jiff::Timestamp>,
}

/// Makes the index for vectors of a dimension; none for 0.
pub(crate) fn create(connection: &Connection, dimension: usize) -> Result<(), StorageError> {
    if dimension > 0 {
        connection.execute_batch(&format!(
            "CREATE VIRTUAL TABLE version_vec USING vec0 (
                 scope INTEGER PARTITION KEY, live BOOLEAN, expires_at INTEGER,
                 embedding FLOAT[{dimension}], chunk_size = {CHUNK_ROWS}
             );"
        ))?;
    }
    Ok(())
}

/// Drops the index, before one of another dimension is made.
pub(crate) fn drop(connection: &Connection) -> Result<(), StorageError> {
    connection.execute_batch("DROP TABLE IF EXISTS version_vec")?;
    Ok(())
}

pub(crate) fn insert(
    connection: &Connection,
    scope: ScopeKey,
    version: i64,
    vector: &[f32],
    visibility: Visibility,
) -> Result<(), StorageError> {
    connection
        .prepare_cached(
            "INSERT INTO version_vec (rowid, scope, live, expires_at, embedding) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![version, scope.0, visibility.live, expiry(visibility.expires), bytes(vector)])?;
    Ok(())
}

pub(crate) fn set_live(connection: &Connection, version: i64, live: bool) -> Result<(), StorageError> {
    connection
        .prepare_cached("UPDATE version_vec SET live = ?2 WHERE rowid = ?1")?
        .execute(params![version, live])?;
    Ok(())
}

pub(crate) fn delete(connection: &Connection, version: i64) -> Result<(), StorageError> {
    connection.prepare_cached("DELETE FROM version_vec WHERE rowid = ?1")?.execute([version])?;
    Ok(())
}

/// Returns up to `k` versions with their L2 distance from the query, nearest first, ties by version.
pub(crate) fn nearest(
    connection: &Connection,
    view: &View,
    query: &[f32],
    k: usize,
) -> Result<Vec<(i64, f64)>, StorageError> {
    let query = bytes(query);
    let pair = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let mut found: Vec<(i64, f64)> = if k > MAX_NEIGHBOURS {
        let mut select = connection.prepare_cached(
            "SELECT rowid, vec_distance_L2(embedding, ?1) FROM version_vec WHERE scope = ?2",
        )?;
        let rows = select.query_map(params![query, view.scope.0], pair)?;
        rows.collect::<Result<_, _>>()?
    } else if view.is_live_now() {
        let mut select = connection.prepare_cached(
            "SELECT rowid, distance FROM version_vec
             WHERE embedding MATCH ?1 AND k = ?2 AND scope = ?3 AND live = 1 AND expires_at > ?4",
        )?;
        let rows = select.query_map(params![query, k as i64, view.scope.0, micros(view.at)], pair)?;
        rows.collect::<Result<_, _>>()?
    } else {
        let sql = format!(
            "SELECT rowid, distance FROM version_vec
             WHERE embedding MATCH :query AND k = :k AND scope = :scope AND rowid IN ({})",
            view.version_ids_sql()
        );
        let mut select = connection.prepare_cached(&sql)?;
        let rows = select.query_map(
            rusqlite::named_params! {
                ":query": query, ":k": k as i64, ":scope": view.scope.0, ":at": micros(view.at)
            },
            pair,
        )?;
        rows.collect::<Result<_, _>>()?
    };
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    Ok(found)
}

/// Counts the vectors, for the integrity check.
pub(crate) fn count(connection: &Connection) -> Result<i64, StorageError> {
    Ok(connection.query_row("SELECT count(*) FROM version_vec", [], |row| row.get(0))?)
}

/// Reads what the index holds beside a vector, and its dimension; `None` where the version has none.
pub(crate) fn entry(
    connection: &Connection,
    version: i64,
) -> Result<Option<(ScopeKey, Visibility, usize)>, StorageError> {
    let mut select = connection.prepare_cached(
        "SELECT scope, live, expires_at, vec_length(embedding) FROM version_vec WHERE rowid = ?1",
    )?;
    let mut rows = select.query([version])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let expires = match row.get(2)? {
        i64::MAX => None,
        at => Some(jiff::Timestamp::from_microsecond(at).map_err(StorageError::corrupt)?),
    };
    let dimension = usize::try_from(row.get::<_, i64>(3)?).unwrap_or(0);
    Ok(Some((ScopeKey(row.get(0)?), Visibility { live: row.get(1)?, expires }, dimension)))
}

/// sqlite-vec's columns beside a vector hold no null: never is the largest number.
fn expiry(expires: Option<jiff::Timestamp>) -> i64 {
    expires.map_or(i64::MAX, micros)
}

/// A vector as sqlite-vec stores it: f32, little-endian.
fn bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| component.to_le_bytes()).collect()
}
