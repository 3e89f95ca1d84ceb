//! What the planner passes of suites without each of its components, rules or steps: what a file of it is worth.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum;
use forgeteval::adapter::{CachedEmbedder, Settings, System, build_systems};
use forgeteval::record::Record;
use forgeteval::run::{Options, run};
use forgeteval::score::Verdict;
use forgeteval::suite::{Suite, read_suite};
use nepenthe::control::planner::canonical::Components;
use nepenthe::embed::MiniLm;

use crate::remembering::Remembering;

const WHOLE: &str = "nepenthe:canonical";

/// What is left out in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum By {
    /// A component, such as all names
    Component,
    /// A rule that moves a memory's probability once it is judged
    Rule,
    /// A step by which identifiers and names are found in a text
    Step,
}

impl By {
    fn names(self) -> &'static [&'static str] {
        match self {
            Self::Component => &Components::NAMES,
            Self::Rule => Components::RULES,
            Self::Step => Components::STEPS,
        }
    }
}

/// What is counted of a planner.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Counts {
    pass: usize,
    leaks: usize,
    collateral: usize,
    /// Verdicts that are not those of the whole planner.
    changed: usize,
}

/// Plays the suites and hands on the lines of the table, the dearest to lose first. What is left out is `only`, or all of its kind.
pub fn table(
    suites: &[PathBuf],
    by: By,
    only: &[String],
    model: MiniLm,
    line: &mut impl FnMut(String) -> Result<(), String>,
) -> Result<(), String> {
    if let Some(unknown) = only.iter().find(|name| !by.names().contains(&name.as_str())) {
        return Err(format!("there is no {unknown}; there are {}", by.names().join(", ")));
    }
    let names = by.names().iter().filter(|name| only.is_empty() || only.iter().any(|one| one == *name));
    let names: Vec<&str> = names.copied().collect();
    let settings = Settings::new(Arc::new(CachedEmbedder::new(Arc::new(Remembering::new(model)))));
    let systems: Vec<String> = std::iter::once(WHOLE.to_owned())
        .chain(names.iter().map(|name| format!("{WHOLE}/without-{name}")))
        .collect();
    let systems = build_systems(&systems, &settings).map_err(|name| format!("there is no system {name}"))?;
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    let mut cases = 0;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    for suite in suites {
        let suite = read_suite(suite).map_err(|error| error.to_string())?;
        cases += suite.cases().len();
        // The whole planner first: it asks the relevance model most of what the others ask.
        let whole = play(&suite, &systems[..1])?;
        add(counts.entry(WHOLE.to_owned()).or_default(), &whole, &whole);
        for (at, some) in systems[1..].chunks(jobs).enumerate() {
            eprintln!("{}: {} of {}", suite.name(), at * jobs + 1, systems.len() - 1);
            let records = play(&suite, some)?;
            for system in some {
                let own: Vec<&Record> =
                    records.iter().filter(|record| record.system == system.name()).collect();
                add(counts.entry(system.name().to_owned()).or_default(), own, &whole);
            }
        }
    }
    let all = counts.remove(WHOLE).unwrap_or_default();
    line(format!("{cases} cases, scorer probed\n"))?;
    line(format!(
        "{:<28} {:>6} {:>6} {:>6} {:>10} {:>8}",
        "without", "pass", "", "leaks", "collateral", "changed"
    ))?;
    line(format!("{:<28} {:>6} {:>6} {:>6} {:>10}", "nothing", all.pass, "", all.leaks, all.collateral))?;
    let mut rows: Vec<(&str, Counts)> =
        counts.iter().map(|(name, counts)| (&name[WHOLE.len() + "/without-".len()..], *counts)).collect();
    rows.sort_by_key(|(_, counts)| (counts.pass, counts.changed == 0));
    for (name, Counts { pass, leaks, collateral, changed }) in rows {
        let more = pass as i64 - all.pass as i64;
        line(format!("{name:<28} {pass:>6} {more:>+6} {leaks:>6} {collateral:>10} {changed:>8}"))?;
    }
    Ok(())
}

/// Plays a suite on systems side by side.
fn play(suite: &Suite, systems: &[Arc<dyn System>]) -> Result<Vec<Record>, String> {
    let mut records: Vec<Record> = Vec::new();
    let options =
        Options { embedder: "all-MiniLM-L6-v2".to_owned(), jobs: systems.len(), ..Options::default() };
    run(suite, systems, &options, &mut records).map_err(|error| error.to_string())?;
    Ok(records)
}

fn add<'a>(counts: &mut Counts, records: impl IntoIterator<Item = &'a Record>, whole: &[Record]) {
    for (at, record) in records.into_iter().enumerate() {
        let judged = &record.judged.probed;
        counts.pass += usize::from(judged.verdict == Verdict::Pass);
        counts.leaks += usize::from(!judged.leaked.is_empty());
        counts.collateral += usize::from(!judged.lost.is_empty());
        counts.changed += usize::from(whole.get(at).is_some_and(|whole| whole.judged != record.judged));
    }
}
