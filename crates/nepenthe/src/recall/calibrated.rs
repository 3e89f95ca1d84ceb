//! A hybrid recall by how likely each candidate answers: what both indexes find nearest is measured by everything that is known
//! of it. Nothing of another scope counts, and nothing of how many are asked for.

use std::collections::{BTreeSet, HashMap};

use super::likelihood::likelihood;
use super::names::Names;
use super::search::{Found, Query, nearest};
use super::{Evidence, RecallError, RecallOptions, lexical as words};
use crate::store::query::memory::{self, StoredMemory};
use crate::store::query::view::View;
use crate::store::query::visible::Reader;
use crate::store::query::{passage, vector};
use crate::store::{Session, StorageError, Vectors, lexical};

/// How many of the nearest memories say what all have in common with a query, and the fewest candidates of each index.
const NEAREST: usize = 40;

/// So much counts nothing beside what they have in common, so that few memories share little.
const NOTHING: f32 = 2.0;

/// The longest that the name before a turn of a talk is, in bytes.
const LABEL: usize = 80;

/// Answers a query, best first, with at most `k` hits.
pub(super) fn search(
    session: Session<'_>,
    vectors: &Vectors,
    view: &View,
    query: &Query<'_>,
    options: &RecallOptions,
    k: usize,
) -> Result<Vec<Found>, RecallError> {
    let mut reader = Reader::new(session, view)?;
    let pool = k.saturating_mul(4).max(NEAREST);
    let mut candidates: BTreeSet<i64> = BTreeSet::new();
    let mut scores = match words::query(query.text, options.terms)? {
        Some(asked) => lexical::Scores::of(session, view.scope, &asked)?,
        None => lexical::Scores::default(),
    };
    scores.each(|version, _| {
        if reader.shows(version)? {
            candidates.insert(version);
        }
        Ok::<_, StorageError>(candidates.len() < pool)
    })?;
    let has_vectors = !query.vector.is_empty();
    let mut near = Vec::new();
    if has_vectors {
        for (version, _) in nearest(session, vectors, view, &query.vector, pool, true)? {
            if near.len() == pool {
                break;
            }
            if candidates.contains(&version) || reader.shows(version)? {
                near.push(version);
            }
        }
        candidates.extend(&near);
    }
    let mut rows: Vec<StoredMemory> = Vec::with_capacity(candidates.len());
    for version in candidates {
        rows.extend(reader.fetch(version)?.filter(|row| row.readable));
    }
    let mut before: HashMap<i64, i64> = HashMap::new();
    if has_vectors {
        for row in &rows {
            if let Some(version) = turn_before(session, view, &mut reader, row)? {
                before.insert(row.version, version);
            }
        }
    }
    let measured = rows.iter().map(|row| row.version).chain(before.values().copied());
    let compared = Compared::read(session, view, query, &near, measured)?;
    let mut found: Vec<Found> = rows
        .into_iter()
        .map(|stored| {
            let version = stored.version;
            let words = scores.coverage(version)?;
            let (cosine, apart) = compared.of(version).unwrap_or_default();
            let evidence = Evidence {
                cosine,
                apart,
                coverage: words.part,
                rarity: words.rarity,
                bm25: words.bm25,
                before: before.get(&version).and_then(|version| compared.of(*version)).unwrap_or_default().1,
                ..Evidence::default()
            };
            Ok(Found {
                score: likelihood(&evidence, has_vectors),
                distance: has_vectors.then(|| (2.0 - 2.0 * cosine).max(0.0).sqrt()),
                bm25: scores.bm25(version)?,
                evidence: Some(evidence),
                stored,
            })
        })
        .collect::<Result<_, StorageError>>()?;
    by_score(&mut found);
    Names::of(query.text).rank(&mut found);
    found.truncate(k);
    Ok(found)
}

/// Sorts hits, best first, ties by version.
pub(super) fn by_score(found: &mut [Found]) {
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.stored.version.cmp(&b.stored.version)));
}

