//! Writing the index: a version's words in, and out.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{self, Cursor, Entry, FULL};
use super::tokenizer::{spaced_terms, terms};
use crate::store::error::StorageError;
use crate::store::query::posting::{self, Totals};
use crate::store::query::{ScopeKey, memory};
use crate::store::session::Session;

/// Puts a version in.
pub(crate) fn insert(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
    text: &str,
) -> Result<(), StorageError> {
    let mut postings = Postings::default();
    postings.add(version, Words::of(text)?);
    postings.write(session, scope)
}

/// Puts a version in with other words than those of today.
#[cfg(test)]
pub(super) fn insert_terms(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
    terms: Vec<String>,
) -> Result<(), StorageError> {
    let (count, entries) = entries_of(0, terms)?;
    let mut postings = Postings::default();
    postings.add(version, Words { count, entries });
    postings.write(session, scope)
}

/// Puts a version in again that has the words of format 10.
pub(crate) fn replace(
    session: Session<'_>,
    scope: ScopeKey,
    version: i64,
    text: &str,
) -> Result<(), StorageError> {
    let old = spaced_terms(text)?;
    let (words, terms) = (old.len(), old.into_iter().collect());
    delete(session, scope, &[Leaving { version, terms: &terms, words }])?;
    insert(session, scope, version, text)
}

/// The words of a text, with their places, before it has a version.
pub(crate) struct Words {
    count: i64,
    entries: BTreeMap<String, Entry>,
}

impl Words {
    pub(crate) fn of(text: &str) -> Result<Self, StorageError> {
        let (count, entries) = entries(0, text)?;
        Ok(Self { count, entries })
    }
}

/// What versions bring into the index, gathered by word, so that the list of each word is read and written once.
#[derive(Default)]
pub(crate) struct Postings {
    entries: Vec<(String, Entry)>,
    totals: Totals,
}

impl Postings {
    /// Takes a version in.
    pub(crate) fn add(&mut self, version: i64, words: Words) {
        self.totals.texts += 1;
        self.totals.words += words.count;
        let entries = words.entries.into_iter();
        self.entries.extend(entries.map(|(term, entry)| (term, Entry { version, ..entry })));
    }

    /// Writes them, in the order of the words and of the versions.
    pub(crate) fn write(mut self, session: Session<'_>, scope: ScopeKey) -> Result<(), StorageError> {
        self.entries.sort_unstable_by(|(a, x), (b, y)| a.cmp(b).then(x.version.cmp(&y.version)));
        let mut entries = self.entries.into_iter().peekable();
        while let Some((term, first)) = entries.next() {
            let mut of_term = vec![first];
            while let Some((_, entry)) = entries.next_if(|(next, _)| *next == term) {
                of_term.push(entry);
            }
            append(session, scope, &term, of_term)?;
        }
        posting::add_totals(session, scope, self.totals)
    }
}

/// A version that goes, with the words of its text.
pub(crate) struct Leaving<'t> {
    pub(crate) version: i64,
    pub(crate) terms: &'t BTreeSet<String>,
    /// How many words its text has.
    pub(crate) words: usize,
}

