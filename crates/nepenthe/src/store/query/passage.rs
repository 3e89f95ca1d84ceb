//! The table `passage`: for a version whose text is longer than the embedder reads, the vectors of its passages, a byte a
//! component. One row a version, so that erasing them is deleting a row.
//!
//! Without a database before its name: the one in memory comes first, where a store keeps its indexes there.

use rusqlite::{OptionalExtension, params};

use super::ScopeKey;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// Bytes of the number that a component of 1 stands for, which each vector begins with.
const UNIT: usize = 4;

/// Products that are summed up side by side.
const LANES: usize = 16;

/// Rounds vectors of one dimension, each to a byte a component.
pub(crate) fn round(vectors: &[f32], dimension: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(vectors.len() + UNIT * vectors.len() / dimension.max(1));
    for vector in vectors.chunks_exact(dimension.max(1)) {
        let greatest = vector.iter().fold(0.0_f32, |most, component| most.max(component.abs()));
        let unit = (greatest / 127.0).max(f32::MIN_POSITIVE);
        bytes.extend(unit.to_le_bytes());
        bytes.extend(vector.iter().flat_map(|component| ((component / unit).round() as i8).to_le_bytes()));
    }
    bytes
}

/// Puts in the passages of a version, as they are stored; no row where there are none.
pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
    vectors: &[u8],
) -> Result<(), StorageError> {
    if !vectors.is_empty() {
        session
            .sql()
            .prepare_cached("INSERT INTO passage (scope, version, vectors) VALUES (?1, ?2, ?3)")?
            .execute(params![scope.0, version, vectors])?;
    }
    Ok(())
}

/// Returns the passages of a version, as they are stored; nothing where it has none.
pub(crate) fn get(session: Session<'_>, scope: ScopeKey, version: i64) -> Result<Vec<u8>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT vectors FROM passage WHERE scope = ?1 AND version = ?2")?;
    Ok(select.query_row(params![scope.0, version], |row| row.get(0)).optional()?.unwrap_or_default())
}

pub(crate) fn delete(session: Session<'_>, scope: ScopeKey, version: i64) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("DELETE FROM passage WHERE scope = ?1 AND version = ?2")?
        .execute(params![scope.0, version])?;
    Ok(())
}

/// Deletes every row, before vectors of another embedder are put in.
pub(crate) fn clear(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute("DELETE FROM passage", [])?;
    Ok(())
}

/// Returns of each version of a scope that has passages the cosine of the one nearest to a query.
pub(crate) fn nearest(
    session: Session<'_>,
    scope: ScopeKey,
    query: &[f32],
) -> Result<Vec<(i64, f64)>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT version, vectors FROM passage WHERE scope = ?1")?;
    let mut rows = select.query([scope.0])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let bytes = row.get_ref(1)?.as_blob().map_err(StorageError::corrupt)?;
        let cosines = bytes.chunks_exact(UNIT + query.len()).map(|passage| cosine(passage, query));
        if let Some(best) = cosines.reduce(f32::max) {
            found.push((row.get(0)?, f64::from(best).clamp(-1.0, 1.0)));
        }
    }
    Ok(found)
}

/// Returns the vectors of passages as numbers.
pub(crate) fn vectors(stored: &[u8], dimension: usize) -> impl Iterator<Item = Vec<f32>> {
    stored.chunks_exact(UNIT + dimension).map(|passage| {
        let (unit, components) = passage.split_at(UNIT);
        let unit = unit.first_chunk().map_or(0.0, |unit| f32::from_le_bytes(*unit));
        components.iter().map(|component| f32::from(component.cast_signed()) * unit).collect()
    })
}

fn cosine(passage: &[u8], query: &[f32]) -> f32 {
    let Some((unit, components)) = passage.split_first_chunk::<UNIT>() else { return -1.0 };
    // Sums side by side: one after the other, each waits for the one before.
    let mut sums = [0.0_f32; LANES];
    let (pieces, rest) = components.as_chunks::<LANES>();
    let (asked_pieces, asked_rest) = query.as_chunks::<LANES>();
    for (piece, asked) in pieces.iter().zip(asked_pieces) {
        for lane in 0..LANES {
            sums[lane] += f32::from(piece[lane].cast_signed()) * asked[lane];
        }
    }
    let rest =
        rest.iter().zip(asked_rest).map(|(component, asked)| f32::from(component.cast_signed()) * asked);
    let product = sums.iter().sum::<f32>() + rest.sum::<f32>();
    product * f32::from_le_bytes(*unit)
}

/// Hands every row to `visit`: scope, version, and the vectors as they are stored.
pub(crate) fn each(
    session: Session<'_>,
    mut visit: impl FnMut(ScopeKey, i64, &[u8]) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare("SELECT scope, version, vectors FROM passage")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let vectors = row.get_ref(2)?.as_blob().map_err(StorageError::corrupt)?;
        visit(ScopeKey(row.get(0)?), row.get(1)?, vectors)?;
    }
    Ok(())
}

/// The table in memory, of a store that keeps its indexes there.
pub(crate) fn create_in_memory(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch(
        "CREATE TABLE temp.passage (
             scope INTEGER NOT NULL, version INTEGER NOT NULL, vectors BLOB NOT NULL, PRIMARY KEY (scope, version)
         ) STRICT, WITHOUT ROWID;",
    )?;
    Ok(())
}

/// Drops the table from a file that is to have no index: see [`super::mention::drop`].
pub(crate) fn drop(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch("DROP TABLE main.passage")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_takes_hardly_anything_of_a_cosine() {
        let vector: Vec<f32> = (0..384_u16).map(|n| (f32::from(n) * 0.7).sin()).collect();
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        let vector: Vec<f32> = vector.iter().map(|x| x / length).collect();
        let bytes = round(&[&vector[..], &vec![0.0; 384]].concat(), 384);
        let rounded: Vec<f32> = bytes.chunks_exact(388).map(|passage| cosine(passage, &vector)).collect();
        assert!((rounded[0] - 1.0).abs() < 1e-3 && rounded[1] == 0.0, "{rounded:?}");
    }
}
