//! The tables, in memory, by which the indexes of a store are kept up that has none in its file: SQLite's own `temp` database, which
//! belongs to one connection. Names without a database are looked for there first, so that every other statement is as it is.

use rusqlite::{Row, params};

use super::{ScopeKey, annotation, event, memory, mention, passage, posting, stored_vector, vector};
use crate::model::{MemoryId, StoreKey};
use crate::store::error::StorageError;
use crate::store::lexical::{self, Leaving};
use crate::store::session::Session;

/// Makes the tables: which versions the indexes have, with what text, up to which event, and the indexes.
pub(crate) fn create(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch(
        "PRAGMA temp.secure_delete = ON;
         CREATE TABLE temp.indexed_version (
             version INTEGER PRIMARY KEY, scope INTEGER NOT NULL, memory BLOB NOT NULL, text TEXT NOT NULL,
             mentions BLOB NOT NULL
         ) STRICT;
         CREATE INDEX temp.indexed_memory ON indexed_version (scope, memory);
         CREATE TABLE temp.indexed_until (event INTEGER NOT NULL) STRICT;
         INSERT INTO temp.indexed_until VALUES (0);",
    )?;
    mention::create_in_memory(session)?;
    posting::create_in_memory(session)?;
    passage::create_in_memory(session)?;
    vector::create_in_memory(session)
}

/// Returns the place of the log up to which the indexes are.
pub(crate) fn until(session: Session<'_>) -> Result<i64, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT event FROM temp.indexed_until")?;
    Ok(select.query_row([], |row| row.get(0))?)
}

pub(crate) fn set_until(session: Session<'_>, event: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("UPDATE temp.indexed_until SET event = ?1")?.execute([event])?;
    Ok(())
}

/// Returns the memories, with their scopes, that an event after a place in the log is about; none where `after` is 0 and so all
/// of them are meant.
pub(crate) fn changed(session: Session<'_>, after: i64) -> Result<Vec<(ScopeKey, MemoryId)>, StorageError> {
    event::changed_after(session, after)
}

/// Takes a memory out of every index.
pub(crate) fn remove(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
    dimension: usize,
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT version, text, mentions FROM temp.indexed_version WHERE scope = ?1 AND memory = ?2",
    )?;
    let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let rows = select.query_map(params![scope.0, id.as_bytes()], columns)?;
    for (version, text, mentions) in rows.collect::<Result<Vec<(i64, String, Vec<u8>)>, _>>()? {
        let words = lexical::terms(&text)?;
        let (count, terms) = (words.len(), words.into_iter().collect());
        lexical::delete(session, scope, &[Leaving { version, terms: &terms, words: count }])?;
        let digests = mentions.as_chunks().0.iter().map(|digest| (i64::from_le_bytes(*digest), version));
        mention::delete(session, scope, digests.collect())?;
        if dimension > 0 {
            vector::delete(session, scope, version)?;
            passage::delete(session, scope, version)?;
        }
        session
            .sql()
            .prepare_cached("DELETE FROM temp.indexed_version WHERE version = ?1")?
            .execute([version])?;
    }
    Ok(())
}

/// Puts a version into every index. What cannot be opened is in none.
pub(crate) fn insert(
    session: Session<'_>,
    key: &StoreKey,
    version: &memory::SealedVersion,
    dimension: usize,
) -> Result<(), StorageError> {
    let Some(text) = &version.text else { return Ok(()) };
    lexical::insert(session, version.scope, version.id, text)?;
    let annotations = annotation::of_version(session, version.id)?;
    let digests = mention::expected(key, text, annotations.as_ref());
    let entries: Vec<(i64, i64)> = digests.iter().map(|digest| (*digest, version.id)).collect();
    mention::insert_all(session, version.scope, &entries)?;
    if let Some(stored) = version.vector.as_ref().filter(|_| dimension > 0) {
        let (whole, passages) = stored_vector::split(stored, dimension);
        vector::insert(session, version.scope, version.id, whole)?;
        passage::insert(session, version.scope, version.id, passages)?;
    }
    session
        .sql()
        .prepare_cached(
            "INSERT INTO temp.indexed_version (version, scope, memory, text, mentions) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            version.id,
            version.scope.0,
            version.memory.as_bytes(),
            text,
            digests.iter().flat_map(|digest| digest.to_le_bytes()).collect::<Vec<u8>>()
        ])?;
    Ok(())
}
