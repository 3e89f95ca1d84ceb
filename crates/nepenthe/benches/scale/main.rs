//! What many scopes, many memories and many at once cost: `cargo bench -p nepenthe --bench scale -- [PART...] [--most N]
//! [--rivals] [--json FILE]`.
//!
//! Parts: `scopes`, `rows`, `purges`, `readers`, `planning`, `shapes`; all of them without one. `--most N` leaves out sizes above
//! N memories or scopes. `--rivals` runs pylethe and LangGraph's InMemoryStore on the same texts, vectors and queries (first
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

use std::path::PathBuf;

use corpus::Corpus;
use figures::Figures;

/// What is run, and how far.
pub(crate) struct Run {
    /// The largest number of memories or scopes.
    pub(crate) most: usize,
    pub(crate) rivals: bool,
    pub(crate) figures: Figures,
}

impl Run {
    /// The sizes that are not left out.
    pub(crate) fn sizes<'s>(&self, sizes: &'s [usize]) -> impl Iterator<Item = usize> + use<'s> {
        let most = self.most;
        sizes.iter().copied().filter(move |size| *size <= most)
    }
}

const PARTS: [&str; 6] = ["scopes", "rows", "purges", "readers", "planning", "shapes"];

fn main() {
    let (mut parts, mut json, mut most, mut rivals) = (Vec::new(), None, 1_000_000, false);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--bench" => {}
            "--rivals" => rivals = true,
            "--most" => most = arguments.next().and_then(|most| most.parse().ok()).expect("--most N"),
            "--json" => json = Some(PathBuf::from(arguments.next().expect("--json FILE"))),
            part if PARTS.contains(&part) => parts.push(argument),
            other => panic!("{other} is no part; there are: {}", PARTS.join(", ")),
        }
    }
    let mut run = Run { most, rivals, figures: Figures::new(json) };
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
