//! What the indexes hold of versions that are no more: nothing, after an erasure.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::OptionalExtension;

use super::{ScopeKey, passage, vector};
use crate::store::error::StorageError;
use crate::store::lexical;
use crate::store::session::Session;

/// What each index still has of versions that went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Traces {
    pub(crate) lexical: u64,
    pub(crate) vectors: u64,
    pub(crate) mentions: u64,
}

impl Traces {
    /// Adds another's counts.
    pub(crate) fn add(&mut self, other: Self) {
        self.lexical += other.lexical;
        self.vectors += other.vectors;
        self.mentions += other.mentions;
    }
}

/// Counts what the indexes still have of versions of a scope: rows that name one, and words of its text whose list has it, or
/// has nothing but versions that are not there.
pub(crate) fn count(
    session: Session<'_>,
    scope: ScopeKey,
    versions: &[(i64, BTreeSet<String>)],
    has_vectors: bool,
) -> Result<Traces, StorageError> {
    let mut traces = Traces::default();
    let found = |sql: &str, version: i64| -> Result<u64, StorageError> {
        Ok(u64::from(
            session.sql().prepare_cached(sql)?.query_row([version], |_| Ok(())).optional()?.is_some(),
        ))
    };
    // A word that many of them had is looked up once.
    let mut of_terms: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for (version, terms) in versions {
        terms.iter().for_each(|term| of_terms.entry(term).or_default().push(*version));
    }
    for (term, versions) in of_terms {
        traces.lexical += lexical::held(session, scope, term, &versions)?;
    }
    for (version, _) in versions {
        traces.mentions += found("SELECT 1 FROM mention WHERE version = ?1", *version)?;
        if has_vectors {
            traces.vectors += u64::from(vector::get(session, scope, *version)?.is_some());
            traces.vectors += u64::from(!passage::get(session, scope, *version)?.is_empty());
        }
    }
    Ok(traces)
}
