//! The table `annotation`: in which other forms the texts of versions name what they name, as a language model said when they
//! were written. Beside the text, never in it.

use nepenthe_llm::contract::Annotation;
use rusqlite::{OptionalExtension, Row, params};

use super::ScopeKey;
use super::checksum::put;
use crate::model::MemoryId;
use crate::store::error::StorageError;
use crate::store::session::Session;

/// The annotations of a version.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Annotations {
    /// The prompt by which the model was asked, such as `annotate-1`.
    pub(crate) prompt: String,
    /// What it said and the rules let stand; at least one.
    pub(crate) entries: Vec<Annotation>,
}

/// The entries of `annotation a` of `version v` of `memory m`; null where they are sealed and cannot be opened.
macro_rules! entries {
    () => {
        "iif(a.sealed IS NULL, a.entries, unsealed_annotations(m.sealed_by, m.id, a.version, a.sealed))"
    };
}
pub(super) use entries;

impl Annotations {
    /// The entries as they are stored, or sealed.
    pub(crate) fn encode(&self) -> Result<String, StorageError> {
        serde_json::to_string(&self.entries).map_err(StorageError::corrupt)
    }
}

/// Writes the annotations of a version; `sealed` is what they are in an encrypted store.
pub(crate) fn insert(
    session: Session<'_>,
    version: i64,
    annotations: &Annotations,
    sealed: Option<&[u8]>,
) -> Result<(), StorageError> {
    let entries = if sealed.is_some() { String::new() } else { annotations.encode()? };
    session
        .sql()
        .prepare_cached("INSERT INTO annotation (version, prompt, entries, sealed) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![version, annotations.prompt, entries, sealed])?;
    Ok(())
}

/// Returns the annotations of a version; `None` where it has none, or they cannot be read.
pub(crate) fn of_version(session: Session<'_>, version: i64) -> Result<Option<Annotations>, StorageError> {
    let mut select = session.sql().prepare_cached(concat!(
        "SELECT a.prompt, ",
        entries!(),
        " FROM annotation a JOIN version v ON v.id = a.version JOIN memory m ON m.row = v.memory
          WHERE a.version = ?1"
    ))?;
    Ok(select.query_row([version], columns).optional()?.and_then(read))
}

/// Returns the annotations of a memory's text, likewise.
pub(crate) fn of_memory(
    session: Session<'_>,
    scope: ScopeKey,
    id: MemoryId,
) -> Result<Option<Annotations>, StorageError> {
    let mut select = session.sql().prepare_cached(concat!(
        "SELECT a.prompt, ",
        entries!(),
        " FROM memory m JOIN annotation a ON a.version = m.version WHERE m.scope = ?1 AND m.id = ?2"
    ))?;
    Ok(select.query_row(params![scope.0, id.as_bytes()], columns).optional()?.and_then(read))
}

/// Returns a version's row as it is stored, for its checksum; nothing where there is none.
pub(super) fn stored(session: Session<'_>, version: i64) -> Result<Vec<u8>, StorageError> {
    let mut select =
        session.sql().prepare_cached("SELECT prompt, entries, sealed FROM annotation WHERE version = ?1")?;
    let mut bytes = Vec::new();
    let mut rows = select.query([version])?;
    while let Some(row) = rows.next()? {
        for column in 0..3 {
            put(&mut bytes, row.get_ref(column)?.as_bytes_or_null().map_err(StorageError::corrupt)?);
        }
    }
    Ok(bytes)
}

fn columns(row: &Row<'_>) -> rusqlite::Result<(String, Option<String>)> {
    Ok((row.get(0)?, row.get(1)?))
}

fn read((prompt, entries): (String, Option<String>)) -> Option<Annotations> {
    Some(Annotations { prompt, entries: serde_json::from_str(&entries?).ok()? })
}

/// Tells whether a version has annotations, whether they can be read or not.
pub(crate) fn is_there(session: Session<'_>, version: i64) -> Result<bool, StorageError> {
    Ok(session.sql().prepare_cached("SELECT 1 FROM annotation WHERE version = ?1")?.exists([version])?)
}

/// Removes the annotations of a version.
pub(crate) fn delete(session: Session<'_>, version: i64) -> Result<(), StorageError> {
    session.sql().prepare_cached("DELETE FROM annotation WHERE version = ?1")?.execute([version])?;
    Ok(())
}

/// Returns the versions whose annotations cannot be read, without those that belong to no version.
pub(crate) fn unreadable(session: Session<'_>) -> Result<Vec<i64>, StorageError> {
    let mut select = session.sql().prepare_cached(concat!(
        "SELECT a.version, ",
        entries!(),
        " FROM annotation a JOIN version v ON v.id = a.version JOIN memory m ON m.row = v.memory ORDER BY a.version"
    ))?;
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?)))?;
    let mut unreadable = Vec::new();
    for row in rows {
        let (version, entries) = row?;
        let entries = entries.and_then(|entries| serde_json::from_str::<Vec<Annotation>>(&entries).ok());
        if entries.is_none_or(|entries| entries.is_empty()) {
            unreadable.push(version);
        }
    }
    Ok(unreadable)
}
