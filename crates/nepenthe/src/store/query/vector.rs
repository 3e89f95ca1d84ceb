//! The vector index: one sqlite-vec table, partitioned by scope, a row for every version.

use std::collections::HashMap;

use rusqlite::types::Value;
use rusqlite::{MAIN_DB, OptionalExtension, TEMP_DB, params};

use super::time::micros;
use super::view::{View, Visibility};
use super::{ScopeKey, passage};
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Vectors of one scope that lie together, in a file. Small, since each scope pays for at least one such chunk
/// (64 x 384 floats are 96 KiB); larger ones scan faster (docs/decisions/0004).
pub(crate) const CHUNK_ROWS: usize = 64;

/// The same in memory, where stores are small and many are made: an empty chunk has to be filled with zeros.
pub(crate) const CHUNK_ROWS_IN_MEMORY: usize = 16;

/// The most neighbours that sqlite-vec gives at once.
pub(crate) const MAX_NEIGHBOURS: usize = 4096;

/// Makes the index for vectors of a dimension; none for 0.
pub(crate) fn create(session: Session<'_>, dimension: usize, chunk_rows: usize) -> Result<(), StorageError> {
    create_in(session, "", dimension, chunk_rows)
}

/// Makes the index in memory, where the store's file has none.
pub(crate) fn create_in_memory(
    session: Session<'_>,
    dimension: usize,
    chunk_rows: usize,
) -> Result<(), StorageError> {
    create_in(session, "temp.", dimension, chunk_rows)
}

fn create_in(
    session: Session<'_>,
    database: &str,
    dimension: usize,
    chunk_rows: usize,
) -> Result<(), StorageError> {
    if dimension > 0 {
        session.sql().execute_batch(&format!(
            "CREATE VIRTUAL TABLE {database}version_vec USING vec0 (
                 scope INTEGER PARTITION KEY, live BOOLEAN, expires_at INTEGER,
                 embedding FLOAT[{dimension}], chunk_size = {chunk_rows}
             );"
        ))?;
    }
    Ok(())
}

/// How many vectors lie together in this file: as in memory, where it is a copy of a store that was made there.
pub(crate) fn chunk_rows(session: Session<'_>) -> Result<usize, StorageError> {
    let declared = format!("%chunk_size = {CHUNK_ROWS_IN_MEMORY}\n%");
    let mut select = session.sql().prepare_cached(
        "SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name = 'version_vec' AND sql LIKE ?1)",
    )?;
    let as_in_memory = select.query_row([declared], |row| row.get(0))?;
    Ok(if as_in_memory { CHUNK_ROWS_IN_MEMORY } else { CHUNK_ROWS })
}

/// What sqlite-vec says of itself in the file, in order: rows that it writes with the index and never again.
pub(crate) fn info(session: Session<'_>) -> Result<Vec<(Value, Value)>, StorageError> {
    let mut select =
        session.sql().prepare("SELECT key, value FROM main.version_vec_info ORDER BY key, value")?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts the rows beside the vectors that hold something where the index keeps nothing, or no number where it does.
pub(crate) fn strangers(session: Session<'_>) -> Result<i64, StorageError> {
    Ok(session.sql().query_row(
        "SELECT (SELECT count(*) FROM main.version_vec_rowids WHERE id IS NOT NULL
                     OR typeof(chunk_id) NOT IN ('integer', 'null') OR typeof(chunk_offset) NOT IN ('integer', 'null'))
              + (SELECT count(*) FROM main.version_vec_chunks
                 WHERE typeof(size) <> 'integer' OR typeof(sequence_id) NOT IN ('integer', 'null'))",
        [],
        |row| row.get(0),
    )?)
}

/// Drops the index, before one of another dimension is made.
pub(crate) fn drop(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch("DROP TABLE IF EXISTS version_vec")?;
    Ok(())
}

