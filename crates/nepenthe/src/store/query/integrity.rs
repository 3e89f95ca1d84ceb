//! What SQLite itself can say about the file's health, and its size.

use rusqlite::types::Value;

use crate::store::error::StorageError;
use crate::store::session::Session;

/// Runs SQLite's own checks; returns what they found wrong.
pub(crate) fn sqlite_findings(session: Session<'_>) -> Result<Vec<String>, StorageError> {
    let mut findings: Vec<String> = Vec::new();
    let mut select = session.sql().prepare("PRAGMA integrity_check(20)")?;
    for line in select.query_map([], |row| row.get::<_, String>(0))? {
        let line = line?;
        if line != "ok" {
            findings.push(line);
        }
    }
    let mut select = session.sql().prepare("PRAGMA foreign_key_check")?;
    for row in select.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(2)?)))? {
        let (table, parent) = row?;
        findings.push(format!("a row of {table} names a row of {parent} that is not there"));
    }
    Ok(findings)
}

/// A table, index, trigger or view of the schema.
pub(crate) struct Object {
    pub(crate) kind: String,
    pub(crate) name: String,
    /// The table that it belongs to.
    pub(crate) table: String,
    pub(crate) sql: Option<String>,
}

/// Reads the schema, but for the indexes that SQLite makes by itself.
pub(crate) fn objects(session: Session<'_>) -> Result<Vec<Object>, StorageError> {
    let mut select = session.sql().prepare(
        "SELECT type, name, tbl_name, sql FROM main.sqlite_schema
         WHERE NOT (type = 'index' AND sql IS NULL AND name GLOB 'sqlite_autoindex_*') ORDER BY name",
    )?;
    let rows = select.query_map([], |row| {
        Ok(Object { kind: row.get(0)?, name: row.get(1)?, table: row.get(2)?, sql: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Counts the rows of `sqlite_sequence` that are no number of a table that has one, or not the only one of it.
pub(crate) fn strange_sequences(session: Session<'_>, tables: &[&str]) -> Result<usize, StorageError> {
    let mut select = session.sql().prepare("SELECT name, seq FROM main.sqlite_sequence")?;
    let mut rows = select.query([])?;
    let (mut seen, mut strange) = (Vec::new(), 0);
    while let Some(row) = rows.next()? {
        let (name, number): (Value, Value) = (row.get(0)?, row.get(1)?);
        let known = match (&name, number) {
            (Value::Text(name), Value::Integer(_)) => tables.contains(&name.as_str()),
            _ => false,
        };
        strange += usize::from(!known || seen.contains(&name));
        seen.push(name);
    }
    Ok(strange)
}

/// Returns the bytes that the main file takes.
pub(crate) fn size(session: Session<'_>) -> Result<u64, StorageError> {
    let pages: i64 = session.sql().query_row("PRAGMA page_count", [], |row| row.get(0))?;
    let bytes: i64 = session.sql().query_row("PRAGMA page_size", [], |row| row.get(0))?;
    Ok(u64::try_from(pages * bytes).unwrap_or(0))
}

/// Returns the number that SQLite raises with each change of the schema.
pub(crate) fn schema_version(session: Session<'_>) -> Result<i64, StorageError> {
    let mut select = session.sql().prepare_cached("PRAGMA schema_version")?;
    Ok(select.query_row([], |row| row.get(0))?)
}
