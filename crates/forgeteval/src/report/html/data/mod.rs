//! What the page's script reads: a small index, and for each suite a packed chunk that is unpacked when it is needed.

mod case;
mod pack;
mod pairs;
mod strings;
mod verdict;

use std::collections::HashMap;

use serde::Serialize;

use case::PageCase;
pub(super) use pack::{json_for_script, packed};
pub(super) use pairs::pairs;
use strings::Strings;
use verdict::PageVerdict;

use crate::report::{Role, SuiteView, View};

/// What the script must know before any suite is unpacked.
#[derive(Debug, Serialize)]
pub(super) struct Index<'a> {
    suites: Vec<IndexSuite<'a>>,
    /// The system that others are compared with at first.
    against: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct IndexSuite<'a> {
    key: &'a str,
    title: &'a str,
    columns: Vec<&'a str>,
    systems: Vec<IndexSystem<'a>>,
    /// Whether the cases' texts are there.
    texts: bool,
}

#[derive(Debug, Serialize)]
struct IndexSystem<'a> {
    name: &'a str,
    role: Role,
}

/// Makes the index.
pub(super) fn index<'a>(view: &'a View<'_>, against: Option<&'a str>) -> Index<'a> {
    let suite = |suite: &'a SuiteView<'_>| {
        let totals = &suite.scored[0].totals;
        IndexSuite {
            key: &suite.key,
            title: &suite.title,
            columns: totals.columns.iter().map(|column| column.name.as_str()).collect(),
            systems: suite.scored[0]
                .ordered()
                .into_iter()
                .map(|system| IndexSystem { name: &system.name, role: Role::of(&system.name) })
                .collect(),
            texts: suite.suite.is_some(),
        }
    };
    Index { suites: view.suites.iter().map(suite).collect(), against }
}

/// What is packed of one suite.
#[derive(Debug, Serialize)]
pub(super) struct Chunk<'a> {
    texts: Vec<&'a str>,
    cases: Vec<PageCase<'a>>,
    /// For each system, in the order of the index, a verdict a case; none where the case was not played.
    verdicts: Vec<Vec<Option<PageVerdict>>>,
}

/// Gathers what is packed of one suite. Cases stand in the order of the suite, or of their first verdicts.
pub(super) fn chunk<'a>(suite: &'a SuiteView<'_>) -> Chunk<'a> {
    let mut strings = Strings::default();
    let known: HashMap<&str, (usize, &crate::case::Case)> = suite
        .suite
        .map(|suite| {
            suite.cases().iter().enumerate().map(|(at, case)| (case.id.as_str(), (at, case))).collect()
        })
        .unwrap_or_default();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut firsts: Vec<&crate::record::Record> = Vec::new();
    for record in suite.records {
        places.entry(record.case.as_str()).or_insert_with(|| {
            firsts.push(record);
            firsts.len() - 1
        });
    }
    firsts.sort_by_key(|record| known.get(record.case.as_str()).map_or(usize::MAX, |(at, _)| *at));
    for (at, record) in firsts.iter().enumerate() {
        places.insert(&record.case, at);
    }
    let cases: Vec<PageCase<'a>> = firsts
        .iter()
        .map(|record| {
            let case = known.get(record.case.as_str()).map(|(_, case)| *case);
            PageCase::new(record, case, &mut strings)
        })
        .collect();

    let systems = suite.scored[0].ordered();
    let mut verdicts: Vec<Vec<Option<PageVerdict>>> =
        systems.iter().map(|_| cases.iter().map(|_| None).collect()).collect();
    for record in suite.records {
        let of = systems
            .iter()
            .position(|system| system.name == record.system && system.version == record.system_version);
        if let (Some(of), Some(at)) = (of, places.get(record.case.as_str())) {
            verdicts[of][*at] = Some(PageVerdict::new(record, &mut strings));
        }
    }
    Chunk { cases, verdicts, texts: strings.into_texts() }
}
