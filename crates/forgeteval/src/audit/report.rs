//! The audit of a run.

use std::collections::BTreeMap;

use serde::Serialize;

use super::classify::lacks_texts;
use super::{Finding, Kind, classify};
use crate::case::Case;
use crate::record::{Record, Runs};
use crate::suite::Suite;

/// The audit of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AuditReport {
    /// Each system on each suite, in the order of the verdicts.
    pub systems: Vec<SystemAudit>,
}

/// The audit of one system on one suite.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemAudit {
    /// The suite.
    pub suite: String,
    /// Its hash.
    pub suite_sha256: String,
    /// The system.
    pub system: String,
    /// Cases asked.
    pub cases: usize,
    /// Cases passed by the published scorer.
    pub pass: usize,
    /// Failures whose recalled texts were left out of the verdicts: nothing can be told of them, and they count as true.
    pub without_texts: usize,
    /// The failures by column.
    pub columns: Vec<ColumnAudit>,
    /// Every failure that a rule explains: under the boundary-aware and clause-aware reading its verdict flips.
    pub flips: Vec<Finding>,
}

/// The failures of one column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ColumnAudit {
    /// The column.
    pub column: String,
    /// The failures, true and explained.
    pub failures: usize,
    /// Those that a longer word or identifier explains.
    pub boundary: usize,
    /// Those that a clause of the past explains.
    pub clause: usize,
}

/// Audits the failures of runs.
#[must_use]
pub fn audit(runs: &Runs) -> AuditReport {
    let mut groups: Vec<(&str, &str, Vec<&Record>)> = Vec::new();
    for record in &runs.records {
        let key = (record.suite_sha256.as_str(), record.system.as_str());
        match groups.iter_mut().find(|(suite, system, _)| (*suite, *system) == key) {
            Some((.., own)) => own.push(record),
            None => groups.push((key.0, key.1, vec![record])),
        }
    }
    let systems = groups.into_iter().map(|(_, _, own)| system(&own, &runs.suites));
    AuditReport { systems: systems.collect() }
}

fn system(records: &[&Record], suites: &[Suite]) -> SystemAudit {
    let first = records[0];
    let findings: Vec<Finding> =
        records.iter().filter_map(|record| classify(record, case_of(record, suites))).collect();
    let mut columns: BTreeMap<&str, ColumnAudit> = BTreeMap::new();
    for finding in &findings {
        let column = columns.entry(&finding.column).or_insert_with(|| ColumnAudit {
            column: finding.column.clone(),
            failures: 0,
            boundary: 0,
            clause: 0,
        });
        column.failures += 1;
        column.boundary += usize::from(finding.kind == Kind::Boundary);
        column.clause += usize::from(finding.kind == Kind::Clause);
    }
    let passes = |record: &&&Record| record.judged.published.verdict == crate::score::Verdict::Pass;
    SystemAudit {
        suite: first.suite.clone(),
        suite_sha256: first.suite_sha256.clone(),
        system: first.system.clone(),
        cases: records.len(),
        pass: records.iter().filter(passes).count(),
        without_texts: records.iter().filter(|record| lacks_texts(record)).count(),
        columns: columns.into_values().collect(),
        flips: findings.into_iter().filter(|finding| finding.kind != Kind::True).collect(),
    }
}

/// Returns the case of a verdict, where its suite was kept.
pub(super) fn case_of<'a>(record: &Record, suites: &'a [Suite]) -> Option<&'a Case> {
    let suite = suites.iter().find(|suite| suite.sha256() == record.suite_sha256)?;
    suite.cases().iter().find(|case| case.id == record.case)
}
