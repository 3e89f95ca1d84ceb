//! What the indexes hold of versions that are no more: nothing, after an erasure.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension};

use super::ScopeKey;
use crate::store::error::StorageError;
use crate::store::lexical;

/// What each index still has of versions that went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Traces {
    pub(crate) lexical: u64,
    pub(crate) vectors: u64,
    pub(crate) mentions: u64,
}

/// Counts what the indexes still have of versions of a scope: rows that name one, and words of its text whose list has it, or
/// has nothing but versions that are not there.
pub(crate) fn count(
    connection: &Connection,
    scope: ScopeKey,
    versions: &[(i64, BTreeSet<String>)],
    has_vectors: bool,
) -> Result<Traces, StorageError> {
    let mut traces = Traces::default();
    let found = |sql: &str, version: i64| -> Result<u64, StorageError> {
        Ok(u64::from(connection.prepare_cached(sql)?.query_row([version], |_| Ok(())).optional()?.is_some()))
    };
    for (version, terms) in versions {
        for term in terms {
            traces.lexical += u64::from(lexical::is_held(connection, scope, term, *version)?);
        }
        traces.mentions += found("SELECT 1 FROM mention WHERE version = ?1", *version)?;
        if has_vectors {
            traces.vectors += found("SELECT 1 FROM version_vec_rowids WHERE rowid = ?1", *version)?;
        }
    }
    Ok(traces)
}
