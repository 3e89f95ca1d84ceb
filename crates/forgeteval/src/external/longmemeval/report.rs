//! The totals of a run, beside the published ones.

use serde::Serialize;

use super::Mapping;
use crate::external::{Outcome, Shown, by_system, distinct, published_rows};
use crate::report::grid::Grid;
use crate::report::{Form, Rate};

/// How many recalled sessions are looked at; larger ones than a run's k are left out.
const DEPTHS: [usize; 4] = [1, 3, 5, 10];

/// The depth that the table by type is of.
const BY_TYPE: usize = 5;

/// The types in the order of the published table.
const TYPES: [&str; 6] = [
    "knowledge-update", "multi-session", "single-session-assistant", "single-session-preference",
    "single-session-user", "temporal-reasoning",
];

/// The totals of a run, made from its outcomes alone.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// For each mapping that was played, in the order of [`Mapping::ALL`].
    pub mappings: Vec<MappingTotals>,
}

/// The totals of one mapping.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MappingTotals {
    /// `user` or `both`.
    pub mapping: String,
    /// The hash of the data.
    pub data_sha256: String,
    /// How many texts a recall could return.
    pub k: usize,
    /// The embedder shared by the systems.
    pub embedder: String,
    /// The types of question.
    pub types: Vec<String>,
    /// The systems, in the order in which they were played.
    pub systems: Vec<SystemTotals>,
}

/// One system's totals.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SystemTotals {
    /// The system.
    pub system: String,
    /// Its version.
    pub version: String,
    /// For each depth: the depth, and the questions of which one session of the answer is among so many.
    pub any: Vec<(usize, Rate)>,
    /// The same, where all sessions of the answer are.
    pub all: Vec<(usize, Rate)>,
    /// By type, of the best five: any session of the answer.
    pub types: Vec<Rate>,
    /// Questions without an answer.
    pub errors: usize,
    /// The first error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
    /// The seconds of all writing and asking.
    pub wall_s: f64,
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
    let mut types = distinct(&outcomes, |one| &one.kind);
    types.sort_by_key(|kind| TYPES.iter().position(|known| known == kind).unwrap_or(TYPES.len()));
    let systems = by_system(&outcomes);
    Some(MappingTotals {
        mapping: mapping.to_owned(),
        data_sha256: first.data_sha256.clone(),
        k: first.k,
        embedder: first.embedder.clone(),
        systems: systems.iter().map(|(_, own)| system(own, first.k, &types)).collect(),
        types: types.into_iter().map(str::to_owned).collect(),
    })
}

fn system(outcomes: &[&Outcome], k: usize, types: &[&str]) -> SystemTotals {
    let within = |depth: usize, all: bool, kind: Option<&str>| {
        let of: Vec<&&Outcome> =
            outcomes.iter().filter(|one| kind.is_none_or(|kind| one.kind == kind)).collect();
        let holds = |one: &&&&Outcome| {
            let mut found = one.needed.iter().map(|found| found.rank.is_some_and(|rank| rank <= depth));
            one.answered() && if all { found.all(|found| found) } else { found.any(|found| found) }
        };
        Rate::new(of.iter().filter(holds).count(), of.len())
    };
    let depths = || DEPTHS.into_iter().filter(|depth| *depth <= k);
    let wall_us: u64 = outcomes.iter().map(|one| one.times.playing_us + one.times.asking_us).sum();
    SystemTotals {
        system: outcomes[0].system.clone(),
        version: outcomes[0].system_version.clone(),
        any: depths().map(|depth| (depth, within(depth, false, None))).collect(),
        all: depths().map(|depth| (depth, within(depth, true, None))).collect(),
        types: types.iter().map(|kind| within(BY_TYPE, false, Some(kind))).collect(),
        errors: outcomes.iter().filter(|one| !one.answered()).count(),
        first_error: outcomes.iter().find_map(|one| one.error.clone()),
        wall_s: wall_us as f64 / 1e6,
    }
}

/// Prints a report: for each mapping R@k, and by type R@5, each with the published rows below.
#[must_use]
pub fn print(report: &Report, form: Form) -> String {
    let mut shown = Shown::default();
    for totals in &report.mappings {
        let how = Shown::how(&totals.data_sha256, totals.k, &totals.embedder);
        let questions =
            totals.systems.first().and_then(|system| system.any.first()).map_or(0, |(_, rate)| rate.of);
        shown.heading(&format!("LongMemEval, mapping {}: {questions} questions, {how}", totals.mapping));
        shown.grid(by_depth(totals));
        if totals.k >= BY_TYPE {
            shown.grid(by_type(totals));
        }
        for system in &totals.systems {
            shown.error(&system.system, system.errors, system.first_error.as_deref());
        }
        shown.end();
    }
    let legend = "R@n: per cent of questions of which a session of the answer is among the n best; all@n: of which all are\n\
         published: 500 questions, what the user said, hybrid recall; the paper says R@5 = 93.8 for Lethe\n";
    shown.legend(legend).text(form, "No outcomes.")
}

fn by_depth(totals: &MappingTotals) -> Grid {
    let depths: Vec<usize> = totals
        .systems
        .first()
        .map_or(Vec::new(), |system| system.any.iter().map(|(depth, _)| *depth).collect());
    let two = |text: String| (text, "%".to_owned());
    let mut headings = vec![("system".to_owned(), String::new())];
    headings.extend(depths.iter().map(|depth| two(format!("R@{depth}"))));
    headings.extend(depths.iter().map(|depth| two(format!("all@{depth}"))));
    headings.push(("wall".to_owned(), "s".to_owned()));
    let mut grid = Grid::new(headings);
    for system in &totals.systems {
        let mut cells = vec![system.system.clone()];
        cells.extend(system.any.iter().chain(&system.all).map(|(_, rate)| rate.percent()));
        cells.push(format!("{:.1}", system.wall_s));
        grid.row(cells);
    }
    if totals.mapping == Mapping::User.to_string() {
        for (name, cells) in published_rows("longmemeval", None) {
            let mut row = vec![format!("published: {name}")];
            row.extend(cells.iter().take(depths.len()).cloned());
            row.extend(depths.iter().map(|_| "?".to_owned()));
            let minutes = cells.last().and_then(|cell| cell.parse::<f64>().ok());
            row.push(minutes.map_or_else(|| "?".to_owned(), |minutes| format!("{:.0}", minutes * 60.0)));
            grid.row(row);
        }
    }
    grid
}

fn by_type(totals: &MappingTotals) -> Grid {
    let mut headings = vec![(format!("R@{BY_TYPE} by type"), String::new())];
    let of = |place: usize| totals.systems.first().map_or(0, |system| system.types[place].of);
    headings.extend(
        totals
            .types
            .iter()
            .enumerate()
            .map(|(place, kind)| (kind.replacen("single-session", "ss", 1), format!("/{}", of(place)))),
    );
    let mut grid = Grid::new(headings);
    for system in &totals.systems {
        let mut cells = vec![system.system.clone()];
        cells.extend(system.types.iter().map(Rate::percent));
        grid.row(cells);
    }
    if totals.mapping == Mapping::User.to_string() {
        for (name, cells) in published_rows("longmemeval-types", None) {
            let cell = |kind: &String| {
                let place = TYPES.iter().position(|known| known == kind);
                place.and_then(|place| cells.get(place)).map_or_else(|| "?".to_owned(), Clone::clone)
            };
            let mut row = vec![format!("published: {name}")];
            row.extend(totals.types.iter().map(cell));
            grid.row(row);
        }
    }
    grid
}
