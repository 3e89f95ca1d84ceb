//! Counts verdicts.

use serde::Serialize;

use super::headings::rank;
use super::totals::{ColumnTotals, MeanMs, MedianMs, Passes, Rate, SuiteColumn, SuiteTotals, SystemTotals};
use crate::record::{CaseTimes, LlmMeta, LlmUse, Record};
use crate::score::{Judgement, Scorer, Verdict};
use crate::stats::{mean, median};

/// The totals of all verdicts of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The suites, in the order of their first verdicts.
    pub suites: Vec<SuiteTotals>,
}

impl Report {
    /// Counts the verdicts of a scorer. Those of different suites, `k` or embedders are never added up.
    #[must_use]
    pub fn new(records: &[Record], scorer: Scorer) -> Self {
        let all: Vec<&Record> = records.iter().collect();
        let suites = grouped(&all, |r| (&r.suite_sha256, r.k, &r.embedder));
        Self { suites: suites.iter().map(|records| suite(records, scorer)).collect() }
    }

    /// Enters what systems took of their runs' language models beside the cases with a verdict.
    #[must_use]
    pub fn with_beside<'a>(mut self, models: impl IntoIterator<Item = &'a LlmMeta>) -> Self {
        for (name, llm) in models.into_iter().flat_map(|model| &model.beside) {
            let row = format!("{name} ({})", llm.model);
            let systems = self.suites.iter_mut().flat_map(|suite| &mut suite.systems);
            for system in systems.filter(|system| system.name == row) {
                system.beside.get_or_insert_default().add(llm);
            }
        }
        self
    }
}

/// Groups records by a key: the groups in the order of their first records, which keep theirs.
fn grouped<'a, K: PartialEq>(records: &[&'a Record], key: impl Fn(&'a Record) -> K) -> Vec<Vec<&'a Record>> {
    let mut groups: Vec<(K, Vec<&Record>)> = Vec::new();
    for &record in records {
        let key = key(record);
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, group)) => group.push(record),
            None => groups.push((key, vec![record])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Counts the verdicts of one suite. No group is empty, so the first record speaks for all.
fn suite(records: &[&Record], scorer: Scorer) -> SuiteTotals {
    let first = records[0];
    let by_system = grouped(records, |r| (&r.system, &r.system_version));
    let mut columns: Vec<SuiteColumn> = grouped(records, Record::column)
        .iter()
        .map(|group| {
            let n = grouped(group, |r| (&r.system, &r.system_version)).iter().map(Vec::len).max();
            SuiteColumn { name: group[0].column().to_owned(), n: n.unwrap_or(0) }
        })
        .collect();
    // A stable sort: unknown names stay behind the known ones, in the order of the suite.
    columns.sort_by_key(|column| rank(&column.name));
    SuiteTotals {
        name: first.suite.clone(),
        version: first.suite_version.clone(),
        sha256: first.suite_sha256.clone(),
        cases: first.suite_cases,
        scorer,
        k: first.k,
        embedder: first.embedder.clone(),
        systems: by_system.iter().map(|records| system(records, &columns, scorer)).collect(),
        columns,
    }
}

fn system(records: &[&Record], columns: &[SuiteColumn], scorer: Scorer) -> SystemTotals {
    let count = |test: fn(&Judgement) -> bool| {
        records.iter().filter(|record| test(scorer.of(&record.judged))).count()
    };
    let n = records.len();
    let pass = count(|j| j.verdict == Verdict::Pass);
    let na = count(|j| j.verdict == Verdict::Na);
    let by = |scorer: Scorer| {
        records.iter().filter(|record| scorer.of(&record.judged).verdict == Verdict::Pass).count()
    };
    // A missing operation is told by an error too, and counts as not applicable only.
    let failed = |r: &&&Record| scorer.of(&r.judged).verdict == Verdict::Fail && r.error.is_some();
    let first_error = records.iter().find(failed).and_then(|r| Some((&r.case, r.error.as_ref()?)));
    SystemTotals {
        name: records[0].system.clone(),
        version: records[0].system_version.clone(),
        n,
        pass,
        passes: Passes {
            published: by(Scorer::Published),
            probed: by(Scorer::Probed),
            boundary: by(Scorer::Boundary),
        },
        na,
        leaks: count(Judgement::leaks),
        collateral: count(Judgement::loses),
        differ: records.iter().filter(|record| record.judged.differ()).count(),
        errors: records.iter().filter(failed).count(),
        first_error: first_error.map(|(case, error)| format!("{case}: {error}")),
        strict: Rate::new(pass, n),
        evaluable: Rate::new(pass, n - na),
        llm: asked(records),
        beside: None,
        said: records.iter().filter_map(|record| record.usage).reduce(|mut all, one| {
            all.add(&one);
            all
        }),
        columns: columns.iter().map(|of| column(records, &of.name, scorer)).collect(),
        mean_ms: MeanMs {
            total: mean(&times(records, |t| t.total_us)) / 1e3,
            embedder: mean(&times(records, |t| t.embedder_us)) / 1e3,
        },
        median_ms: MedianMs {
            total: median(&times(records, |t| t.total_us)) / 1e3,
            embedder: median(&times(records, |t| t.embedder_us)) / 1e3,
            planner: median(&times(records, |t| t.planner_us)) / 1e3,
            store: median(&times(records, |t| t.store_us)) / 1e3,
            scoring: median(&times(records, |t| t.scoring_us)) / 1e3,
        },
    }
}

/// Adds up what a system took of a language model; `None` where it asked none.
fn asked(records: &[&Record]) -> Option<LlmUse> {
    let mut all = LlmUse::default();
    records.iter().filter_map(|record| record.llm.as_ref()).for_each(|llm| all.add(llm));
    (all.calls > 0 || !all.failures.is_empty()).then_some(all)
}

fn column(records: &[&Record], name: &str, scorer: Scorer) -> ColumnTotals {
    let mut totals = ColumnTotals::default();
    for record in records.iter().filter(|record| record.column() == name) {
        totals.n += 1;
        let verdict = scorer.of(&record.judged).verdict;
        totals.pass += usize::from(verdict == Verdict::Pass);
        totals.na += usize::from(verdict == Verdict::Na);
    }
    totals
}

fn times(records: &[&Record], of: fn(&CaseTimes) -> u64) -> Vec<u64> {
    records.iter().map(|record| of(&record.times)).collect()
}
