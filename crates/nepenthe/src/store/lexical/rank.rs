//! Searching the index: BM25 (Robertson and Zaragoza 2009) with the constants and in the order of operations of FTS5's `bm25()`, so
//! that scores are the same to the bit.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use super::phrase;
use super::tokenizer::terms;
use crate::store::error::StorageError;
use crate::store::query::ScopeKey;
use crate::store::query::posting::{self, Totals};
use crate::store::session::Session;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// What a word weighs at least, however many texts have it.
const LEAST_WEIGHT: f64 = 1e-6;

/// What is looked for: phrases, mostly of one word each.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Query {
    /// Each phrase once.
    phrases: Vec<Vec<String>>,
    /// The phrases in the order of the query, in which their shares are added up.
    order: Vec<usize>,
    /// Whether a text must have them all.
    every: bool,
}

impl Query {
    /// Reads each string as a phrase: the words that the tokenizer finds in it, one after the other.
    ///
    /// # Errors
    /// [`StorageError`], as [`terms`].
    pub(crate) fn new<'t>(strings: impl Iterator<Item = &'t str>, every: bool) -> Result<Self, StorageError> {
        let mut query = Self { phrases: Vec::new(), order: Vec::new(), every };
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for string in strings {
            let phrase = terms(string)?;
            let at = *known.entry(phrase).or_insert_with_key(|phrase| {
                query.phrases.push(phrase.clone());
                query.phrases.len() - 1
            });
            query.order.push(at);
        }
        Ok(query)
    }
}

/// A version with its BM25, lower being better; the best is the greatest, so that a heap gives it first.
#[derive(PartialEq)]
struct Ranked {
    rank: f64,
    version: i64,
}

impl Eq for Ranked {}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        other.rank.total_cmp(&self.rank).then(other.version.cmp(&self.version))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Runs a query, best first, ties by version, and hands each version with its BM25 (lower is better) to `visit` until that
/// returns false. Each phrase is looked up once, however often the query has it.
pub(crate) fn search(
    session: Session<'_>,
    scope: ScopeKey,
    query: &Query,
    mut visit: impl FnMut(i64, f64) -> Result<bool, StorageError>,
) -> Result<(), StorageError> {
    let Some(totals) = posting::totals(session, scope)? else { return Ok(()) };
    let mut found = Vec::with_capacity(query.phrases.len());
    for phrase in &query.phrases {
        let occurrences = phrase::find(session, scope, phrase)?;
        if query.every && occurrences.is_empty() {
            return Ok(());
        }
        found.push(occurrences);
    }
    // Runs that are each in order, which a stable sort merges.
    let mut versions: Vec<i64> = found.iter().flatten().map(|occurrence| occurrence.version).collect();
    versions.sort();
    versions.dedup();
    let (mut hits, mut scores) = (vec![0; versions.len()], vec![0.0; versions.len()]);
    let mut shares = Vec::with_capacity(found.len());
    for occurrences in found {
        let weight = weight(totals, occurrences.len());
        let mut slot = 0;
        let mut share = Vec::with_capacity(occurrences.len());
        for occurrence in occurrences {
            while versions[slot] != occurrence.version {
                slot += 1;
            }
            hits[slot] += 1;
            share.push((slot, weight * saturated(totals, occurrence.count, occurrence.length)));
        }
        shares.push(share);
    }
    for at in &query.order {
        for (slot, share) in &shares[*at] {
            scores[*slot] += share;
        }
    }
    let wanted = if query.every { query.phrases.len() } else { 0 };
    let ranked = versions.into_iter().zip(scores).zip(hits).filter(|(_, hits)| *hits >= wanted);
    let ranked = ranked.map(|((version, score), _)| Ranked { rank: -score, version });
    let mut ranked: BinaryHeap<Ranked> = ranked.collect::<Vec<_>>().into();
    while let Some(Ranked { rank, version }) = ranked.pop() {
        if !visit(version, rank)? {
            break;
        }
    }
    Ok(())
}

/// What a phrase weighs that so many of the texts have: the rarer, the more.
#[expect(clippy::cast_precision_loss, reason = "counts of texts")]
fn weight(totals: Totals, having: usize) -> f64 {
    let (all, having) = (totals.texts as f64, having as f64);
    let weight = ((all - having + 0.5) / (having + 0.5)).ln();
    if weight <= 0.0 { LEAST_WEIGHT } else { weight }
}

/// How much a text speaks of a phrase that stands in it so often, for its length.
#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn saturated(totals: Totals, count: u32, length: u32) -> f64 {
    let average = totals.words as f64 / totals.texts as f64;
    let (count, length) = (f64::from(count), f64::from(length));
    (count * (K1 + 1.0)) / (count + K1 * (1.0 - B + B * length / average))
}
