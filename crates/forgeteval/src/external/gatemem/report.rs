//! The totals of a run.

use serde::Serialize;

use super::tally;
use crate::external::{Lacked, Outcome};
use crate::report::Rate;

/// The totals of a run, made from its outcomes alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// For each access that was played, in the order of [`super::Access::ALL`].
    pub accesses: Vec<AccessTotals>,
}

impl Report {
    /// Adds up outcomes.
    #[must_use]
    pub fn new(outcomes: &[Outcome]) -> Self {
        let totals = |access: &super::Access| tally::tally(outcomes, &access.to_string());
        Self { accesses: super::Access::ALL.iter().filter_map(totals).collect() }
    }
}

/// The totals of one access.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AccessTotals {
    /// `shared` or `role`.
    pub access: String,
    /// The hash of the data.
    pub data_sha256: String,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems.
    pub embedder: String,
    /// The episodes.
    pub episodes: usize,
    /// The questions of utility, of privacy and of forgetting.
    pub questions: [usize; 3],
    /// The strings that must be forgotten.
    pub strings: Strings,
    /// Needed strings that stand in nothing that was written before the question; they count nowhere.
    pub never_written: usize,
    /// The systems, in the order in which they were played.
    pub systems: Vec<SystemTotals>,
}

/// The strings that must be forgotten, each counted once an episode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Strings {
    /// An order names it, and nobody says it again.
    pub ordered: usize,
    /// An order names it, and it is said again afterwards, most often by the one who confirms.
    pub again: usize,
    /// No order names it.
    pub unnamed: usize,
    /// It stands in nothing that was written: nothing can recall it, and it counts nowhere.
    pub never_written: usize,
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
    /// Whether it lacks what the access needs; then every rate is of no question.
    pub not_applicable: bool,
    /// Needed strings recalled at questions of utility.
    pub utility: Rate,
    /// Questions of utility with all their strings recalled.
    pub whole: Rate,
    /// Questions of privacy with a string recalled that the asker must not know.
    pub told: Rate,
    /// Questions of forgetting with a string recalled that was to be forgotten.
    pub kept: Rate,
    /// Strings of [`Strings::ordered`] that a question or the string itself recalled.
    pub ordered: Rate,
    /// Strings of [`Strings::again`], likewise.
    pub again: Rate,
    /// Strings of [`Strings::unnamed`], likewise.
    pub unnamed: Rate,
    /// The harmonic mean of utility, of what privacy did not tell and of what forgetting did not keep; 0 for a memory that
    /// returns nothing.
    pub balance: Option<f64>,
    /// The orders that it lacked or refused, over all episodes.
    pub lacked: Lacked,
    /// Questions without an answer because of an error.
    pub errors: usize,
    /// The first of those errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
    /// The mean seconds of an episode's changes.
    pub playing_s: f64,
    /// The mean milliseconds of a question.
    pub asking_ms: f64,
}
