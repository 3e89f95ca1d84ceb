//! The tables `posting` and `lexical_total`: the blocks of the lexical index, and how many texts and words each scope has.
//!
//! Without a database before their names: those in memory come first, where a store keeps its indexes there.

use rusqlite::{OptionalExtension, params};

use super::ScopeKey;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// What the ranking has to know of a scope.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// Versions of texts that are indexed.
    pub(crate) texts: i64,
    /// Their words.
    pub(crate) words: i64,
}

/// One row: a block and the number that it is kept under.
pub(crate) type Block = (i64, Vec<u8>);

/// Returns the block in which a version stands if it has the word.
pub(crate) fn block(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    version: i64,
) -> Result<Option<Block>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT first, entries FROM posting WHERE scope = ?1 AND term = ?2 AND first <= ?3
         ORDER BY first DESC LIMIT 1",
    )?;
    let row = select.query_row(params![scope.0, term, version], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(row.optional()?)
}

/// Returns the first block of a word.
pub(crate) fn first_block(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
) -> Result<Option<Block>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT first, entries FROM posting WHERE scope = ?1 AND term = ?2 ORDER BY first LIMIT 1",
    )?;
    Ok(select.query_row(params![scope.0, term], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

/// Counts the blocks of a word, no further than `most`.
pub(crate) fn count(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    most: usize,
) -> Result<usize, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT count(*) FROM (SELECT 1 FROM posting WHERE scope = ?1 AND term = ?2 LIMIT ?3)",
    )?;
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let count: i64 = select.query_row(params![scope.0, term, most], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Hands every block of a word to `visit`, in order.
pub(crate) fn blocks(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    mut visit: impl FnMut(i64, &[u8]) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut select = session
        .sql()
        .prepare_cached("SELECT first, entries FROM posting WHERE scope = ?1 AND term = ?2 ORDER BY first")?;
    let mut rows = select.query(params![scope.0, term])?;
    while let Some(row) = rows.next()? {
        visit(row.get(0)?, row.get_ref(1)?.as_blob().map_err(StorageError::corrupt)?)?;
    }
    Ok(())
}

/// Hands every block of the words that begin with a string to `visit`, by word, then in order.
pub(crate) fn blocks_from(
    session: Session<'_>,
    scope: ScopeKey,
    begin: &str,
    mut visit: impl FnMut(&str, i64, &[u8]) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT term, first, entries FROM posting WHERE scope = ?1 AND term >= ?2 AND term < ?2 || char(1114111)
         ORDER BY term, first",
    )?;
    let mut rows = select.query(params![scope.0, begin])?;
    while let Some(row) = rows.next()? {
        let term = row.get_ref(0)?.as_str().map_err(StorageError::corrupt)?;
        visit(term, row.get(1)?, row.get_ref(2)?.as_blob().map_err(StorageError::corrupt)?)?;
    }
    Ok(())
}

/// Hands every block of a scope to `visit`, by word, then in order.
pub(crate) fn all(
    session: Session<'_>,
    scope: ScopeKey,
    mut visit: impl FnMut(&str, i64, &[u8]) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let mut select = session
        .sql()
        .prepare("SELECT term, first, entries FROM posting WHERE scope = ?1 ORDER BY term, first")?;
    let mut rows = select.query([scope.0])?;
    while let Some(row) = rows.next()? {
        let term = row.get_ref(0)?.as_str().map_err(StorageError::corrupt)?;
        visit(term, row.get(1)?, row.get_ref(2)?.as_blob().map_err(StorageError::corrupt)?)?;
    }
    Ok(())
}

/// Where a row stands in the table.
pub(crate) type Place = (ScopeKey, String, i64);

/// Returns the rows behind a place, at most `limit`, with their blocks.
pub(crate) fn after(
    session: Session<'_>,
    (scope, term, first): &Place,
    limit: usize,
) -> Result<Vec<(Place, Vec<u8>)>, StorageError> {
    let mut select = session.sql().prepare_cached(
        "SELECT scope, term, first, entries FROM posting WHERE (scope, term, first) > (?1, ?2, ?3)
         ORDER BY scope, term, first LIMIT ?4",
    )?;
    let rows = select.query_map(params![scope.0, term, first, limit as i64], |row| {
        Ok(((ScopeKey(row.get(0)?), row.get(1)?, row.get(2)?), row.get(3)?))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    first: i64,
    entries: &[u8],
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("INSERT INTO posting (scope, term, first, entries) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![scope.0, term, first, entries])?;
    Ok(())
}

pub(crate) fn update(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    first: i64,
    entries: &[u8],
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("UPDATE posting SET entries = ?4 WHERE scope = ?1 AND term = ?2 AND first = ?3")?
        .execute(params![scope.0, term, first, entries])?;
    Ok(())
}

pub(crate) fn delete(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    first: i64,
) -> Result<(), StorageError> {
    session
        .sql()
        .prepare_cached("DELETE FROM posting WHERE scope = ?1 AND term = ?2 AND first = ?3")?
        .execute(params![scope.0, term, first])?;
    Ok(())
}

/// Deletes every block of a scope, and its totals.
pub(crate) fn clear(session: Session<'_>, scope: ScopeKey) -> Result<(), StorageError> {
    session.sql().execute("DELETE FROM posting WHERE scope = ?1", [scope.0])?;
    session.sql().execute("DELETE FROM lexical_total WHERE scope = ?1", [scope.0])?;
    Ok(())
}

/// Returns what a scope has in all; nothing where it never had a text.
pub(crate) fn totals(session: Session<'_>, scope: ScopeKey) -> Result<Option<Totals>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT texts, words FROM lexical_total WHERE scope = ?1")?;
    let row = select
        .query_row([scope.0], |row| Ok(Totals { texts: row.get(0)?, words: row.get(1)? }))
        .optional()?;
    Ok(row)
}

/// Adds to what a scope has in all.
pub(crate) fn add_totals(session: Session<'_>, scope: ScopeKey, add: Totals) -> Result<(), StorageError> {
    session.sql()
        .prepare_cached(
            "INSERT INTO lexical_total (scope, texts, words) VALUES (?1, ?2, ?3)
             ON CONFLICT (scope) DO UPDATE SET texts = texts + excluded.texts, words = words + excluded.words",
        )?
        .execute(params![scope.0, add.texts, add.words])?;
    Ok(())
}

/// Counts the rows of scopes that the store does not have.
pub(crate) fn strays(session: Session<'_>) -> Result<i64, StorageError> {
    let sql = "SELECT (SELECT count(*) FROM posting WHERE scope NOT IN (SELECT id FROM scope))
                    + (SELECT count(*) FROM lexical_total WHERE scope NOT IN (SELECT id FROM scope))";
    Ok(session.sql().query_row(sql, [], |row| row.get(0))?)
}

/// The tables in memory, of a store that keeps its indexes there.
pub(crate) fn create_in_memory(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch(
        "CREATE TABLE temp.posting (
             scope INTEGER NOT NULL, term TEXT NOT NULL, first INTEGER NOT NULL, entries BLOB NOT NULL,
             PRIMARY KEY (scope, term, first)
         ) STRICT, WITHOUT ROWID;
         CREATE TABLE temp.lexical_total (
             scope INTEGER PRIMARY KEY NOT NULL, texts INTEGER NOT NULL, words INTEGER NOT NULL
         ) STRICT;",
    )?;
    Ok(())
}

/// Empties the tables of the file.
pub(crate) fn clear_all(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch("DELETE FROM main.posting; DELETE FROM main.lexical_total;")?;
    Ok(())
}

/// Drops the tables from a file that is to have no index: see [`super::mention::drop`].
pub(crate) fn drop(session: Session<'_>) -> Result<(), StorageError> {
    session.sql().execute_batch("DROP TABLE main.posting; DROP TABLE main.lexical_total;")?;
    Ok(())
}

/// Drops the FTS5 tables that a scope had up to format 6.
pub(crate) fn drop_fts5(session: Session<'_>, scope: ScopeKey) -> Result<(), StorageError> {
    let id = scope.0;
    session.sql().execute_batch(&format!(
        "DROP TABLE IF EXISTS scope_{id}_fts; DROP VIEW IF EXISTS scope_{id}_text;"
    ))?;
    Ok(())
}
