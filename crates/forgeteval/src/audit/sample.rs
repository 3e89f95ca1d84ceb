//! A sample of failures for a person to read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::classify::lacks_texts;
use super::report::case_of;
use super::{Kind, classify};
use crate::record::{Record, Runs};

/// A failure, by its lot.
type Drawn<'a> = (Vec<u8>, &'a Record, Kind);

/// Returns a sheet to read, in Markdown: so many failures of the runs, spread evenly over the columns, each with what was
/// asked, forbidden, needed and recalled, and what the rules take it for. The same seed draws the same failures. Failures whose
/// recalled texts were left out of the verdicts cannot be read, and are not drawn.
#[must_use]
pub fn sample(runs: &Runs, many: usize, seed: u64) -> String {
    let mut columns: BTreeMap<&str, Vec<Drawn<'_>>> = BTreeMap::new();
    for record in runs.records.iter().filter(|record| !lacks_texts(record)) {
        if let Some(finding) = classify(record, case_of(record, &runs.suites)) {
            let lot = Sha256::digest(format!("{seed} {} {}", record.system, record.case)).to_vec();
            columns.entry(record.column()).or_default().push((lot, record, finding.kind));
        }
    }
    columns.values_mut().for_each(|drawn| drawn.sort_by(|a, b| a.0.cmp(&b.0)));
    let deepest = columns.values().map(Vec::len).max().unwrap_or(0);
    let rounds = (0..deepest).flat_map(|round| columns.values().filter_map(move |drawn| drawn.get(round)));
    let chosen: Vec<(&Record, Kind)> = rounds.take(many).map(|(_, record, kind)| (*record, *kind)).collect();

    let mut out = String::from(
        "# Failures to read\n\nFor each: is what had to go still told as so (a true failure), or does only the search for \
         strings say so (an artefact)?\nThe rules' own answer stands at the end of each.\n",
    );
    for (place, (record, kind)) in chosen.iter().enumerate() {
        show(&mut out, place + 1, record, *kind, runs);
    }
    out
}

fn show(out: &mut String, number: usize, record: &Record, kind: Kind, runs: &Runs) {
    let mut line = |text: String| writeln!(out, "{text}").expect("writing to a string cannot fail");
    line(format!("\n## {number}. {}, {}, {}\n", record.case, record.column(), record.system));
    if let Some(case) = case_of(record, &runs.suites) {
        for change in &case.mutations {
            line(format!("* {}: {}", change.word(), change.arguments().join(" -> ")));
        }
        line(format!("* asked: {}", case.final_query));
        line(format!("* needed: {}; forbidden: {}", list(&case.must_contain), list(&case.must_not_contain)));
    }
    let leaked: Vec<String> = record.judged.published.leaked.iter().map(|leak| leak.text.clone()).collect();
    line(format!("* found: {}; not recalled: {}", list(&leaked), list(&record.judged.published.lost)));
    if let Some(error) = &record.error {
        line(format!("* error: {}", one_line(error)));
    }
    line("* recalled:\n".to_owned());
    for (place, text) in record.recalled.iter().enumerate() {
        line(format!("  {}. {}", place + 1, one_line(text)));
    }
    let kind = match kind {
        Kind::True => "a true failure",
        Kind::Boundary => "an artefact: it stands inside a longer word or identifier",
        Kind::Clause => "an artefact: it is told as what was so",
    };
    line(format!("\nRules: {kind}. Reader: "));
}

fn list(texts: &[String]) -> String {
    if texts.is_empty() { "nothing".to_owned() } else { texts.join(" | ") }
}

fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