/// Puts in a vector as it is stored.
pub(crate) fn insert_stored(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
    vector: &[u8],
    visibility: Visibility,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached(
            "INSERT INTO version_vec (rowid, scope, live, expires_at, embedding) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![version, scope.0, visibility.live, expiry(visibility.expires), vector])?;
    Ok(())
}

pub(crate) fn set_live(session: Session<'_>, version: i64, live: bool) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE version_vec SET live = ?2 WHERE rowid = ?1")?
        .execute(params![version, live])?;
    Ok(())
}

pub(crate) fn delete(session: Session<'_>, version: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("DELETE FROM version_vec WHERE rowid = ?1")?.execute([version])?;
    Ok(())
}

/// Deletes a version's vector as sqlite-vec did before 0.1.9: its bytes stay in their chunk.
pub(crate) fn delete_leaving_bytes(session: Session<'_>, version: i64) -> Result<(), StorageError> {
    let place = session
        .sql()
        .prepare_cached("SELECT chunk_id, chunk_offset FROM version_vec_rowids WHERE rowid = ?1")?
        .query_row([version], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
        .optional()?;
    let vector = get(session, version)?;
    delete(session, version)?;
    if let (Some((chunk, offset)), Some(vector)) = (place, vector) {
        let begin = offset * vector.len() as i64;
        session.sql()
            .prepare_cached(
                "UPDATE version_vec_vector_chunks00
                 SET vectors = CAST(substr(vectors, 1, ?2) || ?3 || substr(vectors, ?4) AS BLOB) WHERE rowid = ?1",
            )?
            .execute(params![chunk, begin, vector, begin + vector.len() as i64 + 1])?;
    }
    Ok(())
}

/// Returns a version's vector, as it is stored.
pub(crate) fn get(session: Session<'_>, version: i64) -> Result<Option<Vec<u8>>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT embedding FROM version_vec WHERE rowid = ?1")?;
    Ok(select.query_row([version], |row| row.get(0)).optional()?)
}

/// Returns up to `k` versions with their L2 distance from the query, nearest first, ties by version.
pub(crate) fn nearest(
    session: Session<'_>,
    view: &View,
    query: &[f32],
    k: usize,
) -> Result<Vec<(i64, f64)>, StorageError> {
    let query = bytes(query);
    let pair = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let mut found: Vec<(i64, f64)> = if k > MAX_NEIGHBOURS {
        let mut select = session.sql().prepare_cached(
            "SELECT rowid, vec_distance_L2(embedding, ?1) FROM version_vec WHERE scope = ?2",
        )?;
        let rows = select.query_map(params![query, view.scope.0], pair)?;
        rows.collect::<Result<_, _>>()?
    } else if view.is_live_now() {
        let mut select = session.sql().prepare_cached(
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
        let mut select = session.sql().prepare_cached(&sql)?;
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

/// Reads the vectors of a scope, one after the other, as they lie in the index: version and components.
pub(crate) fn each(
    session: Session<'_>,
    scope: ScopeKey,
    mut visit: impl FnMut(i64, &[f32]),
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT c.validity, c.rowids, c.size, v.vectors
         FROM version_vec_chunks c JOIN version_vec_vector_chunks00 v ON v.rowid = c.chunk_id
         WHERE c.partition00 = ?1 ORDER BY c.chunk_id",
    )?;
    let mut rows = select.query([scope.0])?;
    let mut components: Vec<f32> = Vec::new();
    while let Some(row) = rows.next()? {
        let blob = |column| row.get_ref(column)?.as_blob().map_err(StorageError::corrupt);
        let (taken, versions, vectors) = (blob(0)?, blob(1)?, blob(3)?);
        let size = usize::try_from(row.get::<_, i64>(2)?).unwrap_or(0).max(1);
        let places = vectors.chunks_exact((vectors.len() / size).max(1)).enumerate();
        for (at, vector) in places.filter(|(at, _)| bit(taken, *at)) {
            components.clear();
            components.extend(floats(vector));
            visit(number(versions, at).unwrap_or(0), &components);
        }
    }
    Ok(())
}

/// Reads the vectors of some versions, in any order; those that have none are left out.
///
/// Straight from sqlite-vec's own tables: it takes ten times as long to look one up by row.
pub(crate) fn read(
    session: Session<'_>,
    versions: impl Iterator<Item = i64>,
    dimension: usize,
    mut visit: impl FnMut(i64, &[f32]),
) -> Result<(), StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT chunk_id, chunk_offset FROM version_vec_rowids WHERE rowid = ?1")?;
    let mut places: Vec<(i64, usize, i64)> = Vec::new();
    for version in versions {
        let place = select.query_row([version], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?))).optional()?;
        places.extend(place.map(|(chunk, at)| (chunk, usize::try_from(at).unwrap_or(0), version)));
    }
    places.sort_unstable();
    let Some((first, ..)) = places.first() else { return Ok(()) };
    let mut opened = *first;
    let in_memory = session
        .sql()
        .prepare_cached("SELECT 1 FROM sqlite_temp_schema WHERE name = 'version_vec_vector_chunks00'")?
        .exists([])?;
    let database = if in_memory { TEMP_DB } else { MAIN_DB };
    let mut chunk =
        session.sql().blob_open(database, c"version_vec_vector_chunks00", c"vectors", opened, true)?;
    let mut bytes = vec![0; 4 * dimension];
    let mut components: Vec<f32> = Vec::with_capacity(dimension);
    for (number, at, version) in places {
        if number != opened {
            chunk.reopen(number)?;
            opened = number;
        }
        chunk.read_at_exact(&mut bytes, at * 4 * dimension)?;
        components.clear();
        components.extend(floats(&bytes));
        visit(version, &components);
    }
    Ok(())
}

/// What a search of the index can reach. A look-up by row would not do: it goes by another of sqlite-vec's tables, and
/// finds vectors that a search no longer sees.
pub(crate) struct Reachable {
    /// Each version with the scope that a search finds it in and what the index holds beside its vector.
    pub(crate) versions: HashMap<i64, (ScopeKey, Visibility)>,
    /// Places of the index that are taken by nothing, or whose vectors have another length than they should.
    pub(crate) strays: usize,
}

/// Reads sqlite-vec's own tables: in each chunk the bits that say which places are taken, the rows in them, and beside
/// them the bits of `live`, the numbers of `expires_at`, and the vectors.
pub(crate) fn reachable(session: Session<'_>, dimension: usize) -> Result<Reachable, StorageError> {
    let mut select = session.sql().prepare(
        "SELECT c.chunk_id, c.partition00, c.validity, c.rowids, l.data, e.data,
                length(v.vectors) = 4 * ?1 * c.size
         FROM version_vec_chunks c
         LEFT JOIN version_vec_metadatachunks00 l ON l.rowid = c.chunk_id
         LEFT JOIN version_vec_metadatachunks01 e ON e.rowid = c.chunk_id
         LEFT JOIN version_vec_vector_chunks00 v ON v.rowid = c.chunk_id
         ORDER BY c.chunk_id",
    )?;
    let mut place = session.sql().prepare(
        "SELECT 1 FROM version_vec_rowids WHERE rowid = ?1 AND chunk_id = ?2 AND chunk_offset = ?3",
    )?;
    let mut found = Reachable { versions: HashMap::new(), strays: 0 };

    let mut rows = select.query([dimension as i64])?;
    while let Some(row) = rows.next()? {
        let (chunk, scope): (i64, i64) = (row.get(0)?, row.get(1)?);
        let (taken, numbers): (Vec<u8>, Vec<u8>) = (row.get(2)?, row.get(3)?);
        let (live, expires): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.get(4)?, row.get(5)?);
        let (live, expires) = (live.unwrap_or_default(), expires.unwrap_or_default());
        let vectors_are_whole = row.get::<_, Option<bool>>(6)? == Some(true);
        for offset in (0..taken.len() * 8).filter(|offset| bit(&taken, *offset)) {
            let version = number(&numbers, offset).unwrap_or(0);
            let expires = number(&expires, offset).map(expiry_of).transpose()?;
            match expires {
                Some(expires)
                    if vectors_are_whole && place.exists(params![version, chunk, offset as i64])? =>
                {
                    let visibility = Visibility { live: bit(&live, offset), expires };
                    found.versions.insert(version, (ScopeKey(scope), visibility));
                }
                _ => found.strays += 1,
            }
        }
    }
    Ok(found)
}

