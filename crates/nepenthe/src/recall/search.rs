//! One recall: ask the indexes, fuse, and take each hit through the choke point.

use std::collections::HashMap;

use super::fusion::fuse;
use super::lexical as words;
use super::names::Names;
use super::{Evidence, Fusion, Hit, RecallError, RecallMode, RecallOptions, calibrated};
use crate::store::query::memory::StoredMemory;
use crate::store::query::passage;
use crate::store::query::view::View;
use crate::store::query::visible::Reader;
use crate::store::{Session, StorageError, Vectors, lexical};

/// How many hits the relevance model reads.
pub(super) const READ: usize = 30;

/// A query with its vector, which was made before the connection was locked.
pub(crate) struct Query<'a> {
    pub(crate) text: &'a str,
    /// Empty where the store has no vectors or the mode needs none.
    pub(crate) vector: Vec<f32>,
}

/// A hit with the row that it came from.
pub(crate) struct Found {
    pub(crate) stored: StoredMemory,
    pub(super) score: f64,
    pub(super) distance: Option<f64>,
    pub(super) bm25: Option<f64>,
    pub(super) evidence: Option<Evidence>,
}

impl Found {
    pub(crate) fn into_hit(self, at: jiff::Timestamp) -> Hit {
        Hit {
            memory: self.stored.into_memory(at),
            score: self.score,
            distance: self.distance,
            bm25: self.bm25,
            evidence: self.evidence,
        }
    }
}

/// Answers a query, best first. Each index gives a pool of max(4k, 20) candidates at most.
pub(crate) fn search(
    session: Session<'_>,
    vectors: &Vectors,
    view: &View,
    query: &Query<'_>,
    options: &RecallOptions,
) -> Result<Vec<Found>, RecallError> {
    if options.k == 0 {
        return Ok(Vec::new());
    }
    let calibrated = options.fusion == Fusion::Calibrated;
    if options.is_calibrated() {
        let k = if options.reads_again() { options.k.max(READ) } else { options.k };
        return calibrated::search(session, vectors, view, query, options, k);
    }
    let mut reader = Reader::new(session, view)?;
    let mut bm25: HashMap<i64, f64> = HashMap::new();
    let mut distance: HashMap<i64, f64> = HashMap::new();
    let (mut by_words, mut by_vector) = (Vec::new(), Vec::new());

    let pool = options.k.saturating_mul(4).max(20);
    let names = Names::of(if options.mode == RecallMode::Vector { "" } else { query.text });
    if options.mode != RecallMode::Vector
        && let Some(asked) = words::query(query.text, options.terms)?
    {
        let only = options.mode == RecallMode::Lexical && names.is_empty();
        let wanted = if only { options.k } else { pool };
        lexical::search(session, view.scope, &asked, |version, rank| {
            if reader.shows(version)? {
                bm25.insert(version, -rank);
                by_words.push(version);
            }
            Ok::<_, StorageError>(by_words.len() < wanted)
        })?;
    }
    if options.mode != RecallMode::Lexical && !query.vector.is_empty() {
        for (version, away) in nearest(session, vectors, view, &query.vector, pool, calibrated)? {
            if by_vector.len() == pool {
                break;
            }
            if bm25.contains_key(&version) || reader.shows(version)? {
                distance.insert(version, away);
                by_vector.push(version);
            }
        }
    }

    let ranked: Vec<(i64, f64)> = match options.mode {
        RecallMode::Lexical => by_words.iter().map(|version| (*version, bm25[version])).collect(),
        RecallMode::Vector => {
            by_vector.iter().map(|version| (*version, 1.0 - distance[version].powi(2) / 2.0)).collect()
        }
        RecallMode::Hybrid => fuse([&by_vector, &by_words]),
    };
    let kept = if names.is_empty() { options.k } else { ranked.len() };
    let mut found = Vec::with_capacity(kept.min(ranked.len()));
    for (version, score) in ranked.into_iter().take(kept) {
        if let Some(stored) = reader.fetch(version)?.filter(|stored| stored.readable) {
            let (distance, bm25) = (distance.get(&version).copied(), bm25.get(&version).copied());
            found.push(Found { stored, score, distance, bm25, evidence: None });
        }
    }
    names.rank(&mut found);
    found.truncate(options.k);
    Ok(found)
}

/// Returns the versions nearest to a query with their L2 distances, nearest first, ties by version; where passages count, a
/// long text is as near as its nearest passage.
pub(super) fn nearest(
    session: Session<'_>,
    vectors: &Vectors,
    view: &View,
    query: &[f32],
    wanted: usize,
    with_passages: bool,
) -> Result<Vec<(i64, f64)>, StorageError> {
    let mut found = vectors.nearest(session, view, query, wanted)?;
    let passages = if with_passages { passage::nearest(session, view.scope, query)? } else { Vec::new() };
    if passages.is_empty() {
        return Ok(found);
    }
    let places: HashMap<i64, usize> =
        found.iter().enumerate().map(|(at, (version, _))| (*version, at)).collect();
    for (version, cosine) in passages {
        let distance = (2.0 - 2.0 * cosine).max(0.0).sqrt();
        match places.get(&version) {
            Some(at) => found[*at].1 = found[*at].1.min(distance),
            None => found.push((version, distance)),
        }
    }
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    Ok(found)
}
