//! The lexical index: one FTS5 table a scope, over every version of its texts.
//!
//! One a scope, because BM25 weighs a word by how rare it is in the whole table: in a shared table the rows of
//! one scope would move the scores of another (docs/decisions/0003).

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rusqlite::{Connection, OptionalExtension, params};

use super::ScopeKey;
use crate::store::error::StorageError;

/// Makes the index of a scope, over a view of the scope's versions that the integrity check compares it with.
pub(crate) fn create(connection: &Connection, scope: ScopeKey) -> Result<(), StorageError> {
    let id = scope.0;
    connection.execute_batch(&format!(
        "CREATE VIEW scope_{id}_text AS
             SELECT version.id, version.text FROM memory JOIN version ON version.memory = memory.row
             WHERE memory.scope = {id};
         CREATE VIRTUAL TABLE scope_{id}_fts USING fts5 (
             text, content = 'scope_{id}_text', content_rowid = 'id', tokenize = 'porter unicode61'
         );
         INSERT INTO scope_{id}_fts (scope_{id}_fts, rank) VALUES ('secure-delete', 1);"
    ))?;
    Ok(())
}

/// What the schema has of the index of a scope: names and kinds.
pub(crate) fn objects(scope: ScopeKey) -> impl Iterator<Item = (String, &'static str)> {
    let parts = ["", "_config", "_data", "_docsize", "_idx"];
    let tables = parts.into_iter().map(move |part| (format!("scope_{}_fts{part}", scope.0), "table"));
    tables.chain([(format!("scope_{}_text", scope.0), "view")])
}

/// Makes the index of a scope in memory, without the texts.
pub(crate) fn create_in_memory(connection: &Connection, scope: ScopeKey) -> Result<(), StorageError> {
    connection.execute_batch(&format!(
        "CREATE VIRTUAL TABLE temp.scope_{}_fts USING fts5 (
             text, content = '', contentless_delete = 1, tokenize = 'porter unicode61'
         );",
        scope.0
    ))?;
    Ok(())
}

/// Takes a version out of an index in memory.
pub(crate) fn delete_in_memory(
    connection: &Connection,
    scope: ScopeKey,
    version: i64,
) -> Result<(), StorageError> {
    let sql = format!("DELETE FROM temp.scope_{}_fts WHERE rowid = ?1", scope.0);
    connection.prepare_cached(&sql)?.execute([version])?;
    Ok(())
}

/// Tells whether FTS5 removes what is deleted from its pages at once.
pub(crate) fn deletes_securely(connection: &Connection, scope: ScopeKey) -> Result<bool, StorageError> {
    let sql = format!("SELECT v FROM scope_{}_fts_config WHERE k = 'secure-delete'", scope.0);
    let value: Option<i64> = connection.prepare_cached(&sql)?.query_row([], |row| row.get(0)).optional()?;
    Ok(value == Some(1))
}

pub(crate) fn insert(
    connection: &Connection,
    scope: ScopeKey,
    version: i64,
    text: &str,
) -> Result<(), StorageError> {
    let sql = format!("INSERT INTO scope_{}_fts (rowid, text) VALUES (?1, ?2)", scope.0);
    connection.prepare_cached(&sql)?.execute(params![version, text])?;
    Ok(())
}

/// Takes a version out; `text` must be the text that was put in.
pub(crate) fn delete(
    connection: &Connection,
    scope: ScopeKey,
    version: i64,
    text: &str,
) -> Result<(), StorageError> {
    let sql =
        format!("INSERT INTO scope_{0}_fts (scope_{0}_fts, rowid, text) VALUES ('delete', ?1, ?2)", scope.0);
    connection.prepare_cached(&sql)?.execute(params![version, text])?;
    Ok(())
}

/// Makes the index of a scope anew from its texts, those that cannot be opened left out: there is no other way to take out a
/// version whose text is not known.
pub(crate) fn rebuild(connection: &Connection, scope: ScopeKey) -> Result<(), StorageError> {
    let id = scope.0;
    connection.execute_batch(&format!("DROP TABLE scope_{id}_fts; DROP VIEW scope_{id}_text;"))?;
    create(connection, scope)?;
    let text = super::memory::text!();
    let sql = format!(
        "INSERT INTO scope_{id}_fts (rowid, text)
         SELECT id, text FROM (
             SELECT v.id AS id, {text} AS text FROM version v JOIN memory m ON m.row = v.memory WHERE m.scope = ?1
         ) WHERE text IS NOT NULL ORDER BY id"
    );
    connection.execute(&sql, [id])?;
    Ok(())
}

