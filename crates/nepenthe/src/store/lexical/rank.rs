//! The rank of a query: which texts have the most of it.
//!
//! The lists of the phrases are read in the order of how much each can add, and only until no text that has none of those read can be
//! among the best any more (MaxScore, Turtle and Flood 1995): the words that nearly all texts have are looked up for few. What is
//! left out is never among those given: the bounds are of whole blocks, and ties stay in.

use super::bm25::{rarity, saturated, weight};
use super::list::List;
use super::phrase::Occurrence;
use super::query::Query;
use crate::store::error::StorageError;
use crate::store::query::ScopeKey;
use crate::store::query::posting::{self, Totals};
use crate::store::session::Session;

/// A list of at most so many texts is read whole.
const WHOLE: usize = 4096;

/// How many of the best are found first; four times as many whenever those were not enough.
const FIRST: usize = 64;

/// What adding up in another order may change, as a part.
const SLACK: f64 = 1e-9;

/// A version with its BM25, higher being better.
type Ranked = (i64, f64);

/// Runs a query, best first, ties by version, and hands each version with its BM25 (lower is better) to `visit` until that
/// returns false. Each phrase is looked up once, however often the query has it.
pub(crate) fn search(
    session: Session<'_>,
    scope: ScopeKey,
    query: &Query,
    visit: impl FnMut(i64, f64) -> Result<bool, StorageError>,
) -> Result<(), StorageError> {
    Scores::of(session, scope, query)?.each(visit)
}

/// What a query is in each version that has any of it.
#[derive(Default)]
pub(crate) struct Scores<'s> {
    /// Of each phrase. The columns go together.
    lists: Vec<List<'s>>,
    weights: Vec<f64>,
    rarities: Vec<f64>,
    /// See [`Query`].
    order: Vec<usize>,
    every: bool,
    totals: Totals,
    /// The rarity of every telling phrase of the query, added up.
    all: f64,
    /// The best: as many as were asked for, or all that there are.
    best: Vec<Ranked>,
    /// How many were asked for.
    asked: usize,
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

impl<'s> Scores<'s> {
    /// Looks a query up.
    pub(crate) fn of(session: Session<'s>, scope: ScopeKey, query: &Query) -> Result<Self, StorageError> {
        Self::reading(session, scope, query, WHOLE, FIRST)
    }