/// Takes versions out: each block that has some of them is written once.
pub(crate) fn delete(
    session: Session<'_>,
    scope: ScopeKey,
    leaving: &[Leaving<'_>],
) -> Result<(), StorageError> {
    let mut of_terms: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    let mut totals = Totals::default();
    for Leaving { version, terms, words } in leaving {
        terms.iter().for_each(|term| of_terms.entry(term).or_default().push(*version));
        totals.texts -= 1;
        totals.words -= i64::try_from(*words).map_err(StorageError::corrupt)?;
    }
    for (term, mut versions) in of_terms {
        versions.sort_unstable();
        // The last first: the block in which it stands has those before it, down to its own first.
        while let Some(last) = versions.last() {
            let Some((first, bytes)) = posting::block(session, scope, term, *last)? else { break };
            let of_block = versions.split_off(versions.partition_point(|version| *version < first));
            let mut entries = block::decode(first, &bytes)?;
            let before = entries.len();
            entries.retain(|entry| of_block.binary_search(&entry.version).is_err());
            match entries.len() {
                0 => posting::delete(session, scope, term, first)?,
                left if left < before => {
                    posting::update(session, scope, term, first, &block::encode(first, &entries))?;
                }
                _ => {}
            }
        }
    }
    posting::add_totals(session, scope, totals)
}

/// Counts the versions that a word's list has; all of them where it has nothing but versions that are not there.
pub(crate) fn held(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    versions: &[i64],
) -> Result<u64, StorageError> {
    let Some((first, bytes)) = posting::first_block(session, scope, term)? else { return Ok(0) };
    let mut block = (first, versions_of(first, &bytes)?);
    let mut is_used = false;
    for version in &block.1 {
        is_used = is_used || memory::of_version(session, *version)?.is_some();
    }
    if !is_used {
        return Ok(versions.len() as u64);
    }
    let (mut versions, mut held) = (versions.to_vec(), 0);
    versions.sort_unstable();
    for version in versions {
        if block.1.last().is_some_and(|last| *last < version)
            && let Some((first, bytes)) = posting::block(session, scope, term, version)?
            && first != block.0
        {
            block = (first, versions_of(first, &bytes)?);
        }
        held += u64::from(block.1.binary_search(&version).is_ok());
    }
    Ok(held)
}

/// The versions of a block, in order.
fn versions_of(first: i64, bytes: &[u8]) -> Result<Vec<i64>, StorageError> {
    let (mut cursor, mut versions) = (Cursor::new(first, bytes)?, Vec::new());
    while let Some(head) = cursor.next_head()? {
        cursor.skip(&head)?;
        versions.push(head.version);
    }
    Ok(versions)
}

/// Makes the index of a scope anew from its texts. What cannot be opened is left out: there is no other way to take out a
/// version whose text is not known.
pub(crate) fn rebuild(session: Session<'_>, scope: ScopeKey) -> Result<(), StorageError> {
    posting::clear(session, scope)?;
    memory::texts_of_scope(session, scope, |version, text| match text {
        Some(text) => insert(session, scope, version, text),
        None => Ok(()),
    })
}

/// Returns how many words a text has, and what the list of each word has of it.
pub(super) fn entries(version: i64, text: &str) -> Result<(i64, BTreeMap<String, Entry>), StorageError> {
    entries_of(version, terms(text)?)
}

fn entries_of(version: i64, terms: Vec<String>) -> Result<(i64, BTreeMap<String, Entry>), StorageError> {
    let length = u32::try_from(terms.len()).map_err(StorageError::corrupt)?;
    let mut entries: BTreeMap<String, Entry> = BTreeMap::new();
    for (place, term) in (0..).zip(terms) {
        let entry = entries.entry(term).or_insert_with(|| Entry { version, length, places: Vec::new() });
        entry.places.push(place);
    }
    Ok((length.into(), entries))
}

/// Puts entries, in the order of their versions, into the list of a word: the same blocks come of it as of one after the other.
fn append(
    session: Session<'_>,
    scope: ScopeKey,
    term: &str,
    entries: Vec<Entry>,
) -> Result<(), StorageError> {
    let Some(begin) = entries.first().map(|entry| entry.version) else { return Ok(()) };
    let found = posting::block(session, scope, term, i64::MAX)?;
    let is_new = found.is_none();
    let (mut first, mut bytes) = found.unwrap_or((begin, Vec::new()));
    let mut before = block::last(first, &bytes)?;
    if before.is_some_and(|before| before >= begin) {
        return entries.into_iter().try_for_each(|entry| add(session, scope, term, entry));
    }
    let (mut is_stored, mut is_changed) = (!is_new, false);
    let write = |first, bytes: &[u8], is_stored: bool| match is_stored {
        true => posting::update(session, scope, term, first, bytes),
        false => posting::insert(session, scope, term, first, bytes),
    };
    for entry in entries {
        if bytes.len() >= FULL {
            if is_changed {
                write(first, &bytes, is_stored)?;
            }
            (first, before, is_stored) = (entry.version, None, false);
            bytes.clear();
        }
        block::push(&mut bytes, before.unwrap_or(first), &entry)?;
        (before, is_changed) = (Some(entry.version), true);
    }
    write(first, &bytes, is_stored)
}

/// Puts an entry into the list of a word. Versions mostly come in their order, so that a full block is left as it is.
fn add(session: Session<'_>, scope: ScopeKey, term: &str, entry: Entry) -> Result<(), StorageError> {
    let version = entry.version;
    let Some((first, mut bytes)) = posting::block(session, scope, term, version)? else {
        return posting::insert(session, scope, term, version, &block::encode(version, &[entry]));
    };
    let mut entries = block::decode(first, &bytes)?;
    match entries.last() {
        Some(last) if last.version < version => {
            if bytes.len() >= FULL {
                return posting::insert(session, scope, term, version, &block::encode(version, &[entry]));
            }
            block::push(&mut bytes, last.version, &entry)?;
            posting::update(session, scope, term, first, &bytes)
        }
        _ => {
            match entries.binary_search_by_key(&version, |entry| entry.version) {
                Ok(_) => return Err(StorageError::corrupt("a version is in the lexical index already")),
                Err(at) => entries.insert(at, entry),
            }
            let second = match bytes.len() >= FULL {
                true => entries.split_off(entries.len() / 2),
                false => Vec::new(),
            };
            posting::update(session, scope, term, first, &block::encode(first, &entries))?;
            match second.first() {
                Some(begin) => {
                    let begin = begin.version;
                    posting::insert(session, scope, term, begin, &block::encode(begin, &second))
                }
                None => Ok(()),
            }
        }
    }
}
