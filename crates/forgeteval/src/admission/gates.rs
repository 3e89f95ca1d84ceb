//! What the trivial systems may pass, so that a pass is worth something.

use std::io;
use std::sync::Arc;

use crate::adapter::{Baseline, CachedEmbedder, NormalizedKeys, Null, OracleEdits, System};
use crate::record::Record;
use crate::run::{Options, run};
use crate::score::{Judgement, Scorer, Verdict};
use crate::suite::Suite;

/// A bound on what a trivial system passes, by every scorer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gate {
    /// The system.
    pub system: &'static str,
    /// The bound, as a share of the cases it counts.
    pub bound: Bound,
    /// The categories whose cases it counts; all cases where none is named.
    pub categories: &'static [&'static str],
}

/// A bound on a share of cases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// At most this share.
    AtMost(f64),
    /// All of them.
    All,
}

/// The gates that our own adversarial suite is held to.
pub const GATES: &[Gate] = &[
    Gate { system: "null", bound: Bound::AtMost(0.01), categories: &[] },
    Gate { system: "keep", bound: Bound::AtMost(0.01), categories: &[] },
    Gate { system: "nuke", bound: Bound::AtMost(0.02), categories: &[] },
    Gate {
        system: "normalized-keys",
        bound: Bound::AtMost(0.45),
        categories: &["identifier_obfuscation", "cross_lingual_identifier"],
    },
    Gate { system: "oracle-edits", bound: Bound::All, categories: &[] },
];

/// How a suite stands at a gate.
#[derive(Debug, Clone, PartialEq)]
pub struct GateResult {
    /// The gate.
    pub gate: Gate,
    /// How many cases count.
    pub of: usize,
    /// Passes by the scorers, in the order of [`Scorer::ALL`].
    pub passes: [usize; 3],
    /// The cases that speak against the suite: those passed by a floor, or not by the ceiling; each with the reason.
    pub against: Vec<String>,
}

impl GateResult {
    /// Returns whether the suite is within the bound by every scorer.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.passes.iter().all(|passes| match self.gate.bound {
            Bound::AtMost(share) => *passes as f64 <= share * self.of as f64,
            Bound::All => *passes == self.of,
        })
    }
}

/// How a suite stands at all gates.
#[derive(Debug, Clone, PartialEq)]
pub struct GatesReport {
    /// One result a gate that counts any case of the suite.
    pub results: Vec<GateResult>,
}

impl GatesReport {
    /// Returns whether every gate holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.results.iter().all(GateResult::holds)
    }
}

/// Plays the trivial systems on a suite.
///
/// # Errors
/// None that a suite can cause.
pub fn play_gates(suite: &Suite, embedder: &Arc<CachedEmbedder>) -> io::Result<GatesReport> {
    let shared = || embedder.handle();
    let systems: Vec<Arc<dyn System>> = vec![
        Arc::new(Null),
        Arc::new(Baseline::keep(shared())),
        Arc::new(Baseline::nuke(shared())),
        Arc::new(NormalizedKeys::new(shared())),
        Arc::new(OracleEdits::new(shared())),
    ];
    let mut records: Vec<Record> = Vec::new();
    run(suite, &systems, &Options::default(), &mut records)?;
    let results = GATES.iter().map(|gate| result(*gate, &records)).filter(|result| result.of > 0);
    Ok(GatesReport { results: results.collect() })
}

fn result(gate: Gate, records: &[Record]) -> GateResult {
    let counts = |record: &&Record| {
        let category = record.category.as_deref().unwrap_or_default();
        record.system == gate.system && (gate.categories.is_empty() || gate.categories.contains(&category))
    };
    let counted: Vec<&Record> = records.iter().filter(counts).collect();
    let passed = |record: &Record, scorer: Scorer| scorer.of(&record.judged).verdict == Verdict::Pass;
    let against = counted.iter().filter_map(|record| {
        let passes = Scorer::ALL.map(|scorer| passed(record, scorer));
        match gate.bound {
            Bound::AtMost(_) if passes.contains(&true) => Some(record.case.clone()),
            Bound::All if passes.contains(&false) => Some(format!("{}: {}", record.case, reason(record))),
            _ => None,
        }
    });
    GateResult {
        gate,
        of: counted.len(),
        passes: Scorer::ALL.map(|scorer| counted.iter().filter(|record| passed(record, scorer)).count()),
        against: against.collect(),
    }
}

/// Says why the ceiling fails a case, in a line.
fn reason(record: &Record) -> String {
    if let Some(error) = &record.error {
        return error.clone();
    }
    let failed = Scorer::ALL.map(|scorer| scorer.of(&record.judged));
    let Some(Judgement { leaked, lost, failed_checks, .. }) =
        failed.into_iter().find(|judgement| judgement.verdict == Verdict::Fail)
    else {
        return String::new();
    };
    let mut parts: Vec<String> = Vec::new();
    let leaks = leaked.iter().chain(failed_checks.iter().flat_map(|check| &check.leaked));
    parts.extend(leaks.map(|leak| format!("leaked `{}`", leak.text)));
    parts.extend(
        lost.iter()
            .chain(failed_checks.iter().flat_map(|check| &check.lost))
            .map(|text| format!("lost `{text}`")),
    );
    parts.join(", ")
}
