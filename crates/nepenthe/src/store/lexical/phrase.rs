//! The versions that have a word, or words one after the other.

use super::block::{self, Cursor};
use crate::store::error::StorageError;
use crate::store::query::{ScopeKey, posting};
use crate::store::session::Session;

/// A version in which a phrase stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Occurrence {
    pub(super) version: i64,
    /// Words of its text.
    pub(super) length: u32,
    /// How often the phrase stands in it.
    pub(super) count: u32,
}

/// Finds a phrase, in the order of versions. One without words stands nowhere.
pub(super) fn find(
    session: Session<'_>,
    scope: ScopeKey,
    phrase: &[String],
) -> Result<Vec<Occurrence>, StorageError> {
    match phrase {
        [] => Ok(Vec::new()),
        [term] => find_word(session, scope, term),
        _ => find_words(session, scope, phrase),
    }
}

fn find_word(session: Session<'_>, scope: ScopeKey, term: &str) -> Result<Vec<Occurrence>, StorageError> {
    let mut found = Vec::new();
    posting::blocks(session, scope, term, |first, bytes| read_block(first, bytes, &mut found))?;
    Ok(found)
}

/// Adds what a block of a word has, in the order of versions.
pub(super) fn read_block(first: i64, bytes: &[u8], found: &mut Vec<Occurrence>) -> Result<(), StorageError> {
    let mut cursor = Cursor::new(first, bytes)?;
    while let Some(head) = cursor.next_head()? {
        cursor.skip(&head)?;
        found.push(Occurrence { version: head.version, length: head.length, count: head.count });
    }
    Ok(())
}

/// A version that has every word looked at so far.
struct Candidate {
    version: i64,
    length: u32,
    /// Where the phrase would begin by the words looked at.
    begins: Vec<u32>,
}

/// The rarest word first: what has it is looked up in the lists of the others, where they are longer.
fn find_words(
    session: Session<'_>,
    scope: ScopeKey,
    phrase: &[String],
) -> Result<Vec<Occurrence>, StorageError> {
    let mut order = Vec::with_capacity(phrase.len());
    for (offset, term) in (0u32..).zip(phrase) {
        order.push((posting::count(session, scope, term)?, offset, term.as_str()));
    }
    order.sort_unstable();
    let (rarest, others) = order.split_at(1);
    let (_, offset, term) = rarest[0];
    let mut candidates = Vec::new();
    posting::blocks(session, scope, term, |first, bytes| {
        let entries = block::decode(first, bytes)?;
        candidates.extend(entries.into_iter().map(|entry| Candidate {
            version: entry.version,
            length: entry.length,
            begins: entry.places.iter().filter_map(|place| place.checked_sub(offset)).collect(),
        }));
        Ok(())
    })?;
    for &(blocks, offset, term) in others {
        candidates.retain(|candidate| !candidate.begins.is_empty());
        match candidates.len() as u64 <= blocks {
            true => seek(session, scope, (offset, term), &mut candidates)?,
            false => scan(session, scope, (offset, term), &mut candidates)?,
        }
    }
    candidates.retain(|candidate| !candidate.begins.is_empty());
    let occurrence = |candidate: Candidate| Occurrence {
        version: candidate.version,
        length: candidate.length,
        count: u32::try_from(candidate.begins.len()).unwrap_or(u32::MAX),
    };
    Ok(candidates.into_iter().map(occurrence).collect())
}

/// Keeps of a candidate the begins from which a word stands in its place.
fn keep(candidate: &mut Candidate, offset: u32, places: &[u32]) {
    candidate
        .begins
        .retain(|begin| begin.checked_add(offset).is_some_and(|at| places.binary_search(&at).is_ok()));
}

/// Looks each candidate up.
fn seek(
    session: Session<'_>,
    scope: ScopeKey,
    (offset, term): (u32, &str),
    candidates: &mut [Candidate],
) -> Result<(), StorageError> {
    for candidate in candidates {
        let mut places = Vec::new();
        if let Some((first, bytes)) = posting::block(session, scope, term, candidate.version)? {
            let mut cursor = Cursor::new(first, &bytes)?;
            while let Some(head) = cursor.next_head()? {
                if head.version == candidate.version {
                    places = cursor.places(&head)?;
                    break;
                }
                cursor.skip(&head)?;
            }
        }
        keep(candidate, offset, &places);
    }
    Ok(())
}

/// Goes through the whole list; both are in the order of versions.
fn scan(
    session: Session<'_>,
    scope: ScopeKey,
    (offset, term): (u32, &str),
    candidates: &mut [Candidate],
) -> Result<(), StorageError> {
    let mut at = 0;
    posting::blocks(session, scope, term, |first, bytes| {
        let mut cursor = Cursor::new(first, bytes)?;
        while let Some(head) = cursor.next_head()? {
            while candidates.get(at).is_some_and(|candidate| candidate.version < head.version) {
                candidates[at].begins.clear();
                at += 1;
            }
            match candidates.get_mut(at).filter(|candidate| candidate.version == head.version) {
                Some(candidate) => {
                    keep(candidate, offset, &cursor.places(&head)?);
                    at += 1;
                }
                None => cursor.skip(&head)?,
            }
        }
        Ok(())
    })?;
    candidates[at..].iter_mut().for_each(|candidate| candidate.begins.clear());
    Ok(())
}