/// A version with its BM25, lower being better; the best is the greatest, so that a heap gives it first.
#[derive(PartialEq)]
struct Ranked {
    rank: f64,
    version: i64,
}

impl Eq for Ranked {}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        other.rank.total_cmp(&self.rank).then(other.version.cmp(&self.version))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Runs an FTS5 query, best first, ties by version, and hands each version with its BM25 (lower is better) to `visit` until
/// that returns false. Holds 16 bytes for each version that matches.
pub(crate) fn search(
    connection: &Connection,
    scope: ScopeKey,
    query: &str,
    mut visit: impl FnMut(i64, f64) -> Result<bool, StorageError>,
) -> Result<(), StorageError> {
    // Not `ORDER BY rank`: FTS5 then sorts every match together with where its words stand.
    let sql = format!("SELECT rowid, rank FROM scope_{0}_fts WHERE scope_{0}_fts MATCH ?1", scope.0);
    let mut select = connection.prepare_cached(&sql)?;
    let ranked = select.query_map([query], |row| Ok(Ranked { version: row.get(0)?, rank: row.get(1)? }))?;
    let mut ranked: BinaryHeap<Ranked> = ranked.collect::<Result<Vec<_>, _>>()?.into();
    while let Some(Ranked { rank, version }) = ranked.pop() {
        if !visit(version, rank)? {
            break;
        }
    }
    Ok(())
}

/// Compares the index with the texts; `Some(reason)` where they disagree.
///
/// FTS5's own check is a command that takes the write lock: it fails on a read-only store, and on a snapshot that
/// another process has overtaken. So the texts are indexed again, in memory, and the two indexes compared.
pub(crate) fn disagreement(
    connection: &Connection,
    scope: ScopeKey,
    in_memory: bool,
) -> Result<Option<String>, StorageError> {
    match compare_with_texts(connection, scope, if in_memory { "temp" } else { "main" }) {
        Err(StorageError::Corrupt(reason)) => Ok(Some(reason)),
        other => other,
    }
}

fn compare_with_texts(
    connection: &Connection,
    scope: ScopeKey,
    database: &str,
) -> Result<Option<String>, StorageError> {
    let id = scope.0;
    connection.execute_batch(&format!(
        "CREATE VIRTUAL TABLE temp.again USING fts5 (text, content = '', tokenize = 'porter unicode61');
         INSERT INTO temp.again (rowid, text)
             SELECT v.id, {text} FROM main.version v JOIN main.memory m ON m.row = v.memory
             WHERE m.scope = {id} ORDER BY v.id;
         CREATE VIRTUAL TABLE temp.again_word USING fts5vocab (temp, again, instance);
         CREATE VIRTUAL TABLE temp.there_word USING fts5vocab ({database}, scope_{id}_fts, instance);",
        text = super::memory::text!(),
    ))?;
    let words = "SELECT term, doc, offset FROM";
    let sizes = "SELECT id, sz, 0 FROM";
    // Row 1 is the number and length of all texts, by which BM25 weighs; blank where there never was a text.
    let totals = "SELECT id, block, 0 FROM";
    let one = "WHERE id = 1 AND EXISTS (SELECT 1 FROM temp.again_docsize)";
    let pairs = [
        ("its words", format!("{words} temp.again_word"), format!("{words} temp.there_word")),
        (
            "its lengths",
            format!("{sizes} temp.again_docsize ORDER BY id"),
            format!("{sizes} {database}.scope_{id}_fts_docsize ORDER BY id"),
        ),
        (
            "its totals",
            format!("{totals} temp.again_data {one}"),
            format!("{totals} {database}.scope_{id}_fts_data {one}"),
        ),
    ];
    let mut reason = None;
    for (what, again, there) in &pairs {
        if !same_rows(connection, again, there)? {
            reason = Some(format!("{what} are not those of the texts"));
            break;
        }
    }
    connection
        .execute_batch("DROP TABLE temp.there_word; DROP TABLE temp.again_word; DROP TABLE temp.again;")?;
    Ok(reason)
}

/// Tells whether two queries of three columns give the same rows in the same order.
fn same_rows(connection: &Connection, one: &str, other: &str) -> Result<bool, StorageError> {
    let (mut one, mut other) = (connection.prepare(one)?, connection.prepare(other)?);
    let (mut one, mut other) = (one.query([])?, other.query([])?);
    loop {
        match (one.next()?, other.next()?) {
            (None, None) => return Ok(true),
            (Some(one), Some(other)) => {
                for column in 0..3 {
                    if one.get_ref(column)? != other.get_ref(column)? {
                        return Ok(false);
                    }
                }
            }
            _ => return Ok(false),
        }
    }
}