    pub(super) fn reading(
        session: Session<'s>,
        scope: ScopeKey,
        query: &Query,
        whole: usize,
        first: usize,
    ) -> Result<Self, StorageError> {
        let Some(totals) = posting::totals(session, scope)? else { return Ok(Self::default()) };
        let mut lists = Vec::with_capacity(query.phrases.len());
        for phrase in &query.phrases {
            let list = List::of(session, scope, phrase, totals, whole)?;
            if query.every && list.texts == 0 {
                return Ok(Self::default());
            }
            lists.push(list);
        }
        let weights = lists.iter().map(|list| weight(totals, list.texts)).collect();
        let rare =
            |(list, telling): (&List<'_>, &bool)| if *telling { rarity(totals, list.texts) } else { 0.0 };
        let rarities: Vec<f64> = lists.iter().zip(&query.telling).map(rare).collect();
        let mut scores = Self {
            all: rarities.iter().sum(),
            order: query.order.clone(),
            every: query.every,
            best: Vec::new(),
            asked: first,
            lists,
            weights,
            rarities,
            totals,
        };
        scores.best = scores.top(first)?;
        Ok(scores)
    }

    /// Hands each version with its BM25 (lower is better) to `visit`, best first, ties by version, until that returns false.
    pub(crate) fn each(
        &mut self,
        mut visit: impl FnMut(i64, f64) -> Result<bool, StorageError>,
    ) -> Result<(), StorageError> {
        let mut next = 0;
        loop {
            while let Some((version, score)) = self.best.get(next) {
                if !visit(*version, -score)? {
                    return Ok(());
                }
                next += 1;
            }
            if self.lists.is_empty() || self.best.len() < self.asked {
                return Ok(());
            }
            self.asked = self.asked.saturating_mul(4);
            self.best = self.top(self.asked)?;
        }
    }

    /// Returns a version's BM25, higher being better; `None` where it has nothing of the query.
    pub(crate) fn bm25(&self, version: i64) -> Result<Option<f64>, StorageError> {
        Ok(self.measured(version)?.map(|measured| measured.bm25))
    }

    /// How much of the query a version has.
    pub(crate) fn coverage(&self, version: i64) -> Result<Coverage, StorageError> {
        let most = self.best.first().map_or(f64::MIN_POSITIVE, |(_, score)| score.max(f64::MIN_POSITIVE));
        Ok(match self.measured(version)? {
            // Words that tell nothing make no answer.
            Some(measured) if measured.rarity > 0.0 => Coverage {
                part: measured.rarity / self.all,
                rarity: measured.rarity,
                bm25: measured.bm25 / most,
            },
            _ => Coverage::default(),
        })
    }

    /// Measures a version; `None` where it has no phrase.
    fn measured(&self, version: i64) -> Result<Option<Measured>, StorageError> {
        let mut shares = Vec::with_capacity(self.lists.len());
        let mut measured = Measured { bm25: 0.0, rarity: 0.0, hits: 0 };
        for (at, list) in self.lists.iter().enumerate() {
            let found = list.get(version)?;
            let share = |count, length| self.weights[at] * saturated(self.totals, count, length);
            shares.push(found.map_or(0.0, |found| share(found.count, found.length)));
            if found.is_some() {
                measured.hits += 1;
                measured.rarity += self.rarities[at];
            }
        }
        for at in &self.order {
            measured.bm25 += shares[*at];
        }
        Ok((measured.hits > 0).then_some(measured))
    }

    /// Finds the `wanted` best, or all where there are fewer.
    fn top(&mut self, wanted: usize) -> Result<Vec<Ranked>, StorageError> {
        let candidates = if self.every { self.having_every()? } else { self.candidates(wanted)? };
        let mut best = Vec::with_capacity(candidates.len());
        for version in candidates {
            let found = self.measured(version)?;
            best.extend(
                found
                    .filter(|found| !self.every || found.hits == self.lists.len())
                    .map(|found| (version, found.bm25)),
            );
        }
        best.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        best.truncate(wanted);
        Ok(best)
    }

    /// The versions of the shortest list.
    fn having_every(&mut self) -> Result<Vec<i64>, StorageError> {
        let Some(shortest) = self.lists.iter_mut().min_by_key(|list| list.texts) else {
            return Ok(Vec::new());
        };
        Ok(shortest.read_whole()?.iter().map(|occurrence| occurrence.version).collect())
    }

    /// The versions that may be among the `wanted` best.
    fn candidates(&mut self, wanted: usize) -> Result<Vec<i64>, StorageError> {
        // A phrase counts as often as the query has it.
        let mut factors = vec![0.0; self.lists.len()];
        self.order.iter().for_each(|at| factors[*at] += self.weights[*at]);
        let there = (0..self.lists.len()).filter(|at| self.lists[*at].texts > 0);
        let mut bounds: Vec<(usize, f64)> = there.map(|at| (at, factors[at] * self.lists[at].most)).collect();
        bounds.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        // What each has of the phrases read, in the order of versions.
        let mut known: Vec<Ranked> = Vec::new();
        let mut grows = true;
        for (place, (at, _)) in bounds.iter().enumerate() {
            let rest = bounds[place..].iter().map(|(_, bound)| bound).sum::<f64>() * (1.0 + SLACK);
            let least = threshold(&known, wanted);
            // A version that has nothing yet cannot come up to those any more.
            grows = grows && rest >= least;
            let totals = self.totals;
            let share = |found: Occurrence| factors[*at] * saturated(totals, found.count, found.length);
            if grows {
                let shares = self.lists[*at].read_whole()?.iter();
                known = merged(&known, shares.map(|found| (found.version, share(*found))));
                continue;
            }
            known.retain(|(_, has)| has + rest >= least);
            for (version, has) in &mut known {
                *has += self.lists[*at].get(*version)?.map_or(0.0, share);
            }
        }
        let least = threshold(&known, wanted) * (1.0 - SLACK);
        known.retain(|(_, has)| *has >= least);
        Ok(known.into_iter().map(|(version, _)| version).collect())
    }
}

struct Measured {
    bm25: f64,
    rarity: f64,
    /// How many of the phrases it has.
    hits: usize,
}

/// What the last of the `wanted` best has; nothing where there are fewer.
fn threshold(known: &[Ranked], wanted: usize) -> f64 {
    if wanted == 0 || known.len() < wanted {
        return f64::NEG_INFINITY;
    }
    let mut has: Vec<f64> = known.iter().map(|(_, has)| *has).collect();
    *has.select_nth_unstable_by(wanted - 1, |a, b| b.total_cmp(a)).1
}

/// Adds the shares to what is known; both are in the order of versions.
fn merged(known: &[Ranked], shares: impl Iterator<Item = Ranked>) -> Vec<Ranked> {
    let mut both = Vec::with_capacity(known.len());
    let mut known = known.iter().copied().peekable();
    for (version, share) in shares {
        while let Some(before) = known.next_if(|(other, _)| *other < version) {
            both.push(before);
        }
        let has = known.next_if(|(other, _)| *other == version).map_or(0.0, |(_, has)| has);
        both.push((version, has + share));
    }
    both.extend(known);
    both
}
