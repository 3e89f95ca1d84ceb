//! The planner `canonical`: no language model and no network, the same plan for the same state, byte by byte.
//!
//! It reads a request ([`query`]), gathers the memories that it may concern ([`candidates`]) and decides once, by what these say,
//! in which way the request is read ([`readings`]). The memories go through stages, each of which returns a type that holds what
//! the stage before returned: a memory in its statements ([`segmented`]), with its features ([`featured`]), scored ([`scored`]),
//! and weighed by rules ([`row`], [`rules`]); their order is in [`rank`]. Then it decides what happens to the memory
//! ([`decision`]) and what is left of it ([`compression`]). docs/planner.md tells what each step is worth.

mod alias;
mod borne;
mod calibration;
mod candidates;
mod chunking;
mod components;
mod compression;
mod confidence;
mod contact;
mod coordination;
mod copies;
mod coreference;
mod credential;
mod decision;
mod earlier_texts;
mod exception;
mod featured;
mod features;
mod fields;
mod gathered;
mod identity;
mod listwise;
mod model_input;
mod named;
mod opinion;
mod other_verbs;
mod plate;
mod pointed;
mod query;
mod rank;
mod readings;
mod redaction;
mod refuse;
mod row;
mod rule;
mod rules;
mod scored;
mod scorer;
mod segment;
mod segmented;
mod sought;
mod span;
mod subsequence;
mod tied;
mod untied;
mod valued;

use std::sync::{Arc, LazyLock};

pub use components::Components;
pub use compression::{DELETION_FEATURES, DeletionCandidate};
pub use features::FEATURES;
pub use listwise::LISTWISE_FEATURES;
pub use model_input::ModelInput;
pub use named::Named;
pub(super) use opinion::{Opinion, Ranked};
pub use scorer::{Scorer, ScorerError};

use nepenthe_text::request::{self, Reach};

use self::opinion::Aim;
use self::query::Query;
use crate::{Corpus, Draft, Memories, Mutation, Planner, PlannerError, Verb};

/// Plans by identity: identifiers and names in canonical form, the statements of a text one by one, and a small trained
/// scorer over what was found, which also says how sure it is.
#[derive(Debug, Clone, Default)]
pub struct Canonical {
    components: Components,
    /// Instead of the one that comes with this library.
    scorer: Option<Arc<Scorer>>,
}

/// A memory, or a segment of it, as the planner saw it, for training and for those who want to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Examined {
    /// The memory's text.
    pub text: String,
    /// 0 for the memory as a whole, then its segments from 1, where it has several.
    pub position: usize,
    /// What the segment states, readable alone.
    pub segment: String,
    /// The features, in the order of [`FEATURES`].
    pub features: Vec<f32>,
    /// What the other candidates say of the memory, in the order of [`LISTWISE_FEATURES`]; empty for a segment, and where no relevance
    /// model has read it.
    pub listwise: Vec<f32>,
    /// The probability that the request means the memory, whole or in part; for a segment, that it goes if so.
    pub probability: f64,
}

impl Canonical {
    /// Switches components off, for an ablation.
    #[must_use]
    pub fn with_components(mut self, components: Components) -> Self {
        self.components = components;
        self
    }

    /// Takes another scorer than the one that comes with this library.
    #[must_use]
    pub fn with_scorer(mut self, scorer: Scorer) -> Self {
        self.scorer = Some(Arc::new(scorer));
        self
    }

    /// The scorer in use. That of the library is read when it is first needed, so that another of other features can take its place.
    fn trained(&self) -> &Scorer {
        static SHIPPED: LazyLock<Scorer> = LazyLock::new(Scorer::default);
        self.scorer.as_deref().unwrap_or(&SHIPPED)
    }