/// Counts the vectors that the index knows of.
pub(crate) fn count(session: Session<'_>) -> Result<usize, StorageError> {
    let count: i64 =
        session.sql().query_row("SELECT count(*) FROM version_vec_rowids", [], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// sqlite-vec's columns beside a vector hold no null: never is the largest number.
fn expiry(expires: Option<jiff::Timestamp>) -> i64 {
    expires.map_or(i64::MAX, micros)
}

fn expiry_of(stored: i64) -> Result<Option<jiff::Timestamp>, StorageError> {
    match stored {
        i64::MAX => Ok(None),
        at => jiff::Timestamp::from_microsecond(at).map(Some).map_err(StorageError::corrupt),
    }
}

/// A bit of one of sqlite-vec's bitmaps.
fn bit(bits: &[u8], at: usize) -> bool {
    bits.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1)
}

/// A number of one of sqlite-vec's lists of 64-bit integers.
fn number(bytes: &[u8], at: usize) -> Option<i64> {
    bytes.as_chunks().0.get(at).map(|bytes| i64::from_le_bytes(*bytes))
}

fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes))
}

/// What a store keeps of an embedding: the vector of the whole text, as sqlite-vec stores it, and behind it those of the passages.
pub(crate) fn stored(embedding: &[f32], dimension: usize) -> Vec<u8> {
    let (whole, passages) = embedding.split_at(dimension.min(embedding.len()));
    let mut stored = bytes(whole);
    stored.extend(passage::round(passages, dimension));
    stored
}

/// The same in its two parts.
pub(crate) fn split(stored: &[u8], dimension: usize) -> (&[u8], &[u8]) {
    stored.split_at((4 * dimension).min(stored.len()))
}

/// A vector as sqlite-vec stores it: f32, little-endian.
pub(crate) fn bytes(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|component| component.to_le_bytes()).collect()
}
