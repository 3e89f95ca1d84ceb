//! What the indexes hold of versions that are no more: nothing, after an erasure.

use std::collections::{BTreeMap, BTreeSet};

use super::{ScopeKey, mention, passage, vector};
use crate::store::error::StorageError;
use crate::store::lexical;
use crate::store::session::Session;

/// A version that went, with what the indexes had of it.
pub(crate) struct Gone {
    pub(crate) version: i64,
    /// The words of its text, and how many it has; nothing where it could not be read.
    pub(crate) terms: BTreeSet<String>,
    pub(crate) words: Option<usize>,
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
    // One snapshot for all look-ups.
    let own = session.sql().is_autocommit().then(|| session.sql().unchecked_transaction()).transpose()?;
    let mut traces = Traces::default();
    // A word that many of them had is looked up once.
    let mut of_terms: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for Gone { version, terms, .. } in versions {
        terms.iter().for_each(|term| of_terms.entry(term).or_default().push(*version));
    }
    for (term, versions) in of_terms {
        traces.lexical += lexical::held(session, scope, term, &versions)?;
    }
    let mut of_digests: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for Gone { version, mentions, .. } in versions {
        mentions.iter().for_each(|digest| of_digests.entry(*digest).or_default().push(*version));
    }
    let mut mentioned = BTreeSet::new();
    for (digest, versions) in &of_digests {
        mentioned.extend(mention::among(session, scope, *digest, versions)?);
    }
    traces.mentions = mentioned.len() as u64;
    for Gone { version, .. } in versions {
        if has_vectors {
            traces.vectors += u64::from(vector::get(session, scope, *version)?.is_some());
            traces.vectors += u64::from(!passage::get(session, scope, *version)?.is_empty());
        }
    }
    own.map_or(Ok(()), |own| own.commit())?;
    Ok(traces)
}
