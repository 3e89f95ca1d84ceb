//! Runs of the same systems with several embedders, side by side (the paper's section 5.4).

use std::collections::BTreeMap;

use serde::Serialize;

use super::Form;
use super::grid::Grid;
use crate::record::Record;
use crate::score::{Scorer, Verdict};

/// One suite under several embedders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SuiteEmbedders {
    /// The suite.
    pub suite: String,
    /// Its hash.
    pub sha256: String,
    /// How many cases it has.
    pub cases: usize,
    /// The embedders, in the order of their first verdicts.
    pub embedders: Vec<String>,
    /// The systems, in the order of their first verdicts.
    pub systems: Vec<SystemEmbedders>,
}

/// One system under several embedders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SystemEmbedders {
    /// The system.
    pub system: String,
    /// For each embedder: the passes, by column; nothing where the system was not run with it.
    pub passes: Vec<Option<BTreeMap<String, usize>>>,
    /// For each embedder but the first: on how many cases the verdict is another than with the first.
    pub differ: Vec<Option<usize>>,
}

/// Sets the verdicts of runs with several embedders side by side.
#[must_use]
pub fn by_embedder(runs: &[Vec<Record>], scorer: Scorer) -> Vec<SuiteEmbedders> {
    let records: Vec<&Record> = runs.iter().flatten().collect();
    let suites = distinct(records.iter().map(|record| record.suite_sha256.as_str()));
    let of_suite = |sha256: &str| {
        let own: Vec<&Record> = records.iter().copied().filter(|one| one.suite_sha256 == sha256).collect();
        let embedders = distinct(own.iter().map(|record| record.embedder.as_str()));
        let systems = distinct(own.iter().map(|record| record.system.as_str()));
        let rows = systems.into_iter().map(|name| system(name, &own, &embedders, scorer));
        SuiteEmbedders {
            suite: own[0].suite.clone(),
            sha256: sha256.to_owned(),
            cases: own[0].suite_cases,
            systems: rows.collect(),
            embedders: embedders.iter().map(|name| (*name).to_owned()).collect(),
        }
    };
    suites.into_iter().map(of_suite).collect()
}

fn system(name: &str, records: &[&Record], embedders: &[&str], scorer: Scorer) -> SystemEmbedders {
    let passed = |record: &Record| scorer.of(&record.judged).verdict == Verdict::Pass;
    let verdicts: Vec<BTreeMap<&str, &Record>> = embedders
        .iter()
        .map(|embedder| {
            let own = records.iter().filter(|one| one.system == name && one.embedder == *embedder);
            own.map(|record| (record.case.as_str(), *record)).collect()
        })
        .collect();
    let passes = verdicts.iter().map(|own| {
        let mut columns: BTreeMap<String, usize> = BTreeMap::new();
        for record in own.values() {
            *columns.entry(record.column().to_owned()).or_default() += usize::from(passed(record));
        }
        (!own.is_empty()).then_some(columns)
    });
    let differ = verdicts.iter().skip(1).map(|own| {
        let first = &verdicts[0];
        let both = own.iter().filter_map(|(case, record)| Some((first.get(case)?, record)));
        let other = both.filter(|(a, b)| passed(a) != passed(b)).count();
        (!own.is_empty() && !first.is_empty()).then_some(other)
    });
    SystemEmbedders { system: name.to_owned(), passes: passes.collect(), differ: differ.collect() }
}

fn distinct<'a>(values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all: Vec<&str> = Vec::new();
    for value in values {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

/// Prints a table for each suite: passes with each embedder, and the cases that came out otherwise than with the first. What
/// was not run is `N/A`.
#[must_use]
pub fn print_embedders(suites: &[SuiteEmbedders], form: Form) -> String {
    let mut out = String::new();
    for suite in suites {
        let sha256 = suite.sha256.get(..12).unwrap_or(&suite.sha256);
        out.push_str(&format!("{}: {} cases, sha256 {sha256}\n\n", suite.suite, suite.cases));
        let mut headings = vec![("system".to_owned(), String::new())];
        for (place, embedder) in suite.embedders.iter().enumerate() {
            headings.push((embedder.clone(), format!("/{}", suite.cases)));
            if place > 0 {
                headings.push(("other".to_owned(), "verdicts".to_owned()));
            }
        }
        let mut grid = Grid::new(headings);
        for system in &suite.systems {
            let count =
                |count: Option<usize>| count.map_or_else(|| "N/A".to_owned(), |count| count.to_string());
            let mut cells = vec![system.system.clone()];
            for (place, columns) in system.passes.iter().enumerate() {
                cells.push(count(columns.as_ref().map(|columns| columns.values().sum())));
                if place > 0 {
                    cells.push(count(system.differ[place - 1]));
                }
            }
            grid.row(cells);
        }
        out.push_str(&if form == Form::Markdown { grid.markdown() } else { grid.text() });
        out.push('\n');
    }
    out
}
