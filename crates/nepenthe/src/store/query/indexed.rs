//! The tables, in memory, by which the indexes of a store are kept up that has none in its file: SQLite's own `temp` database, which
//! belongs to one connection. Names without a database are looked for there first, so that every other statement is as it is.

use rusqlite::{Connection, params};

use super::ScopeKey;
use super::{annotation, event, memory, mention, posting, vector};
use crate::model::{MemoryId, StoreKey};
use crate::store::error::StorageError;
use crate::store::lexical;

/// Makes the tables: which versions the indexes have, with what text, up to which event, and the indexes.
pub(crate) fn create(connection: &Connection, dimension: usize) -> Result<(), StorageError> {
    connection.execute_batch(
        "CREATE TABLE temp.indexed_version (
             version INTEGER PRIMARY KEY, scope INTEGER NOT NULL, memory BLOB NOT NULL, text TEXT NOT NULL
         ) STRICT;
         CREATE INDEX temp.indexed_memory ON indexed_version (scope, memory);
         CREATE TABLE temp.indexed_until (event INTEGER NOT NULL) STRICT;
         INSERT INTO temp.indexed_until VALUES (0);
         CREATE TABLE temp.mention (
             scope INTEGER NOT NULL, digest INTEGER NOT NULL, version INTEGER NOT NULL,
             PRIMARY KEY (scope, digest, version)
         ) STRICT, WITHOUT ROWID;
         CREATE INDEX temp.mention_version ON mention (version);",
    )?;
    posting::create_in_memory(connection)?;
    vector::create_in_memory(connection, dimension, vector::CHUNK_ROWS)
}

/// Returns the place of the log up to which the indexes are.
pub(crate) fn until(connection: &Connection) -> Result<i64, StorageError> {
    let mut select = connection.prepare_cached("SELECT event FROM temp.indexed_until")?;
    Ok(select.query_row([], |row| row.get(0))?)
}

pub(crate) fn set_until(connection: &Connection, event: i64) -> Result<(), StorageError> {
    connection.prepare_cached("UPDATE temp.indexed_until SET event = ?1")?.execute([event])?;
    Ok(())
}

/// Returns the memories, with their scopes, that an event after a place in the log is about; none where `after` is 0 and so all
/// of them are meant.
pub(crate) fn changed(
    connection: &Connection,
    after: i64,
) -> Result<Vec<(ScopeKey, MemoryId)>, StorageError> {
    let mut changed = Vec::new();
    for (scope, _) in super::scope::all(connection)? {
        let ids = event::memories_after(connection, scope, after)?;
        changed.extend(ids.into_iter().map(|id| (scope, id)));
    }
    Ok(changed)
}

/// Takes a memory out of every index.
pub(crate) fn remove(
    connection: &Connection,
    scope: ScopeKey,
    id: MemoryId,
    has_vectors: bool,
) -> Result<(), StorageError> {
    let mut select = connection
        .prepare_cached("SELECT version, text FROM temp.indexed_version WHERE scope = ?1 AND memory = ?2")?;
    let rows = select.query_map(params![scope.0, id.as_bytes()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (version, text) in rows.collect::<Result<Vec<(i64, String)>, _>>()? {
        lexical::delete(connection, scope, version, &text)?;
        mention::delete(connection, version)?;
        if has_vectors {
            vector::delete(connection, version)?;
        }
        connection
            .prepare_cached("DELETE FROM temp.indexed_version WHERE version = ?1")?
            .execute([version])?;
    }
    Ok(())
}

/// Puts a version into every index. What cannot be opened is in none.
pub(crate) fn insert(
    connection: &Connection,
    key: &StoreKey,
    version: &memory::SealedVersion,
    has_vectors: bool,
) -> Result<(), StorageError> {
    let Some(text) = &version.text else { return Ok(()) };
    lexical::insert(connection, version.scope, version.id, text)?;
    let annotations = annotation::of_version(connection, version.id)?;
    mention::insert(connection, version.scope, key, version.id, text, annotations.as_ref())?;
    if let Some(components) = version.vector.as_ref().filter(|_| has_vectors) {
        vector::insert_stored(connection, version.scope, version.id, components, version.visibility)?;
    }
    connection
        .prepare_cached(
            "INSERT INTO temp.indexed_version (version, scope, memory, text) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![version.id, version.scope.0, version.memory.as_bytes(), text])?;
    Ok(())
}
