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
    /// Of each phrase, whether it says what the query is about.
    telling: Vec<bool>,
    /// The phrases in the order of the query, in which their shares are added up.
    order: Vec<usize>,
    /// Whether a text must have them all.
    every: bool,
}

impl Query {
    /// Reads each string as a phrase: the words that the tokenizer finds in it, one after the other; with each, whether it
    /// says what the query is about.
    ///
    /// # Errors
    /// [`StorageError`], as [`terms`].
    pub(crate) fn new<'t>(
        strings: impl Iterator<Item = (&'t str, bool)>,
        every: bool,
    ) -> Result<Self, StorageError> {
        let mut query = Self { phrases: Vec::new(), telling: Vec::new(), order: Vec::new(), every };
        let mut known: HashMap<Vec<String>, usize> = HashMap::new();
        for (string, telling) in strings {
            let phrase = terms(string)?;
            let at = *known.entry(phrase).or_insert_with_key(|phrase| {
                query.phrases.push(phrase.clone());
                query.telling.push(telling);
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
    Scores::of(session, scope, query)?.each(&mut visit)
}

/// What a query is in each version that has any of it.
#[derive(Debug, Default)]
pub(crate) struct Scores {
    /// Ascending. The columns go together.
    versions: Vec<i64>,
    /// BM25, higher is better.
    bm25: Vec<f64>,
    /// The rarity of the telling phrases that the version has, added up.
    rarity: Vec<f64>,
    /// How many of the phrases it has.
    hits: Vec<usize>,
    /// How many it must have to be found.
    wanted: usize,
    /// The rarity of every telling phrase of the query, added up.
    all: f64,
    /// The best BM25 of all.
    most: f64,
}

/// How much of a query a version has.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Coverage {
    /// The part of the query's telling phrases, each weighed by how rare it is in the scope: 0 to 1.
    pub(crate) part: f64,
    /// How rare those are that it has, added up; a phrase that no text has would count 1.
    pub(crate) rarity: f64,
    /// BM25 as a part of the best that a text of the scope has.
    pub(crate) bm25: f64,
}

impl Scores {
    /// Looks a query up.
    pub(crate) fn of(session: Session<'_>, scope: ScopeKey, query: &Query) -> Result<Self, StorageError> {
        let Some(totals) = posting::totals(session, scope)? else { return Ok(Self::default()) };
        let mut found = Vec::with_capacity(query.phrases.len());
        for phrase in &query.phrases {
            let occurrences = phrase::find(session, scope, phrase)?;
            if query.every && occurrences.is_empty() {
                return Ok(Self::default());
            }
            found.push(occurrences);
        }
        // Runs that are each in order, which a stable sort merges.
        let mut versions: Vec<i64> = found.iter().flatten().map(|occurrence| occurrence.version).collect();
        versions.sort();
        versions.dedup();
        let (mut hits, mut bm25) = (vec![0; versions.len()], vec![0.0; versions.len()]);
        let (mut rarity, mut all) = (vec![0.0; versions.len()], 0.0);
        let mut shares = Vec::with_capacity(found.len());
        for (occurrences, telling) in found.into_iter().zip(&query.telling) {
            let weight = weight(totals, occurrences.len());
            let rare = if *telling { self::rarity(totals, occurrences.len()) } else { 0.0 };
            all += rare;
            let mut slot = 0;
            let mut share = Vec::with_capacity(occurrences.len());
            for occurrence in occurrences {
                while versions[slot] != occurrence.version {
                    slot += 1;
                }
                hits[slot] += 1;
                rarity[slot] += rare;
                share.push((slot, weight * saturated(totals, occurrence.count, occurrence.length)));
            }
            shares.push(share);
        }
        for at in &query.order {
            for (slot, share) in &shares[*at] {
                bm25[*slot] += share;
            }
        }
        let most = bm25.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let wanted = if query.every { query.phrases.len() } else { 0 };
        Ok(Self { versions, bm25, rarity, hits, wanted, all, most })
    }

    /// Hands each version with its BM25 (lower is better) to `visit`, best first, ties by version, until that returns false.
    pub(crate) fn each(
        &self,
        mut visit: impl FnMut(i64, f64) -> Result<bool, StorageError>,
    ) -> Result<(), StorageError> {
        let found = self.versions.iter().zip(&self.bm25).zip(&self.hits);
        let found = found.filter(|(_, hits)| **hits >= self.wanted);
        let ranked = found.map(|((version, score), _)| Ranked { rank: -score, version: *version });
        let mut ranked: BinaryHeap<Ranked> = ranked.collect::<Vec<_>>().into();
        while let Some(Ranked { rank, version }) = ranked.pop() {
            if !visit(version, rank)? {
                break;
            }
        }
        Ok(())
    }

    /// Returns a version's BM25, higher being better; `None` where it has nothing of the query.
    pub(crate) fn bm25(&self, version: i64) -> Option<f64> {
        self.versions.binary_search(&version).ok().map(|at| self.bm25[at])
    }

    /// How much of the query a version has.
    pub(crate) fn coverage(&self, version: i64) -> Coverage {
        match self.versions.binary_search(&version) {
            // Words that tell nothing make no answer.
            Ok(at) if self.rarity[at] > 0.0 => Coverage {
                part: self.rarity[at] / self.all,
                rarity: self.rarity[at],
                bm25: self.bm25[at] / self.most,
            },
            _ => Coverage::default(),
        }
    }
}

/// How rare a phrase is that so many of the texts have: 1 where none has it, nearly 0 where all have it.
#[expect(clippy::cast_precision_loss, reason = "counts of texts")]
fn rarity(totals: Totals, having: usize) -> f64 {
    let (all, having) = (totals.texts as f64, having as f64);
    let of = |having: f64| ((all - having + 0.5).max(0.5) / (having + 0.5)).ln_1p();
    of(having) / of(0.0)
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
