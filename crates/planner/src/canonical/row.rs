//! [`Row`]: a memory that is weighed, with what rules make of it.

use std::ops::{Deref, DerefMut, Range};

use super::Components;
use super::query::Query;
use super::scored::Scored;
use super::segmented::Segmented;
use crate::{Candidate, Memories};

/// A memory as it was scored, and what rules make of it.
pub(super) struct Row {
    scored: Scored,
    /// How likely it is meant, whole or in part.
    pub(super) probability: f64,
    /// How likely each of its segments goes, if it is meant.
    pub(super) goes: Vec<f64>,
    /// Where its text has the words of the request, if the request quotes it.
    pub(super) quoted: Option<Range<usize>>,
    /// Why the request says that it stays, if it does.
    pub(super) kept: Option<String>,
    /// Whether it says the new statement of a supersede.
    pub(super) restates: bool,
    /// How sure a rule is that it is meant, where one tells so; 0 where none does.
    pub(super) told: f64,
    /// Whether it may be that a part of it goes all the same.
    pub(super) doubted: bool,
    /// What is left of it, `None` where nothing is, if a request within the request has told that.
    pub(super) rest: Option<Option<String>>,
    /// The chunks of a long memory, weighed one by one; empty where it was weighed as one.
    pub(super) chunks: Vec<Row>,
    /// What rules did to how likely it is.
    pub(super) ruled: Ruled,
}

/// Whether rules have made a memory likelier, and whether less likely.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Ruled {
    pub(super) raised: bool,
    pub(super) lowered: bool,
}

impl From<Scored> for Row {
    fn from(scored: Scored) -> Self {
        Self {
            probability: scored.probability,
            goes: scored.goes.clone(),
            scored,
            quoted: None,
            kept: None,
            restates: false,
            told: 0.0,
            doubted: false,
            rest: None,
            chunks: Vec::new(),
            ruled: Ruled::default(),
        }
    }
}

impl Deref for Row {
    type Target = Scored;

    fn deref(&self) -> &Scored {
        &self.scored
    }
}

impl DerefMut for Row {
    fn deref_mut(&mut self) -> &mut Scored {
        &mut self.scored
    }
}

impl Row {
    /// Takes candidates apart that no scorer is asked about, since a rule tells which are meant.
    pub(super) fn unscored(
        query: &Query<'_>,
        candidates: Vec<Candidate>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Vec<Self> {
        let segmented = Segmented::all_of(query, candidates, memories, components);
        segmented.into_iter().map(|memory| Scored::without_scorer(memory).into()).collect()
    }

    /// The same memory as a long one that was weighed chunk by chunk.
    pub(super) fn of_chunks(candidate: Candidate, chunks: Vec<Self>) -> Self {
        let first = &chunks[0];
        let mut row = Self { ruled: first.ruled, ..first.scored.of_long(candidate).into() };
        row.chunks = chunks;
        row.settle();
        row
    }

    /// Takes it as meant, as surely as a rule tells it.
    pub(super) fn tell(&mut self, likely: f64, told: f64) {
        self.probability = self.probability.max(likely);
        self.told = self.told.max(told);
    }

    /// Changes each chunk by that of the same memory, weighed for another request; the memory itself where it was weighed as one.
    pub(super) fn each_with(&mut self, other: &Self, change: &impl Fn(&mut Self, &Self)) {
        if self.chunks.is_empty() || other.chunks.len() != self.chunks.len() {
            return change(self, other);
        }
        self.chunks.iter_mut().zip(&other.chunks).for_each(|(own, other)| change(own, other));
        self.settle();
    }

    /// Changes each chunk; the memory itself where it was weighed as one.
    pub(super) fn each(&mut self, change: &impl Fn(&mut Self)) {
        if self.chunks.is_empty() {
            return change(self);
        }
        self.chunks.iter_mut().for_each(change);
        self.settle();
    }

    /// A memory is as likely as its likeliest chunk; it stays where all that could go is to stay.
    fn settle(&mut self) {
        let Some(best) = likeliest(&self.chunks) else { return };
        let first = self.chunks.iter().map(|chunk| chunk.whole.first).fold(0.0, f32::max);
        let best = &self.chunks[best];
        self.scored.take_over(&best.scored);
        self.scored.whole.first = first;
        self.probability = best.probability;
        self.kept.clone_from(&best.kept);
        self.told = best.told;
    }

    /// The memory alone.
    pub(super) fn into_candidate(self) -> Candidate {
        self.scored.into_candidate()
    }
}

/// The likeliest chunk of those that aren't to stay, the first of several.
pub(super) fn likeliest(chunks: &[Row]) -> Option<usize> {
    (0..chunks.len()).rev().max_by(|&a, &b| {
        let (one, other) = (&chunks[a], &chunks[b]);
        let free = one.kept.is_none().cmp(&other.kept.is_none());
        free.then(one.probability.total_cmp(&other.probability))
    })
}
