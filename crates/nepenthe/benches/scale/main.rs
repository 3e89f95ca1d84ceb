//! What many scopes, many memories and many at once cost: `cargo bench -p nepenthe --bench scale -- [PART...] [--least N]
//! [--most N] [--rivals] [--json FILE]`.
//!
//! Parts: `scopes`, `rows`, `purges`, `readers`, `planning`, `shapes`; all of them without one. `--least` and
//! `--most` leave out sizes below and above a number of memories or scopes. `--rivals` runs pylethe and LangGraph's InMemoryStore on the same texts, vectors and queries (first
//! `python3 systems/install.py pylethe langgraph`). `--json FILE` appends every figure as a line of JSON.
//!
//! Texts are made-up notes in plain English; their vectors are of all-MiniLM-L6-v2, made once and kept below `target/scale`
//! ([`corpus`]). One process; files in the folder that `TMPDIR` names. Figures are medians and 99th percentiles of one run.

#![expect(clippy::unwrap_used, reason = "a benchmark stops at the first error")]
#![expect(clippy::cast_precision_loss, reason = "counts and times")]

mod corpus;
mod exact;
mod figures;
mod planning;
mod purges;
mod readers;
mod rivals;
mod rows;
mod scopes;
mod shapes;
#[expect(dead_code, reason = "figures are kept here, not printed alone")]
#[path = "../support/mod.rs"]
mod support;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use corpus::Corpus;
use figures::Figures;

/// What is run, and how far.
pub(crate) struct Run {
    /// The numbers of memories or scopes that are not left out.
    pub(crate) sizes: RangeInclusive<usize>,
    pub(crate) rivals: bool,
    pub(crate) figures: Figures,
}

impl Run {
    /// The sizes that are not left out.
    pub(crate) fn sizes<'s>(&self, sizes: &'s [usize]) -> impl Iterator<Item = usize> + use<'s> {
        let wanted = self.sizes.clone();
        sizes.iter().copied().filter(move |size| wanted.contains(size))
    }
}

const PARTS: [&str; 6] = ["scopes", "rows", "purges", "readers", "planning", "shapes"];

fn main() {
    let (mut parts, mut json, mut least, mut most, mut rivals) = (Vec::new(), None, 0, 1_000_000, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--rivals" => rivals = true,
            "--least" => least = number("--least", arguments.next()),
            "--most" => most = number("--most", arguments.next()),
            "--json" => json = Some(PathBuf::from(arguments.next().expect("--json FILE"))),
            part if PARTS.contains(&part) => parts.push(argument),
            other => panic!("{other} is no part; there are: {}", PARTS.join(", ")),
        }
    }
    let mut run = Run { sizes: least..=most, rivals, figures: Figures::new(json) };
    let corpus = Corpus::load();
    for part in PARTS.iter().filter(|part| parts.is_empty() || parts.iter().any(|named| named == **part)) {
        match *part {
            "scopes" => scopes::measure(&mut run, &corpus),
            "rows" => rows::measure(&mut run, &corpus),
            "purges" => purges::measure(&mut run, &corpus),
            "readers" => readers::measure(&mut run, &corpus),
            "planning" => planning::measure(&mut run, &corpus),
            _ => shapes::measure(&mut run, &corpus),
        }
    }
}

fn number(option: &str, value: Option<String>) -> usize {
    let value = value.unwrap_or_default();
    value
        .parse()
        .unwrap_or_else(|_| panic!("{option} takes a whole number, such as 100000, and not {value:?}"))
}
