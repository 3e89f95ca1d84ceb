//! The planner `canonical`: no language model and no network, the same plan for the same state, byte by byte.
//!
//! It reads a request ([`ask`]), gathers the memories that it may concern ([`gather`]), takes each apart into what it
//! states ([`part`]), weighs what speaks for each part being meant ([`evidence`], [`judge`]), and decides what happens to
//! the memory ([`decide`]). docs/planner.md tells what each step is worth.

mod alone;
mod ask;
mod common;
mod components;
mod conjuncts;
mod decide;
mod evidence;
mod exception;
mod fields;
mod gather;
mod judge;
mod named;
mod neighbours;
mod opinion;
mod part;
mod passages;
mod past;
mod reading;
mod refuse;
mod rest;
mod roles;
mod rules;
mod sought;
mod weigh;

use std::sync::{Arc, LazyLock};

pub use components::Components;
pub use evidence::FEATURES;
pub use judge::{Judge, JudgeError};
pub use named::Named;
pub use neighbours::NEIGHBOURS;
pub(super) use opinion::{Opinion, Weighed};
pub use reading::Reading;
pub use rest::{WAYS, Way};

use self::ask::Ask;
use crate::{Corpus, Draft, Memories, Mutation, Planner, PlannerError, Published, Verb};

/// Plans by identity: identifiers and names in canonical form, the statements of a text one by one, and a small trained
/// judge over what was found, which also says how sure it is.
#[derive(Debug, Clone, Default)]
pub struct Canonical {
    components: Components,
    /// Instead of the one that comes with this library.
    judge: Option<Arc<Judge>>,
}

/// A part of a memory as the planner saw it, for training and for those who want to know.
#[derive(Debug, Clone, PartialEq)]
pub struct Examined {
    /// The memory's text.
    pub text: String,
    /// 0 for the memory as a whole, then its parts from 1, where it has several.
    pub position: usize,
    /// What the part states, readable alone.
    pub part: String,
    /// The evidence, in the order of [`FEATURES`].
    pub evidence: Vec<f32>,
    /// What the other candidates say of the memory, in the order of [`NEIGHBOURS`]; empty for a part, and where no relevance
    /// model has read it.
    pub neighbours: Vec<f32>,
    /// The probability that the request means the memory, whole or in part; for a part, that it goes if so.
    pub probability: f64,
}

impl Canonical {
    /// Switches components off, for an ablation.
    #[must_use]
    pub fn with_components(mut self, components: Components) -> Self {
        self.components = components;
        self
    }

    /// Takes another judge than the one that comes with this library.
    #[must_use]
    pub fn with_judge(mut self, judge: Judge) -> Self {
        self.judge = Some(Arc::new(judge));
        self
    }

    /// The judge in use. That of the library is read when it is first needed, so that another of other evidence can take its place.
    fn trained(&self) -> &Judge {
        static SHIPPED: LazyLock<Judge> = LazyLock::new(Judge::default);
        self.judge.as_deref().unwrap_or(&SHIPPED)
    }

    /// Returns what the planner sees of each memory that a mutation in words may concern. Changes nothing.
    ///
    /// # Errors
    /// As [`Planner::plan`].
    pub fn examine(&self, corpus: &dyn Corpus, mutation: &Mutation) -> Result<Vec<Examined>, PlannerError> {
        let crate::Target::Words(words) = mutation.target() else { return Ok(Vec::new()) };
        let weighed = self.weigh(&mut Ask::new(mutation, words, self.components), &Memories::of(corpus))?;
        let examined = weighed.into_iter().flat_map(|row| {
            let text = row.candidate.hit.memory.text.clone();
            let mut neighbours = Some(row.neighbours);
            let all = std::iter::once(row.whole).chain(row.parts).enumerate();
            all.map(move |(position, part)| Examined {
                text: text.clone(),
                position,
                part: part.standalone,
                evidence: part.evidence,
                neighbours: neighbours.take().unwrap_or_default(),
                probability: part.probability,
            })
        });
        Ok(examined.collect())
    }

    /// Returns the text of each memory that a mutation in words may concern and that a relevance model has read, with the ways in
    /// which it may go if it is meant: going whole the first. Changes nothing.
    ///
    /// # Errors
    /// As [`Planner::plan`].
    pub fn ways(
        &self,
        corpus: &dyn Corpus,
        mutation: &Mutation,
    ) -> Result<Vec<(String, Vec<Way>)>, PlannerError> {
        let crate::Target::Words(words) = mutation.target() else { return Ok(Vec::new()) };
        let mut ask = Ask::new(mutation, words, self.components);
        let rows = self.weigh(&mut ask, &Memories::of(corpus))?;
        let rows = rows.iter().filter(|row| row.passages.is_empty());
        let read = rows.filter_map(|row| Some((row, row.read.as_ref()?)));
        let text = |row: &part::Row| row.candidate.hit.memory.text.clone();
        Ok(read.map(|(row, read)| (text(row), rest::ways(&ask, row, read))).collect())
    }

    /// Returns what the relevance model reads of a mutation in words, and of memories with these texts: what it is trained
    /// on. Nothing for a mutation of identified memories.
    #[must_use]
    pub fn readings(&self, mutation: &Mutation, texts: &[&str]) -> Option<(String, Vec<Reading>)> {
        let crate::Target::Words(words) = mutation.target() else { return None };
        let ask = Ask::new(mutation, words, self.components);
        let read = |text: &&str| part::Part::new(&ask, (*text).to_owned(), &[], self.components).reading;
        Some((ask.prompt(), texts.iter().map(read).collect()))
    }
}

impl Planner for Canonical {
    fn name(&self) -> &str {
        "canonical"
    }

    fn plan(&self, mutation: &Mutation, words: &str, memories: &Memories<'_>) -> Result<Draft, PlannerError> {
        if !matches!(mutation.verb(), Verb::Supersede | Verb::Release | Verb::Restore | Verb::Purge) {
            // The other verbs forget nothing, and bring nothing back: the plain policy will do.
            return Published.plan(mutation, words, memories);
        }
        self.components.during(|| Ok(self.decide(mutation, words, memories)?.draft))
    }
}
