//! The versions that have a word, or words one after the other.

use super::block::Cursor;
use super::heads::{Heads, meet};
use super::unspaced;
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
        [sign] if unspaced::is_sign(sign) => find_sign(session, scope, sign),
        [term] => find_word(session, scope, term),
        _ => find_words(&Heads::new(session, scope), phrase),
    }
}

fn find_word(session: Session<'_>, scope: ScopeKey, term: &str) -> Result<Vec<Occurrence>, StorageError> {
    let mut found = Vec::new();
    posting::blocks(session, scope, term, |first, bytes| read_block(first, bytes, &mut found))?;
    Ok(found)
}

/// Finds a sign in every word that begins with it.
fn find_sign(session: Session<'_>, scope: ScopeKey, sign: &str) -> Result<Vec<Occurrence>, StorageError> {
    let mut found = Vec::new();
    posting::blocks_from(session, scope, sign, |term, first, bytes| {
        match unspaced::begins_with(term, sign) {
            true => read_block(first, bytes, &mut found),
            false => Ok(()),
        }
    })?;
    found.sort_unstable_by_key(|occurrence| occurrence.version);
    found.dedup_by(|next, kept| {
        let same = next.version == kept.version;
        kept.count = kept.count.saturating_add(if same { next.count } else { 0 });
        same
    });
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

/// The rarest words first, without their places: what has them is looked up in the lists of the others, where they are longer.
pub(super) fn find_words(heads: &Heads<'_>, phrase: &[String]) -> Result<Vec<Occurrence>, StorageError> {
    let (session, scope) = (heads.session, heads.scope);
    let order = heads.by_rarity(phrase, 2)?;
    let mut versions = heads.of(&phrase[order[0]])?.to_vec();
    for &at in &order[1..] {
        if heads.is_longer(&phrase[at], versions.len())? {
            break;
        }
        let (list, mut both) = (heads.of(&phrase[at])?, Vec::new());
        meet(&versions, &list, |at| both.push(versions[at]));
        versions = both;
    }
    let mut candidates = begin(heads, (order[0], &phrase[order[0]]), &versions)?;
    for &at in &order[1..] {
        candidates.retain(|candidate| !candidate.begins.is_empty());
        let (word, count) = ((offset(at)?, phrase[at].as_str()), candidates.len());
        match heads.count(word.1, count)? >= count {
            true => seek(session, scope, word, &mut candidates)?,
            false => scan(session, scope, word, &mut candidates)?,
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

/// Where the phrase would begin in versions that have a word, by the places of that.
fn begin(
    heads: &Heads<'_>,
    (at, term): (usize, &str),
    versions: &[i64],
) -> Result<Vec<Candidate>, StorageError> {
    let (session, scope) = (heads.session, heads.scope);
    let (offset, mut candidates, mut next) = (offset(at)?, Vec::with_capacity(versions.len()), 0);
    let mut read = |first: i64, bytes: &[u8]| {
        let mut cursor = Cursor::new(first, bytes)?;
        while let Some(head) = cursor.next_head()? {
            if versions.get(next) != Some(&head.version) {
                cursor.skip(&head)?;
                continue;
            }
            next += 1;
            let begins = cursor.places(&head)?;
            let begins = begins.into_iter().filter_map(|place| place.checked_sub(offset)).collect();
            candidates.push(Candidate { version: head.version, length: head.length, begins });
        }
        Ok(())
    };
    match heads.count(term, versions.len())? >= versions.len() {
        true => {
            let mut last = None;
            for version in versions {
                let Some((first, bytes)) = posting::block(session, scope, term, *version)? else { continue };
                if last.replace(first) != Some(first) {
                    read(first, &bytes)?;
                }
            }
        }
        false => posting::blocks(session, scope, term, read)?,
    }
    Ok(candidates)
}

fn offset(at: usize) -> Result<u32, StorageError> {
    u32::try_from(at).map_err(StorageError::corrupt)
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
