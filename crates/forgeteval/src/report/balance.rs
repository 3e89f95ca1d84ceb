//! What was kept against what was forgotten.

use std::collections::HashMap;

use serde::Serialize;

use super::Rate;
use crate::case::Case;
use crate::record::Record;
use crate::score::{Judgement, Scorer, Verdict};
use crate::suite::Suite;

/// How well one system keeps what must stay and forgets what must go, on one suite.
///
/// Only cases that were played to their end count: what is not applicable, or ended in an error, answers nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Balance {
    /// The system.
    pub system: String,
    /// How many cases were asked.
    pub asked: usize,
    /// How many of them were played to their end.
    pub answered: usize,
    /// The answered cases in which something leaked.
    pub leaked: Rate,
    /// The answered cases in which something needed was lost.
    pub lost: Rate,
    /// What was kept: needed strings that were recalled, where the cases' texts are known, else cases without a loss.
    pub kept: Rate,
    /// What was forgotten: cases without a leak, among those that forbid anything where the cases' texts are known.
    pub forgotten: Rate,
}

/// Weighs each system on one suite, in the order of the records, which are all of that suite.
#[must_use]
pub fn balances(records: &[Record], suite: Option<&Suite>, scorer: Scorer) -> Vec<Balance> {
    let cases: Option<HashMap<&str, &Case>> =
        suite.map(|suite| suite.cases().iter().map(|case| (case.id.as_str(), case)).collect());
    let mut systems: Vec<(&str, &str, Vec<&Record>)> = Vec::new();
    for record in records {
        let (name, version) = (record.system.as_str(), record.system_version.as_str());
        match systems.iter_mut().find(|(n, v, _)| (*n, *v) == (name, version)) {
            Some((.., of)) => of.push(record),
            None => systems.push((name, version, vec![record])),
        }
    }
    systems.iter().map(|(name, _, of)| balance(name, of, cases.as_ref(), scorer)).collect()
}

fn balance(
    system: &str,
    records: &[&Record],
    cases: Option<&HashMap<&str, &Case>>,
    scorer: Scorer,
) -> Balance {
    let answered: Vec<(&Record, &Judgement)> = records
        .iter()
        .map(|record| (*record, scorer.of(&record.judged)))
        .filter(|(record, judgement)| judgement.verdict != Verdict::Na && record.error.is_none())
        .collect();
    let leaks = answered.iter().filter(|(_, judgement)| judgement.leaks()).count();
    let losses = answered.iter().filter(|(_, judgement)| judgement.loses()).count();
    let (kept, forgotten) = match cases {
        None => (
            Rate::new(answered.len() - losses, answered.len()),
            Rate::new(answered.len() - leaks, answered.len()),
        ),
        Some(cases) => {
            let known = |record: &Record| cases.get(record.case.as_str()).copied();
            let needed: usize = answered.iter().filter_map(|(record, _)| known(record)).map(needs).sum();
            let missed: usize = answered.iter().map(|(_, judgement)| lost(judgement)).sum();
            let forbidding = answered.iter().filter(|(record, _)| known(record).is_some_and(forbids)).count();
            (
                Rate::new(needed.saturating_sub(missed), needed),
                Rate::new(forbidding.saturating_sub(leaks), forbidding),
            )
        }
    };
    Balance {
        system: system.to_owned(),
        asked: records.len(),
        answered: answered.len(),
        leaked: Rate::new(leaks, answered.len()),
        lost: Rate::new(losses, answered.len()),
        kept,
        forgotten,
    }
}

/// How many strings the case needs: at its end, on the way, and where what is asked for is not there.
fn needs(case: &Case) -> usize {
    let absent = case.absent.as_ref().map_or(0, |absent| absent.must_contain.len());
    case.must_contain.len() + case.checks.iter().map(|check| check.must_contain.len()).sum::<usize>() + absent
}

fn lost(judgement: &Judgement) -> usize {
    judgement.lost.len() + judgement.failed_checks.iter().map(|check| check.lost.len()).sum::<usize>()
}

fn forbids(case: &Case) -> bool {
    !case.must_not_contain.is_empty()
        || case.residue.is_some()
        || case.checks.iter().any(|check| !check.must_not_contain.is_empty())
}
