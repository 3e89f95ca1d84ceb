//! [`Gathered`]: the memories that a request may concern, taken apart.

use super::query::Query;
use super::rule::Rule;
use super::rules::restated;
use super::segmented::Segmented;
use super::{Components, chunking};
use crate::{Candidate, Memories};

/// What is gathered for one reading of a request, each memory in its statements.
pub(super) struct Gathered {
    /// What is weighed, long memories chunk by chunk.
    pub(super) weighed: Vec<Segmented>,
    /// Those long memories, whole.
    pub(super) long: Vec<Candidate>,
    /// What says the new statement of a supersede already.
    pub(super) restated: Vec<Segmented>,
}

impl Gathered {
    pub(super) fn new(
        query: &Query<'_>,
        candidates: Vec<Candidate>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Self {
        let (candidates, restated) = match components.has(Rule::Restated) {
            true => restated::apart(query, candidates),
            false => (candidates, Vec::new()),
        };
        let (candidates, long) = chunking::apart(query, candidates);
        let segmented = |candidates| Segmented::all_of(query, candidates, memories, components);
        Self { weighed: segmented(candidates), long, restated: segmented(restated) }
    }

    /// All that was gathered.
    pub(super) fn all(&self) -> impl Iterator<Item = &Segmented> {
        self.weighed.iter().chain(&self.restated)
    }
}
