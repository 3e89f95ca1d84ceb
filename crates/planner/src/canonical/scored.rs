//! [`Scored`]: a memory with its features, and how likely it is meant by the scorer.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use nepenthe_text::request::Extent;
use nepenthe_text::word::fold;

use super::featured::Featured;
use super::query::Query;
use super::rule::Rule;
use super::rules::bearers;
use super::scorer::{self, Scorer};
use super::segment::Segment;
use super::segmented::Segmented;
use super::{Components, listwise};
use crate::{Candidate, Verb};

/// From which probability on a purge takes a memory that has neither the name nor a word of what is asked for, and names nobody else, where
/// another has the name.
const UNTRACED: f64 = 0.9;

/// A memory, and how likely it is meant.
pub(super) struct Scored {
    pub(super) featured: Featured,
    /// What the other candidates say of it; empty where no relevance model has read it.
    pub(super) listwise: Vec<f32>,
    /// How likely it is meant, whole or in part.
    pub(super) probability: f64,
    /// How likely each of its segments goes, if it is meant.
    pub(super) goes: Vec<f64>,
}

impl Deref for Scored {
    type Target = Featured;

    fn deref(&self) -> &Featured {
        &self.featured
    }
}

impl DerefMut for Scored {
    fn deref_mut(&mut self) -> &mut Featured {
        &mut self.featured
    }
}

impl Scored {
    /// Says of each memory how likely it is meant: by the identifier that it carries, the name that it surely has, or the scorer.
    pub(super) fn all_of(
        query: &Query<'_>,
        mut rows: Vec<Featured>,
        components: Components,
        scorer: &Scorer,
    ) -> Vec<Self> {
        let by_identity = components.identifiers && query.by_identity();
        let by_name = components.names && query.by_name();
        let found = rows.iter().any(|row| row.whole.identifier >= scorer::FOUND);
        // "Gus's number 020 7946 0142" is not everything about Gus.
        let by_number = found && !matches!(query.request.extent, Extent::Everything | Extent::Ended);
        let traced = rows.iter().any(|row| row.whole.carried() >= scorer::FOUND / 2.0);
        if by_name && components.has(Rule::Bearers) {
            bearers::settle(query, rows.iter_mut().map(|row| &mut row.whole));
        }
        // By identity no scorer has a say.
        let judged = match by_identity {
            true => rows.iter().map(|_| (0.0, Vec::new())).collect(),
            false => judge(query, &rows, components, scorer),
        };
        let probability = |row: &Featured, judged: f64| {
            let whole = &row.whole;
            let probability = if fold(&whole.said) == fold(query.words) {
                // The memory itself was given as the words.
                0.99
            } else if by_identity {
                scorer::identity(if by_number { whole.identifier } else { whole.carried() })
            } else if by_name {
                scorer::named(whole, row.read.is_some(), judged)
            } else if whole.near_identifier && whole.identifier < 0.3 {
                // Alike, and another: however well the rest fits.
                judged / 10.0
            } else {
                judged
            };
            // What is erased is gone for good: without name and word of it much must speak for a memory.
            let explained = traced && whole.other_names == 0 && probability >= UNTRACED;
            let doubtful = is_untraced(query, whole) && !explained;
            if doubtful { probability / 2.0 } else { probability }
        };
        let scored = rows.into_iter().zip(judged).map(|(featured, (judged, listwise))| Self {
            probability: probability(&featured, judged),
            goes: featured.segment_features.iter().map(|features| scorer.segment(features)).collect(),
            featured,
            listwise,
        });
        scored.collect()
    }

    /// A memory that no scorer is asked about.
    pub(super) fn without_scorer(segmented: Segmented) -> Self {
        let goes = vec![0.0; segmented.segments.len()];
        let featured = Featured::without_features(segmented);
        Self { featured, listwise: Vec::new(), probability: 0.0, goes }
    }

    /// A long memory of which this is the first chunk.
    pub(super) fn of_long(&self, candidate: Candidate) -> Self {
        let text = Rc::clone(&self.text);
        let segmented = Segmented { candidate, text, whole: self.whole.clone(), segments: Vec::new() };
        let featured = Featured {
            segmented,
            features: self.features.clone(),
            segment_features: Vec::new(),
            vector: self.vector.clone(),
            read: self.read.clone(),
        };
        Self { featured, listwise: Vec::new(), probability: self.probability, goes: Vec::new() }
    }

    /// Takes over what is known of a chunk of it.
    pub(super) fn take_over(&mut self, chunk: &Self) {
        self.whole = chunk.whole.clone();
        self.features.clone_from(&chunk.features);
    }

    /// The memory alone.
    pub(super) fn into_candidate(self) -> Candidate {
        self.featured.segmented.candidate
    }
}

/// How likely each row is by the scorer, by itself, and then among the others, if a model has read them; with what these say of it.
fn judge(
    query: &Query<'_>,
    rows: &[Featured],
    components: Components,
    scorer: &Scorer,
) -> Vec<(f64, Vec<f32>)> {
    let by_itself = |row: &Featured| (scorer.memory(&row.features, row.read.is_some()), Vec::new());
    let mut judged: Vec<(f64, Vec<f32>)> = rows.iter().map(by_itself).collect();
    let read = rows.iter().zip(&judged).filter(|(row, _)| row.read.is_some());
    let (read, alone): (Vec<&Featured>, Vec<f64>) = read.map(|(row, (judged, _))| (row, *judged)).unzip();
    if !components.neighbours || read.iter().any(|row| row.vector.is_empty()) {
        return judged;
    }
    let numbers = listwise::compute(query, &read, &alone);
    let rows = rows.iter().zip(&mut judged).filter(|(row, _)| row.read.is_some());
    for ((row, (judged, listwise)), numbers) in rows.zip(numbers) {
        if let Some(among) = scorer.among(&row.features, &numbers) {
            *judged = among;
        }
        *listwise = numbers;
    }
    judged
}

/// Tells whether a memory has neither the name nor a word of a purge that names somebody, or something that nobody carries.
fn is_untraced(query: &Query<'_>, whole: &Segment) -> bool {
    let named = query.verb == Verb::Purge && (!query.names.is_empty() || query.absent);
    named && whole.carried() < scorer::FOUND / 2.0 && !whole.shares_a_word(query)
}
