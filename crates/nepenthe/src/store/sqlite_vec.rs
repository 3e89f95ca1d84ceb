//! The vectors of a file older than format 10: in the tables of sqlite-vec, 32-bit floats, many of a scope in one row. They are put
//! into the table `vector`, without sqlite-vec.

use super::error::StorageError;
use super::query::{ScopeKey, memory, meta, passage, row_sum, stored_vector, vector};
use super::sealing::{Sealed, Sealer};
use super::session::Session;
use crate::model::StoreKey;

/// sqlite-vec's own tables.
const TABLES: [&str; 6] = [
    "version_vec_info", "version_vec_rowids", "version_vec_chunks", "version_vec_vector_chunks00",
    "version_vec_metadatachunks00", "version_vec_metadatachunks01",
];

/// Versions read at a time.
const BATCH: usize = 512;

/// Puts the vectors into `vector`, rounded, or seals them so where no index is in the file. `summed` says whether the versions have
/// checksums: one that was right is right again, and one that was not stays wrong.
pub(super) fn convert(
    session: Session<'_>,
    key: &StoreKey,
    sealer: Option<&Sealer>,
    summed: bool,
) -> Result<(), StorageError> {
    let (_, dimension) = meta::embedder(session)?;
    if meta::indexes_are_in_memory(session)? {
        return match sealer {
            Some(sealer) if dimension > 0 => seal_again(session, sealer, dimension),
            _ => Ok(()),
        };
    }
    if dimension > 0 {
        each(session, dimension, |scope, version, bytes| {
            let floats: Vec<f32> =
                bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            let stored = stored_vector::encode(&floats);
            vector::insert(session, scope, version, &stored)?;
            if summed {
                let passages = passage::get(session, scope, version)?;
                let sum =
                    |vector: &[u8]| row_sum::of_version(session, key, version, &[vector, &passages].concat());
                row_sum::exchange_version(session, version, sum(bytes)?, sum(&stored)?)?;
            }
            Ok(())
        })?;
        drop(session)?;
    }
    Ok(())
}

/// Hands every vector to `visit` with its scope and version.
fn each(
    session: Session<'_>,
    dimension: usize,
    mut visit: impl FnMut(ScopeKey, i64, &[u8]) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare(
        "SELECT c.partition00, c.validity, c.rowids, v.vectors
         FROM version_vec_chunks c JOIN version_vec_vector_chunks00 v ON v.rowid = c.chunk_id
         ORDER BY c.partition00, c.chunk_id",
    )?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let scope = ScopeKey(row.get(0)?);
        let blob = |column| row.get_ref(column)?.as_blob().map_err(StorageError::corrupt);
        let (taken, versions, vectors) = (blob(1)?, blob(2)?, blob(3)?);
        let versions = versions.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes));
        for (at, (version, vector)) in versions.zip(vectors.chunks_exact(4 * dimension)).enumerate() {
            if taken.get(at / 8).is_some_and(|byte| byte >> (at % 8) & 1 == 1) {
                visit(scope, version, vector)?;
            }
        }
    }
    Ok(())
}

/// Drops sqlite-vec's tables. Its own is a name in the schema alone, which only sqlite-vec could drop.
fn drop(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch(
        "PRAGMA writable_schema = ON;
         DELETE FROM sqlite_schema WHERE name = 'version_vec' AND type = 'table';
         PRAGMA writable_schema = RESET;",
    )?;
    for table in TABLES {
        session.sql().execute_batch(&format!("DROP TABLE IF EXISTS {table}"))?;
    }
    Ok(())
}

/// Opens each vector that is sealed, and seals it as it is stored now. What cannot be opened stays as it is.
fn seal_again(session: Session<'_>, sealer: &Sealer, dimension: usize) -> Result<(), StorageError> {
    let mut after = 0;
    loop {
        let batch = memory::sealed_versions(session, after, BATCH)?;
        let Some(end) = batch.last() else { return Ok(()) };
        after = end.id;
        for version in &batch {
            let by = memory::key_of_version(session, version.id)?;
            let (Some(vectors), Some(by)) = (&version.vector, by) else { continue };
            let (whole, passages) = vectors.split_at((4 * dimension).min(vectors.len()));
            let floats: Vec<f32> =
                whole.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
            let stored = [&stored_vector::encode(&floats), passages].concat();
            let sealed = sealer.seal(by, version.memory, Sealed::Vector(version.id), &stored)?;
            memory::set_sealed_vector(session, version.id, Some(&sealed))?;
        }
    }
}
