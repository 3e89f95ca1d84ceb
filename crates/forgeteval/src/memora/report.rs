//! The totals of a run, by both scorings.

use serde::Serialize;

use super::{Fallbacks, Mapping, Record, tally};
use crate::report::Rate;

/// The totals of a run, made from its records alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// For each mapping that was played, in the order of [`Mapping::ALL`].
    pub mappings: Vec<MappingTotals>,
}

impl Report {
    /// Adds up records.
    #[must_use]
    pub fn new(records: &[Record]) -> Self {
        Self { mappings: Mapping::ALL.iter().filter_map(|mapping| tally::tally(records, *mapping)).collect() }
    }
}

/// The totals of one mapping.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MappingTotals {
    /// The mapping.
    pub mapping: Mapping,
    /// The hash of the data.
    pub data_sha256: String,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems.
    pub embedder: String,
    /// The persons, by name.
    pub personas: Vec<String>,
    /// What there is of questions.
    pub questions: Questions,
    /// What there is of checks.
    pub checks: Checks,
    /// The systems, in the order in which they were played.
    pub systems: Vec<SystemTotals>,
}

/// Questions by what the published scoring makes of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Questions {
    /// By task, in the order of [`super::Task::ALL`].
    pub tasks: [usize; 3],
    /// Nothing is needed and nothing forbidden: every answer passes.
    pub nothing_fails: usize,
    /// Nothing is needed, something is forbidden: an empty memory passes.
    pub empty_passes: usize,
    /// Something is needed that was never written into the memory: no answer passes.
    pub unsatisfiable: usize,
    /// The rest, which can be passed and failed.
    pub open: usize,
}

impl Questions {
    /// Returns how many there are.
    #[must_use]
    pub fn all(&self) -> usize {
        self.tasks.iter().sum()
    }
}

/// Checks by whether a search for strings can decide them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Checks {
    /// Presence of what was written into the memory: can be passed and failed.
    pub presence: usize,
    /// Presence of what was never written: sums, and wordings that the person did not use.
    pub unsatisfiable: usize,
    /// Absence of what was written into the memory: can be passed and failed.
    pub absence: usize,
    /// Absence of what was never written: nothing can fail it.
    pub certain: usize,
    /// Checks that name no value of the evidence.
    pub without_value: usize,
}

/// One system's totals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemTotals {
    /// The system.
    pub system: String,
    /// Its version.
    pub version: String,
    /// How many questions it was asked.
    pub asked: usize,
    /// By the published scoring.
    pub published: PublishedTotals,
    /// The same with each text cut to 300 characters, as the published adapter of `MemPalace` answered; for that system,
    /// and for `keep`, which recalls the same texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub snippets: Option<PublishedTotals>,
    /// Passes by the published scoring where it decides nothing, or not what it seems to.
    pub apart: Apart,
    /// Passes by the published scoring of the questions that can be passed and failed.
    pub open: Rate,
    /// Checks of presence that can be passed and failed, each on its own.
    pub presence: Rate,
    /// Checks of absence that can be passed and failed, each on its own.
    pub absence: Rate,
    /// The rate of presence less the rate of leaks: 0 for a memory that returns nothing and for one that returns
    /// everything.
    pub net: Option<f64>,
    /// What the system lacked.
    pub fallbacks: Fallbacks,
    /// How many questions have no answer because of an error.
    pub errors: usize,
    /// The first of those errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
    /// Seconds for the sessions of all persons.
    pub playing_s: f64,
    /// Mean milliseconds of a question.
    pub asking_ms: f64,
}

/// Passes by the published scoring.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublishedTotals {
    /// All of them.
    pub pass: usize,
    /// By task, in the order of [`super::Task::ALL`].
    pub tasks: [usize; 3],
    /// By person, in the order of [`MappingTotals::personas`].
    pub personas: Vec<usize>,
}

/// Passes of the questions that are shown apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Apart {
    /// Of [`Questions::nothing_fails`].
    pub nothing_fails: usize,
    /// Of [`Questions::empty_passes`].
    pub empty_passes: usize,
    /// Of [`Questions::unsatisfiable`].
    pub unsatisfiable: usize,
}