    /// Returns what the planner sees of each memory that a mutation in words may concern. Changes nothing.
    ///
    /// # Errors
    /// As [`Planner::plan`].
    pub fn examine(&self, corpus: &dyn Corpus, mutation: &Mutation) -> Result<Vec<Examined>, PlannerError> {
        let crate::Target::Words(words) = mutation.target() else { return Ok(Vec::new()) };
        let weighed = self.rank(&mut Query::new(mutation, words, self.components), &Memories::of(corpus))?;
        let examined = weighed.iter().flat_map(|row| {
            let whole = (&row.whole, &row.features, row.probability);
            let segments = row.segments.iter().zip(&row.segment_features).zip(&row.goes);
            let segments = segments.map(|((segment, features), goes)| (segment, features, *goes));
            let all = std::iter::once(whole).chain(segments).enumerate();
            all.map(|(position, (segment, features, probability))| Examined {
                text: row.candidate.hit.memory.text.clone(),
                position,
                segment: segment.said.text().to_owned(),
                features: features.clone(),
                listwise: if position == 0 { row.listwise.clone() } else { Vec::new() },
                probability,
            })
        });
        Ok(examined.collect())
    }

    /// Returns the draft of a mutation in words, as sure as its least sure row, with the numbers by which that is settled, in
    /// the order of [`Canonical::plan_features`]. Changes nothing.
    ///
    /// # Errors
    /// As [`Planner::plan`].
    pub fn weigh_plan(
        &self,
        corpus: &dyn Corpus,
        mutation: &Mutation,
    ) -> Result<(Draft, Vec<f32>), PlannerError> {
        let crate::Target::Words(words) = mutation.target() else { return Ok(Default::default()) };
        let Ranked { draft, weighed, .. } =
            self.decide_for(Aim::Numbers, mutation, words, &Memories::of(corpus))?;
        Ok((draft, weighed.numbers))
    }

    /// The names of those numbers.
    #[must_use]
    pub fn plan_features() -> Vec<String> {
        calibration::names()
    }

    /// Returns the text of each memory that a mutation in words may concern and that a relevance model has read, with the ways in
    /// which it may go if it is meant: going whole the first. Changes nothing.
    ///
    /// # Errors
    /// As [`Planner::plan`].
    pub fn deletion_candidates(
        &self,
        corpus: &dyn Corpus,
        mutation: &Mutation,
    ) -> Result<Vec<(String, Vec<DeletionCandidate>)>, PlannerError> {
        let crate::Target::Words(words) = mutation.target() else { return Ok(Vec::new()) };
        let mut query = Query::new(mutation, words, self.components);
        let rows = self.rank(&mut query, &Memories::of(corpus))?;
        let rows = rows.iter().filter(|row| row.chunks.is_empty());
        let read = rows.filter_map(|row| Some((row, row.read.as_ref()?)));
        let text = |row: &row::Row| row.candidate.hit.memory.text.clone();
        Ok(read.map(|(row, read)| (text(row), compression::deletion_candidates(&query, row, read))).collect())
    }

    /// Returns what the relevance model reads of a mutation in words, and of memories with these texts: what it is trained
    /// on. Nothing for a mutation of identified memories.
    #[must_use]
    pub fn readings(&self, mutation: &Mutation, texts: &[&str]) -> Option<(String, Vec<ModelInput>)> {
        let crate::Target::Words(words) = mutation.target() else { return None };
        let query = Query::new(mutation, words, self.components);
        let read = |text: &&str| segment::Segment::of(&query, text, self.components).reading;
        Some((query.prompt(), texts.iter().map(read).collect()))
    }
}

impl Planner for Canonical {
    fn name(&self) -> &str {
        "canonical"
    }

    fn reach(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Option<Reach>, PlannerError> {
        if !matches!(mutation.verb(), Verb::Release | Verb::Purge) {
            return Ok(None);
        }
        let reach = request::reach(words);
        // What a memory says word for word names that memory.
        let quoted = reach.is_some() && !memories.saying(words)?.is_empty();
        Ok(reach.filter(|_| !quoted))
    }

    fn plan(&self, mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, PlannerError> {
        if !matches!(mutation.verb(), Verb::Supersede | Verb::Release | Verb::Restore | Verb::Purge) {
            return self.components.during(|| other_verbs::plan(self, mutation, words, memories));
        }
        self.components.during(|| Ok(self.decide(mutation, words, memories)?.draft))
    }
}
