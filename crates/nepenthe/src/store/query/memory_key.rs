//! The tables of the key file, `key_file`, `scope_key` and `memory_key`: keys, each sealed under the one above it.

use rusqlite::{OptionalExtension, params};

use super::ScopeKey;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// `NepK` in ASCII, in SQLite's `application_id`: the mark of our key files.
const APPLICATION_ID: i64 = 0x4e65_704b;

/// Tells whether the file is empty, so that it may be made a key file.
pub(crate) fn is_empty(session: Session<'_>) -> Result<bool, StorageError> {
    let objects: i64 = session.sql().query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(objects == 0)
}

/// Tells whether the file has something in it that is not ours.
pub(crate) fn is_strange(session: Session<'_>) -> rusqlite::Result<bool> {
    let select = "SELECT (SELECT application_id FROM pragma_application_id) <> ?1 AND EXISTS (SELECT 1 FROM sqlite_schema)";
    session.sql().query_row(select, [APPLICATION_ID], |row| row.get(0))
}

/// Tells whether the file has keys, or scopes'.
pub(crate) fn is_used(session: Session<'_>) -> Result<bool, StorageError> {
    let select = "SELECT EXISTS (SELECT 1 FROM scope_key) OR EXISTS (SELECT 1 FROM memory_key)";
    Ok(session.sql().query_row(select, [], |row| row.get(0))?)
}

/// Makes the tables, and names the file.
pub(crate) fn create(session: Session<'_>, name: &[u8; 16]) -> Result<(), StorageError> {
    session.sql().execute_batch(include_str!("../migrations/keys.sql"))?;
    session
        .sql()
        .execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1"))?;
    session.sql().execute("INSERT INTO key_file (name) VALUES (?1)", [name])?;
    Ok(())
}

/// Returns the file's name; `None` where it is no key file that this library knows.
pub(crate) fn name(session: Session<'_>) -> Result<Option<[u8; 16]>, StorageError> {
    let number =
        |pragma: &str| session.sql().query_row(&format!("PRAGMA {pragma}"), [], |row| row.get::<_, i64>(0));
    if (number("application_id")?, number("user_version")?) != (APPLICATION_ID, 1) {
        return Ok(None);
    }
    Ok(session.sql().query_row("SELECT name FROM key_file", [], |row| row.get(0)).optional()?)
}

pub(crate) fn scope_key(session: Session<'_>, scope: ScopeKey) -> Result<Option<Vec<u8>>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT wrapped FROM scope_key WHERE scope = ?1")?;
    Ok(select.query_row([scope.0], |row| row.get(0)).optional()?)
}

pub(crate) fn insert_scope_key(
    session: Session<'_>,
    scope: ScopeKey,
    wrapped: &[u8],
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("INSERT INTO scope_key (scope, wrapped) VALUES (?1, ?2)")?
        .execute(params![scope.0, wrapped])?;
    Ok(())
}

/// Returns the number that the next key gets. Holds until the end of the write transaction; no number comes twice.
pub(crate) fn next(session: Session<'_>) -> Result<i64, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'memory_key'), 0) + 1",
    )?;
    Ok(select.query_row([], |row| row.get(0))?)
}

pub(crate) fn insert(
    session: Session<'_>,
    id: i64,
    scope: ScopeKey,
    wrapped: &[u8],
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("INSERT INTO memory_key (id, scope, wrapped) VALUES (?1, ?2, ?3)")?
        .execute(params![id, scope.0, wrapped])?;
    Ok(())
}

/// Returns a memory's key as it is wrapped, and whose scope's key opens it.
pub(crate) fn get(session: Session<'_>, id: i64) -> Result<Option<(ScopeKey, Vec<u8>)>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT scope, wrapped FROM memory_key WHERE id = ?1")?;
    Ok(select.query_row([id], |row| Ok((ScopeKey(row.get(0)?), row.get(1)?))).optional()?)
}

pub(crate) fn delete(session: Session<'_>, id: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("DELETE FROM memory_key WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// Returns the numbers of all keys, in order.
pub(crate) fn all(session: Session<'_>) -> Result<Vec<i64>, StorageError> {
    let mut select = session.sql().prepare_cached("SELECT id FROM memory_key ORDER BY id")?;
    Ok(select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
}

/// A key that one key file takes over from another: its number, its scope, and as it is wrapped.
type Row = (i64, i64, Vec<u8>);

/// Takes over what another key file of the same name has and this one has not. `false` where the two have different keys under
/// one number, or for one scope; what was taken over is to be rolled back then.
pub(crate) fn take_over(session: Session<'_>, other: Session<'_>) -> Result<bool, StorageError> {
    let mut select = other.sql().prepare("SELECT scope, wrapped FROM scope_key")?;
    let rows = select.query_map([], |row| Ok((ScopeKey(row.get(0)?), row.get::<_, Vec<u8>>(1)?)))?;
    for row in rows {
        let (scope, wrapped) = row?;
        match scope_key(session, scope)? {
            None => insert_scope_key(session, scope, &wrapped)?,
            Some(there) if there == wrapped => {}
            Some(_) => return Ok(false),
        }
    }
    let mut select = other.sql().prepare("SELECT id, scope, wrapped FROM memory_key ORDER BY id")?;
    for row in select.query_map([], |row| Ok::<Row, _>((row.get(0)?, row.get(1)?, row.get(2)?)))? {
        let (id, scope, wrapped) = row?;
        match get(session, id)? {
            None => insert(session, id, ScopeKey(scope), &wrapped)?,
            Some(there) if there == (ScopeKey(scope), wrapped) => {}
            Some(_) => return Ok(false),
        }
    }
    Ok(true)
}
