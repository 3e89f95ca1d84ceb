//! What the indexes hold of versions that are no more: nothing, after an erasure.

use std::collections::{BTreeMap, BTreeSet};

use super::{ScopeKey, mention, passage, vector};
use crate::store::error::StorageError;
use crate::store::lexical;
use crate::store::session::Session;

/// A version that went, with what the indexes had of it.
pub(crate) struct Gone {
    pub(crate) version: i64,
    pub(crate) terms: BTreeSet<String>,
    /// The digests of what it mentions.
    pub(crate) mentions: Vec<i64>,
}

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
    versions: &[Gone],
    has_vectors: bool,
) -> Result<Traces, StorageError> {
    let mut traces = Traces::default();
    // A word that many of them had is looked up once.
    let mut of_terms: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for Gone { version, terms, .. } in versions {
        terms.iter().for_each(|term| of_terms.entry(term).or_default().push(*version));
    }
    for (term, versions) in of_terms {
        traces.lexical += lexical::held(session, scope, term, &versions)?;
    }
    for Gone { version, mentions, .. } in versions {
        traces.mentions += u64::from(mention::has(session, scope, *version, mentions)?);
        if has_vectors {
            traces.vectors += u64::from(vector::get(session, scope, *version)?.is_some());
            traces.vectors += u64::from(!passage::get(session, scope, *version)?.is_empty());
        }
    }
    Ok(traces)
}
