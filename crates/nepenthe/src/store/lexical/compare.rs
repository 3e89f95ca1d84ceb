//! Whether the index is that of the texts: what `check` asks.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;

use super::block::{self, Entry};
use super::index::entries;
use crate::store::error::StorageError;
use crate::store::query::posting::{self, Totals};
use crate::store::query::{ScopeKey, memory};
use crate::store::session::Session;

/// Compares the index of a scope with its texts; `Some(reason)` where they disagree. Holds one text at a time.
pub(crate) fn disagreement(session: Session<'_>, scope: ScopeKey) -> Result<Option<String>, StorageError> {
    match compare(session, scope) {
        Err(StorageError::Corrupt(reason)) => Ok(Some(reason)),
        other => other,
    }
}

fn compare(session: Session<'_>, scope: ScopeKey) -> Result<Option<String>, StorageError> {
    let (mut expected, mut totals) = (Sum::new(), Totals::default());
    memory::texts_of_scope(session, scope, |version, text| {
        let Some(text) = text else { return Ok(()) };
        let (words, entries) = entries(version, text)?;
        entries.iter().for_each(|(term, entry)| expected.add(term, entry));
        (totals.texts, totals.words) = (totals.texts + 1, totals.words + words);
        Ok(())
    })?;
    let mut there = Sum { sum: 0, ..expected.clone() };
    let mut before: Option<(String, i64)> = None;
    let mut ordered = true;
    posting::all(session, scope, |term, first, bytes| {
        let entries = block::decode(first, bytes)?;
        entries.iter().for_each(|entry| there.add(term, entry));
        let overlaps = before.as_ref().is_some_and(|(same, last)| same == term && *last >= first);
        let (Some(last), false) = (entries.last(), overlaps) else {
            ordered = false;
            return Ok(());
        };
        before = Some((term.to_owned(), last.version));
        Ok(())
    })?;
    let reason = if !ordered {
        "its blocks are not in order"
    } else if there.sum != expected.sum {
        "its words are not those of the texts"
    } else if posting::totals(session, scope)?.unwrap_or_default() != totals {
        "its totals are not those of the texts"
    } else {
        return Ok(None);
    };
    Ok(Some(reason.into()))
}

/// A sum of hashes, whatever the order, under keys that no other run has.
#[derive(Clone)]
struct Sum {
    keys: [RandomState; 2],
    sum: u128,
}

impl Sum {
    fn new() -> Self {
        Self { keys: [RandomState::new(), RandomState::new()], sum: 0 }
    }

    fn add(&mut self, term: &str, entry: &Entry) {
        let hash =
            |key: &RandomState| u128::from(key.hash_one((term, entry.version, entry.length, &entry.places)));
        self.sum = self.sum.wrapping_add(hash(&self.keys[0]) << 64 | hash(&self.keys[1]));
    }
}
