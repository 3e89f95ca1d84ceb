//! Two systems on the same cases.

use std::collections::HashMap;

use serde::Serialize;

use super::headings::rank;
use crate::record::Record;
use crate::score::{Scorer, Verdict};
use crate::stats::{McNemar, holm, mcnemar};

/// Two systems on the cases of one suite that both were asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The suite's name.
    pub suite: String,
    /// The suite's hash.
    pub suite_sha256: String,
    /// The rule of judging.
    pub scorer: Scorer,
    /// The first system.
    pub first: String,
    /// The second system.
    pub second: String,
    /// How many cases both were asked; a case that does not apply to a system counts as not passed.
    pub n: usize,
    /// The test over all of them.
    pub all: McNemar,
    /// The test in each column, and its p value after Holm's correction over the columns.
    pub columns: Vec<ColumnComparison>,
}

/// Two systems on the cases of one column.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ColumnComparison {
    /// The category or family.
    pub name: String,
    /// The test.
    #[serde(flatten)]
    pub test: McNemar,
    /// The p value after Holm's correction over the columns.
    pub p_holm: f64,
}

/// Compares each pair of systems on each suite, in the order of their first verdicts.
#[must_use]
pub fn compare(records: &[Record], scorer: Scorer) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for (suite, systems) in by_suite(records) {
        for (index, first) in systems.iter().enumerate() {
            for second in &systems[index + 1..] {
                comparisons.push(pair(suite, first, second, scorer));
            }
        }
    }
    comparisons
}

/// The records of one system on one suite.
type OfSystem<'a> = Vec<&'a Record>;

fn by_suite(records: &[Record]) -> Vec<(&Record, Vec<OfSystem<'_>>)> {
    let mut suites: Vec<(&Record, Vec<OfSystem<'_>>)> = Vec::new();
    for record in records {
        let at = suites.iter().position(|(first, _)| first.suite_sha256 == record.suite_sha256);
        let at = at.unwrap_or_else(|| {
            suites.push((record, Vec::new()));
            suites.len() - 1
        });
        let systems = &mut suites[at].1;
        match systems.iter_mut().find(|of| of[0].system == record.system) {
            Some(of) => of.push(record),
            None => systems.push(vec![record]),
        }
    }
    suites
}

fn pair(suite: &Record, first: &OfSystem<'_>, second: &OfSystem<'_>, scorer: Scorer) -> Comparison {
    let passes = |record: &Record| scorer.of(&record.judged).verdict == Verdict::Pass;
    let theirs: HashMap<&str, bool> = second.iter().map(|r| (r.case.as_str(), passes(r))).collect();
    let mut columns: Vec<(&str, [usize; 2])> = Vec::new();
    let mut n = 0;
    for record in first {
        let Some(their) = theirs.get(record.case.as_str()) else { continue };
        n += 1;
        let at = columns.iter().position(|(name, _)| *name == record.column()).unwrap_or_else(|| {
            columns.push((record.column(), [0, 0]));
            columns.len() - 1
        });
        match (passes(record), *their) {
            (true, false) => columns[at].1[0] += 1,
            (false, true) => columns[at].1[1] += 1,
            _ => {}
        }
    }
    columns.sort_by_key(|(name, _)| rank(name));
    let tests: Vec<McNemar> = columns.iter().map(|(_, [first, second])| mcnemar(*first, *second)).collect();
    let adjusted = holm(&tests.iter().map(|test| test.p).collect::<Vec<_>>());
    let total = |of: fn(&McNemar) -> usize| tests.iter().map(of).sum();
    Comparison {
        suite: suite.suite.clone(),
        suite_sha256: suite.suite_sha256.clone(),
        scorer,
        first: first[0].system.clone(),
        second: second[0].system.clone(),
        n,
        all: mcnemar(total(|test| test.only_first), total(|test| test.only_second)),
        columns: columns
            .iter()
            .zip(tests)
            .zip(adjusted)
            .map(|(((name, _), test), p_holm)| ColumnComparison { name: (*name).to_owned(), test, p_holm })
            .collect(),
    }
}
