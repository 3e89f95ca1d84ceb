//! The floor of the planner `canonical`: what it passes of cases that nobody trains on may not become less unseen.
//!
//! `tests/floor.tsv` has the counts of each suite, by the scorer `probed`. It is changed by hand, in the commit that changes what the
//! planner does. Worse is an error, and better too: then the file asks to be raised.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use forgeteval::report::Report;
use forgeteval::run::Options;
use forgeteval::score::Scorer;
use forgeteval::suite::read_suite;
use nepenthe::embed::Embedder;
use nepenthe_model::{LazyMiniLm, ModelFinder};

use crate::support::{systems_with, verdicts};

/// What is counted of a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Counts {
    cases: usize,
    pass: usize,
    leaks: usize,
    collateral: usize,
}

/// The suites and counts of `floor.tsv`.
fn floor() -> Vec<(&'static str, Counts)> {
    let lines = include_str!("../floor.tsv").lines().skip(1);
    let read = |line: &'static str| {
        let mut cells = line.split('\t');
        let suite = cells.next().unwrap();
        let mut count = || cells.next().and_then(|cell| cell.parse().ok()).expect("four counts");
        (suite, Counts { cases: count(), pass: count(), leaks: count(), collateral: count() })
    };
    lines.map(read).collect()
}

fn counted(suite: &str, model: Arc<dyn Embedder>) -> Counts {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/held").join(suite);
    let cases = read_suite(&file).unwrap();
    let options = Options { embedder: "all-MiniLM-L6-v2".to_owned(), ..Options::default() };
    let records = verdicts(&cases, &systems_with(&["nepenthe:canonical"], model), &options);
    let totals = &Report::new(&records, Scorer::Probed).suites[0].systems[0];
    Counts { cases: records.len(), pass: totals.pass, leaks: totals.leaks, collateral: totals.collateral }
}

#[test]
fn canonical_passes_what_it_passed() {
    let model: Arc<dyn Embedder> = Arc::new(LazyMiniLm::new(ModelFinder::from_env()));
    let floor = floor();
    let found: Vec<Counts> = std::thread::scope(|threads| {
        let counted = |suite| {
            let model = Arc::clone(&model);
            threads.spawn(move || counted(suite, model))
        };
        let all: Vec<_> = floor.iter().map(|(suite, _)| counted(*suite)).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect()
    });
    let mut says = String::new();
    for ((suite, was), is) in floor.iter().zip(&found).filter(|((_, was), is)| was != *is) {
        let change = match is.pass.cmp(&was.pass) {
            std::cmp::Ordering::Less => "worse",
            std::cmp::Ordering::Equal => "other cases fail",
            std::cmp::Ordering::Greater => "better: raise tests/floor.tsv in this commit",
        };
        let Counts { cases, pass, leaks, collateral } = is;
        writeln!(says, "{change}\n  is   {suite}\t{cases}\t{pass}\t{leaks}\t{collateral}").unwrap();
        let Counts { cases, pass, leaks, collateral } = was;
        writeln!(says, "  was  {suite}\t{cases}\t{pass}\t{leaks}\t{collateral}").unwrap();
    }
    assert!(says.is_empty(), "what canonical passes has changed\n{says}");
}
