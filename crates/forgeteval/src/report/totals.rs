//! What a report counts; `--json` and `summary.json` print these types.

use serde::Serialize;

use crate::adapter::Usage;
use crate::record::LlmUse;
use crate::score::Scorer;
use crate::stats::{Interval, wilson};

/// The totals of one suite, for one way of judging.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuiteTotals {
    /// The suite's name.
    pub name: String,
    /// The suite's version, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The suite's hash.
    pub sha256: String,
    /// How many cases the suite has.
    pub cases: usize,
    /// The rule of judging.
    pub scorer: Scorer,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems.
    pub embedder: String,
    /// The columns: categories or families.
    pub columns: Vec<SuiteColumn>,
    /// The systems, in the order of their first verdicts.
    pub systems: Vec<SystemTotals>,
}

/// One column of a suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuiteColumn {
    /// The category or family.
    pub name: String,
    /// How many cases it has, as far as any system was asked them.
    pub n: usize,
}

/// The totals of one system on one suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemTotals {
    /// The system.
    pub name: String,
    /// The system's version.
    pub version: String,
    /// How many verdicts there are; fewer than the suite's cases where the run did not end.
    pub n: usize,
    /// Cases passed.
    pub pass: usize,
    /// Cases passed by each scorer.
    pub passes: Passes,
    /// Cases on which the scorers' verdicts are not all the same.
    pub differ: usize,
    /// Cases that need an operation that the system lacks.
    pub na: usize,
    /// Cases in which something forbidden was recalled.
    pub leaks: usize,
    /// Cases in which something needed was not recalled: collateral.
    pub collateral: usize,
    /// Cases that failed with an error.
    pub errors: usize,
    /// The first error, after the id of its case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
    /// The rate of passes among all cases: what is not applicable counts as not passed.
    pub strict: Rate,
    /// The rate of passes among the applicable cases.
    pub evaluable: Rate,
    /// The columns, as the suite has them.
    pub columns: Vec<ColumnTotals>,
    /// What it took of the run's language model, by the run's count; absent where it asked none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub llm: Option<LlmUse>,
    /// What it took of the run's language model beside the cases with a verdict, in all suites of its run; absent where nothing is
    /// known of that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<LlmUse>,
    /// What it says itself that its language model took; absent where it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<Usage>,
    /// The mean times of a case.
    pub mean_ms: MeanMs,
    /// The median times of a case.
    pub median_ms: MedianMs,
}

/// The totals of one system in one column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct ColumnTotals {
    /// How many verdicts there are.
    pub n: usize,
    /// Cases passed.
    pub pass: usize,
    /// Cases not applicable.
    pub na: usize,
}

/// How many cases pass by each scorer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Passes {
    /// By `published`.
    pub published: usize,
    /// By `probed`.
    pub probed: usize,
    /// By `boundary`.
    pub boundary: usize,
}

/// A rate with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// Cases passed.
    pub pass: usize,
    /// Cases counted.
    pub of: usize,
    /// The rate; absent where no case counts.
    pub rate: Option<f64>,
    /// Wilson's 95 % interval of it.
    pub wilson95: Interval,
}

impl Rate {
    /// Makes the rate of passes.
    #[must_use]
    pub fn new(pass: usize, of: usize) -> Self {
        let rate = if of == 0 { None } else { Some(pass as f64 / of as f64) };
        Self { pass, of, rate, wilson95: wilson(pass, of) }
    }

    /// Writes it in per cent; `-` where no case counts.
    #[must_use]
    pub fn percent(&self) -> String {
        self.rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1}", rate * 100.0))
    }

    /// Writes the interval in per cent.
    #[must_use]
    pub fn interval(&self) -> String {
        format!("{:.1}-{:.1}", self.wilson95.low * 100.0, self.wilson95.high * 100.0)
    }
}

/// Mean milliseconds of a case.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MeanMs {
    /// All of it.
    pub total: f64,
    /// The embedder's share.
    pub embedder: f64,
}

/// Median milliseconds of a case.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MedianMs {
    /// All of it.
    pub total: f64,
    /// The embedder's share.
    pub embedder: f64,
    /// The planner's share.
    pub planner: f64,
    /// The store's share.
    pub store: f64,
    /// The judging.
    pub scoring: f64,
}
