//! The totals of a run, beside the published ones.

use serde::Serialize;

use super::Mapping;
use crate::external::{Outcome, Shown, by_system, distinct, published_rows};
use crate::report::grid::Grid;
use crate::report::{Form, Rate};

/// How many recalled texts are looked at; larger ones than a run's k are left out.
const DEPTHS: [usize; 3] = [1, 5, 10];

/// The totals of a run, made from its outcomes alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// For each mapping that was played, in the order of [`Mapping::ALL`].
    pub mappings: Vec<MappingTotals>,
}

/// The totals of one mapping.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MappingTotals {
    /// `published` or `superseding`.
    pub mapping: String,
    /// The hash of the data.
    pub data_sha256: String,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems.
    pub embedder: String,
    /// The rows of the data.
    pub blocks: Vec<BlockTotals>,
}

/// The totals of one row of the data.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BlockTotals {
    /// Its source.
    pub source: String,
    /// Its questions.
    pub questions: usize,
    /// Questions none of whose answers stands in a fact: no recall can pass them.
    pub never_written: usize,
    /// The systems, in the order in which they were played.
    pub systems: Vec<SystemTotals>,
}

/// One system's totals of one row of the data.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemTotals {
    /// The system.
    pub system: String,
    /// Its version.
    pub version: String,
    /// For each depth: the depth, and the questions with an accepted answer in so many best texts.
    pub at: Vec<(usize, Rate)>,
    /// Changes that it lacked or refused; their texts were inscribed.
    pub lacked: usize,
    /// Questions without an answer.
    pub errors: usize,
    /// The first error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
    /// The seconds of all changes.
    pub playing_s: f64,
}

impl Report {
    /// Adds up outcomes.
    #[must_use]
    pub fn new(outcomes: &[Outcome]) -> Self {
        let mappings = Mapping::ALL.iter().filter_map(|mapping| totals(outcomes, &mapping.to_string()));
        Self { mappings: mappings.collect() }
    }
}

fn totals(outcomes: &[Outcome], mapping: &str) -> Option<MappingTotals> {
    let outcomes: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.mapping == mapping).collect();
    let first = outcomes.first()?;
    let blocks = distinct(&outcomes, |one| &one.group).into_iter().map(|source| {
        let own: Vec<&Outcome> = outcomes.iter().copied().filter(|one| one.group == source).collect();
        let systems = by_system(&own);
        let questions = systems.first().map_or(&[][..], |(_, own)| own.as_slice());
        BlockTotals {
            source: source.to_owned(),
            questions: questions.len(),
            never_written: questions
                .iter()
                .filter(|one| one.needed.iter().any(|found| !found.written))
                .count(),
            systems: systems.iter().map(|(_, own)| system(own, first.k)).collect(),
        }
    });
    Some(MappingTotals {
        mapping: mapping.to_owned(),
        data_sha256: first.data_sha256.clone(),
        k: first.k,
        embedder: first.embedder.clone(),
        blocks: blocks.collect(),
    })
}

fn system(outcomes: &[&Outcome], k: usize) -> SystemTotals {
    let last = outcomes[outcomes.len() - 1];
    let within = |depth: usize| {
        let holds = |one: &&&Outcome| {
            one.answered() && one.needed.iter().all(|found| found.rank.is_some_and(|rank| rank <= depth))
        };
        Rate::new(outcomes.iter().filter(holds).count(), outcomes.len())
    };
    SystemTotals {
        system: last.system.clone(),
        version: last.system_version.clone(),
        at: DEPTHS.into_iter().filter(|depth| *depth <= k).map(|depth| (depth, within(depth))).collect(),
        lacked: last.lacked.changes,
        errors: outcomes.iter().filter(|one| !one.answered()).count(),
        first_error: outcomes.iter().find_map(|one| one.error.clone()),
        playing_s: last.times.playing_us as f64 / 1e6,
    }
}

/// Prints a report: for each mapping and row of the data a table, with the published rows below.
#[must_use]
pub fn print(report: &Report, form: Form) -> String {
    let mut shown = Shown::default();
    for totals in &report.mappings {
        for block in &totals.blocks {
            shown.heading(&format!(
                "FactConsolidation, {}, mapping {}: {} questions, {}",
                block.source,
                totals.mapping,
                block.questions,
                Shown::how(&totals.data_sha256, totals.k, &totals.embedder)
            ));
            shown.grid(table(totals, block));
            shown.note(&format!("{} questions have no answer in any fact.", block.never_written));
            for system in &block.systems {
                if system.lacked > 0 {
                    shown.note(&format!(
                        "{}: {} facts were inscribed, not superseding.",
                        system.system, system.lacked
                    ));
                }
                shown.error(&system.system, system.errors, system.first_error.as_deref());
            }
            shown.end();
        }
    }
    let legend = "a question passes at k = n if an accepted answer stands in one of the n best texts, in any case of letters; this finds\n\
         the edit, and does not ask whether what it contradicts is gone\n";
    shown.legend(legend).text(form, "No outcomes.")
}

fn table(totals: &MappingTotals, block: &BlockTotals) -> Grid {
    let depths = block.systems.first().map_or(&[][..], |system| system.at.as_slice());
    let mut headings = vec![("system".to_owned(), String::new())];
    headings.extend(depths.iter().map(|(depth, rate)| (format!("k = {depth}"), format!("/{}", rate.of))));
    headings.push(("playing".to_owned(), "s".to_owned()));
    let mut grid = Grid::new(headings);
    for system in &block.systems {
        let mut cells = vec![system.system.clone()];
        cells.extend(system.at.iter().map(|(_, rate)| rate.pass.to_string()));
        cells.push(format!("{:.2}", system.playing_s));
        grid.row(cells);
    }
    // The published table is of 100 questions a row, inscribed.
    if totals.mapping == Mapping::Published.to_string() {
        let group = published_group(&block.source);
        for (name, cells) in published_rows("factconsolidation", group.as_deref()) {
            let mut row = vec![format!("published: {name}, of 100")];
            row.extend(cells.into_iter().take(depths.len()));
            row.push("?".to_owned());
            grid.row(row);
        }
    }
    grid
}

/// What the group of the published table begins with that a source stands for, such as `single-hop 6k`.
fn published_group(source: &str) -> Option<String> {
    let (hops, size) = source.strip_prefix("factconsolidation_")?.split_once('_')?;
    let hops = match hops {
        "sh" => "single-hop",
        "mh" => "multi-hop",
        _ => return None,
    };
    Some(format!("{hops} {size} "))
}
