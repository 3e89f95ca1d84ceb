//! The same cases run several times.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::record::Record;
use crate::score::{Scorer, Verdict};
use crate::stats::{Spread, spread};

/// One system on one suite over several runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Variance {
    /// The suite's name.
    pub suite: String,
    /// The suite's hash.
    pub suite_sha256: String,
    /// The system.
    pub system: String,
    /// The passes of each run.
    pub passes: Vec<usize>,
    /// How many cases every run has.
    pub cases: usize,
    /// The rates of passes.
    pub rate: Spread,
    /// The cases whose verdicts are not the same in all runs, by column.
    pub flipped: BTreeMap<String, Vec<String>>,
}

/// The records of each case, with the run that each is of.
type Cases<'a> = BTreeMap<&'a str, Vec<(usize, &'a Record)>>;

/// Compares runs of the same systems on the same suites. Only cases that every run has are counted; a system or suite
/// that only one run has is left out.
#[must_use]
pub fn variance(runs: &[Vec<Record>], scorer: Scorer) -> Vec<Variance> {
    /// Suite and system.
    type Key<'a> = (&'a str, &'a str);
    let mut order: Vec<Key<'_>> = Vec::new();
    let mut found: BTreeMap<Key<'_>, Cases<'_>> = BTreeMap::new();
    for (run, records) in runs.iter().enumerate() {
        for record in records {
            let key = (record.suite_sha256.as_str(), record.system.as_str());
            if !order.contains(&key) {
                order.push(key);
            }
            found.entry(key).or_default().entry(&record.case).or_default().push((run, record));
        }
    }
    order.into_iter().filter_map(|key| one(&found[&key], runs.len(), scorer)).collect()
}

fn one(cases: &Cases<'_>, runs: usize, scorer: Scorer) -> Option<Variance> {
    let present: Vec<usize> =
        (0..runs).filter(|run| cases.values().any(|of| of.iter().any(|(in_run, _)| in_run == run))).collect();
    if present.len() < 2 {
        return None;
    }
    let whole: Vec<&Vec<(usize, &Record)>> = cases.values().filter(|of| of.len() == present.len()).collect();
    let verdict = |record: &Record| scorer.of(&record.judged).verdict;
    let passes: Vec<usize> = present
        .iter()
        .map(|run| {
            let passed = |of: &&&Vec<(usize, &Record)>| {
                of.iter().any(|(in_run, r)| in_run == run && verdict(r) == Verdict::Pass)
            };
            whole.iter().filter(passed).count()
        })
        .collect();
    let mut flipped: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for of in &whole {
        let first = of[0].1;
        if of.iter().any(|(_, record)| verdict(record) != verdict(first)) {
            flipped.entry(first.column().to_owned()).or_default().push(first.case.clone());
        }
    }
    let first = whole.first()?[0].1;
    let rates: Vec<f64> = passes.iter().map(|passes| *passes as f64 / whole.len() as f64).collect();
    Some(Variance {
        suite: first.suite.clone(),
        suite_sha256: first.suite_sha256.clone(),
        system: first.system.clone(),
        cases: whole.len(),
        rate: spread(&rates)?,
        passes,
        flipped,
    })
}
