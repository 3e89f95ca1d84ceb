//! What the indexes hold of versions that are no more: nothing, after an erasure.

use rusqlite::{Connection, OptionalExtension};

use super::ScopeKey;
use crate::store::error::StorageError;

/// Rows of each index that name one of some versions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Traces {
    pub(crate) lexical: u64,
    pub(crate) vectors: u64,
    pub(crate) mentions: u64,
}

/// Counts the rows of the indexes that name versions of a scope.
pub(crate) fn count(
    connection: &Connection,
    scope: ScopeKey,
    versions: &[i64],
    has_vectors: bool,
) -> Result<Traces, StorageError> {
    let lexical = format!("SELECT 1 FROM scope_{}_fts_docsize WHERE id = ?1", scope.0);
    let mut traces = Traces::default();
    let found = |sql: &str, version: i64| -> Result<u64, StorageError> {
        Ok(u64::from(connection.prepare_cached(sql)?.query_row([version], |_| Ok(())).optional()?.is_some()))
    };
    for &version in versions {
        traces.lexical += found(&lexical, version)?;
        traces.mentions += found("SELECT 1 FROM mention WHERE version = ?1", version)?;
        if has_vectors {
            traces.vectors += found("SELECT 1 FROM version_vec_rowids WHERE rowid = ?1", version)?;
        }
    }
    Ok(traces)
}
