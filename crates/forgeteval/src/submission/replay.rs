//! Plays a sample of a submission again.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::adapter::System;
use crate::record::{Record, Runs};
use crate::run::{Options, run};
use crate::score::Scorer;
use crate::suite::Suite;

/// How a system's sample came out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// The suite.
    pub suite: String,
    /// The system.
    pub system: String,
    /// Cases that were played again.
    pub played: usize,
    /// The cases whose verdicts came out otherwise by some scorer.
    pub differ: Vec<String>,
}

/// Plays so many cases of each suite again on these systems, drawn by a seed, and sets the verdicts beside those that were
/// submitted. Cases among unrelated texts are left out, since they take minutes.
///
/// # Errors
/// What the run said.
pub fn play_again(
    runs: &Runs,
    systems: &[Arc<dyn System>],
    options: &Options,
    many: usize,
    seed: u64,
) -> Result<Vec<Again>, String> {
    let mut all = Vec::new();
    for suite in &runs.suites {
        let submitted = |system: &str, case: &str| {
            let is_it = |record: &&Record| {
                record.suite_sha256 == suite.sha256() && record.system == system && record.case == case
            };
            runs.records.iter().find(is_it)
        };
        let drawn = drawn(suite, many, seed);
        if drawn.cases().is_empty() {
            continue;
        }
        let mut records: Vec<Record> = Vec::new();
        run(&drawn, systems, options, &mut records).map_err(|error| error.to_string())?;
        for system in systems {
            let own: Vec<&Record> = records.iter().filter(|record| record.system == system.name()).collect();
            let pairs: Vec<(&Record, &Record)> = own
                .into_iter()
                .filter_map(|record| Some((record, submitted(system.name(), &record.case)?)))
                .collect();
            if pairs.is_empty() {
                continue;
            }
            let differs = |(again, first): &&(&Record, &Record)| {
                let verdict = |record: &Record, scorer: Scorer| scorer.of(&record.judged).verdict;
                Scorer::ALL.into_iter().any(|scorer| verdict(again, scorer) != verdict(first, scorer))
            };
            all.push(Again {
                suite: suite.name().to_owned(),
                system: system.name().to_owned(),
                played: pairs.len(),
                differ: pairs.iter().filter(differs).map(|(again, _)| again.case.clone()).collect(),
            });
        }
    }
    Ok(all)
}

fn drawn(suite: &Suite, many: usize, seed: u64) -> Suite {
    let lot = |id: &str| Sha256::digest(format!("{seed} {id}")).to_vec();
    let mut cases: Vec<_> = suite.cases().iter().filter(|case| case.filler.is_none()).cloned().collect();
    cases.sort_by_cached_key(|case| lot(&case.id));
    cases.truncate(many);
    Suite::new(suite.name(), cases).unwrap_or_else(|_| suite.clone())
}