/// Returns the version that the turn before a memory says, where both are turns of one talk: of one source, or, where neither has
/// one, each led by the name of who speaks.
fn turn_before(
    session: Session<'_>,
    view: &View,
    reader: &mut Reader<'_>,
    row: &StoredMemory,
) -> Result<Option<i64>, StorageError> {
    if row.source.is_none() && !is_turn(&row.text) {
        return Ok(None);
    }
    let Some(before) = memory::written_before(session, view.scope, row.row)? else { return Ok(None) };
    let before = reader.fetch(before)?.filter(|before| before.readable && before.source == row.source);
    Ok(before.filter(|before| before.source.is_some() || is_turn(&before.text)).map(|before| before.version))
}

/// Tells whether a text begins as a turn of a talk does: "Maya: ".
fn is_turn(text: &str) -> bool {
    let head = &text[..text.floor_char_boundary(LABEL)];
    head.match_indices(": ").any(|(at, _)| {
        let label = head[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        label.chars().next().is_some_and(char::is_uppercase)
    })
}

/// How near versions are to a query: the cosine, and the cosine without what those nearest to the query share.
struct Compared {
    of: HashMap<i64, (f64, f64)>,
}

impl Compared {
    fn read(
        session: Session<'_>,
        view: &View,
        query: &Query<'_>,
        near: &[i64],
        versions: impl Iterator<Item = i64>,
    ) -> Result<Self, StorageError> {
        let dimension = query.vector.len();
        let mut of = HashMap::new();
        if dimension == 0 {
            return Ok(Self { of });
        }
        let mut shared = vec![0.0_f32; dimension];
        let common = near.iter().copied().take(NEAREST);
        let mut read: HashMap<i64, Vec<f32>> = HashMap::new();
        vector::read(session, view.scope, common.clone().chain(versions), |version, vector| {
            read.insert(version, vector.to_vec());
        })?;
        let mut count = NOTHING;
        // In their order, so that sums are the same to the bit.
        for version in common {
            if let Some(vector) = read.get(&version) {
                shared.iter_mut().zip(vector).for_each(|(sum, component)| *sum += component);
                count += 1.0;
            }
        }
        shared.iter_mut().for_each(|sum| *sum /= count);
        let asked: Vec<f32> =
            query.vector.iter().zip(&shared).map(|(asked, shared)| asked - shared).collect();
        for (version, vector) in read {
            let mut best = near_by(&query.vector, &asked, &shared, &vector);
            for passage in passage::vectors(&passage::get(session, view.scope, version)?, dimension) {
                let (cosine, apart) = near_by(&query.vector, &asked, &shared, &passage);
                best = (best.0.max(cosine), best.1.max(apart));
            }
            of.insert(version, best);
        }
        Ok(Self { of })
    }

    fn of(&self, version: i64) -> Option<(f64, f64)> {
        self.of.get(&version).copied()
    }
}

fn near_by(query: &[f32], asked: &[f32], shared: &[f32], vector: &[f32]) -> (f64, f64) {
    let cosine: f32 = query.iter().zip(vector).map(|(asked, own)| asked * own).sum();
    let (mut product, mut own, mut other) = (0.0_f32, 0.0_f32, 0.0_f32);
    for ((asked, shared), component) in asked.iter().zip(shared).zip(vector) {
        let component = component - shared;
        product += asked * component;
        own += component * component;
        other += asked * asked;
    }
    let lengths = (own * other).sqrt();
    let apart = if lengths > f32::EPSILON { product / lengths } else { 0.0 };
    (f64::from(cosine).clamp(-1.0, 1.0), f64::from(apart).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_begins_with_who_speaks() {
        for text in ["Maya: I moved.", "[2 May, 14:05] Dario Rossi: Ruth!", "(1:56 pm on 8 May) Ida: hello"] {
            assert!(is_turn(text), "{text}");
        }
        for text in ["Maya moved.", "the code: 4711", "at 14:05 she left", "", "ü".repeat(90).as_str()] {
            assert!(!is_turn(text), "{text}");
        }
    }
}
