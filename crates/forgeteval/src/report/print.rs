//! Prints a report for people.

use std::fmt::Write as _;

use super::grid::Grid;
use super::headings::heading;
use super::hooks::hooks;
use super::totals::{ColumnTotals, Rate, SuiteTotals, SystemTotals};
use super::{Report, models};

/// How a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Text for a terminal, without borders, at most 110 columns wide for the ten categories. The default.
    #[default]
    Text,
    /// Markdown.
    Markdown,
}

const LEGEND: &str = "\
leak: cases in which something forbidden was recalled, or found in the system's files
lost: cases in which something needed was not recalled (collateral)
N/A:  cases that need what the system lacks; strictly they count as not passed, evaluably not at all
ms:   mean of a case; a text that was embedded before in a run costs its embedder nothing
";

/// Prints a report: for each suite a table of verdicts, notes on rows that need one, and a table of times.
#[must_use]
pub fn print(report: &Report, form: Form) -> String {
    let mut out = String::new();
    for suite in &report.suites {
        suite_heading(&mut out, suite, form);
        draw(&mut out, &verdicts(suite), form);
        out.push('\n');
        let notes = notes(suite, form);
        if !notes.is_empty() {
            out.push_str(&notes);
            out.push('\n');
        }
        for grid in [language_models(suite), hooks(suite)].into_iter().flatten() {
            draw(&mut out, &grid, form);
            out.push('\n');
        }
        draw(&mut out, &times(suite), form);
        out.push('\n');
    }
    out.push_str(&match form {
        _ if report.suites.is_empty() => "No verdicts.\n".to_owned(),
        Form::Text => LEGEND.to_owned(),
        Form::Markdown => LEGEND.lines().map(|line| format!("- {line}\n")).collect(),
    });
    out
}

fn draw(out: &mut String, grid: &Grid, form: Form) {
    out.push_str(&match form {
        Form::Text => grid.text(),
        Form::Markdown => grid.markdown(),
    });
}

fn suite_heading(out: &mut String, suite: &SuiteTotals, form: Form) {
    let mark = if form == Form::Markdown { "## " } else { "" };
    let name: String = suite.name.chars().filter(|c| !c.is_control()).collect();
    let version = suite.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    let hash = suite.sha256.get(..12).unwrap_or(&suite.sha256);
    writeln!(
        out,
        "{mark}{name}{version}: {} cases, sha256 {hash}, scorer {}, k {}, embedder {}\n",
        suite.cases, suite.scorer, suite.k, suite.embedder
    )
    .expect("writing to a string cannot fail");
}

fn verdicts(suite: &SuiteTotals) -> Grid {
    let two = |top: &str, below: &str| (top.to_owned(), below.to_owned());
    let mut headings = vec![two("system", "")];
    headings.extend(suite.columns.iter().map(|column| (heading(&column.name), format!("/{}", column.n))));
    headings.extend([two("pass", ""), two("%", ""), two("95 %", ""), two("N/A", ""), two("leak", "")]);
    headings.extend([two("lost", ""), two("ms", "")]);

    let mut grid = Grid::new(headings);
    for system in &suite.systems {
        let mut cells = vec![system.name.clone()];
        let columns = system.columns.iter().zip(&suite.columns);
        cells.extend(columns.map(|(totals, column)| cell(*totals, column.n)));
        cells.push(format!("{}/{}", system.pass, system.n));
        cells.push(system.strict.percent());
        cells.push(interval(&system.strict));
        cells.extend([system.na, system.leaks, system.collateral].map(|count| count.to_string()));
        cells.push(ms(system.mean_ms.total));
        grid.row(cells);
    }
    grid
}

/// The passes of a column; with their own count where the system was not asked every case of it.
fn cell(totals: ColumnTotals, n: usize) -> String {
    match totals {
        ColumnTotals { n: 0, .. } => "-".to_owned(),
        ColumnTotals { n: asked, na, .. } if asked == na => "N/A".to_owned(),
        ColumnTotals { n: asked, pass, .. } if asked == n => pass.to_string(),
        ColumnTotals { n: asked, pass, .. } => format!("{pass}/{asked}"),
    }
}

fn notes(suite: &SuiteTotals, form: Form) -> String {
    let mut out = String::new();
    let mark = if form == Form::Markdown { "- " } else { "" };
    for system in &suite.systems {
        for note in system_notes(suite, system) {
            writeln!(out, "{mark}{}: {note}", system.name).expect("writing to a string cannot fail");
        }
    }
    out
}

fn system_notes(suite: &SuiteTotals, system: &SystemTotals) -> Vec<String> {
    let mut notes = Vec::new();
    if system.n < suite.cases {
        notes.push(format!("only {} of {} cases were played.", system.n, suite.cases));
    }
    if system.na > 0 {
        notes.push(format!("strict {}, evaluable {}.", rate(&system.strict), rate(&system.evaluable)));
    }
    if system.differ > 0 {
        let (of, passes) = (system.n, system.passes);
        notes.push(format!(
            "the scorers differ on {} cases: published {}/{of}, probed {}/{of}, boundary {}/{of}.",
            system.differ, passes.published, passes.probed, passes.boundary
        ));
    }
    if let Some(error) = &system.first_error {
        let error: String = error.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect();
        notes.push(format!("{} failed with an error, the first being {error}", system.errors));
    }
    notes.extend(models::notes(system));
    notes
}

/// The table of what was taken of a language model; `None` where no system asked one.
fn language_models(suite: &SuiteTotals) -> Option<Grid> {
    let rows = models::rows(suite);
    if rows.is_empty() {
        return None;
    }
    let heading = |(words, _): (&str, _)| match words.split_once(' ') {
        Some((top, below)) => (top.to_owned(), below.to_owned()),
        None => (words.to_owned(), String::new()),
    };
    let mut grid = Grid::new(models::HEADINGS.map(heading).to_vec());
    for (_, cells) in rows {
        grid.row(cells.to_vec());
    }
    Some(grid)
}

fn times(suite: &SuiteTotals) -> Grid {
    let two = |top: &str, below: &str| (top.to_owned(), below.to_owned());
    let mut headings =
        vec![two("ms a case", ""), two("mean", "total"), two("", "embedder"), two("median", "total")];
    headings.extend(["embedder", "planner", "store", "scoring"].map(|name| two("", name)));
    let mut grid = Grid::new(headings);
    for system in &suite.systems {
        let (mean, median) = (&system.mean_ms, &system.median_ms);
        let mut cells = vec![system.name.clone(), ms(mean.total), ms(mean.embedder), ms(median.total)];
        cells.extend([median.embedder, median.planner, median.store, median.scoring].map(ms));
        grid.row(cells);
    }
    grid
}

/// Writes a rate with its interval.
pub(super) fn rate(rate: &Rate) -> String {
    format!("{}/{} = {} % ({})", rate.pass, rate.of, rate.percent(), interval(rate))
}

fn interval(rate: &Rate) -> String {
    let high = format!("{:.1}", rate.wilson95.high * 100.0);
    format!("{:.1}-{}", rate.wilson95.low * 100.0, if high == "100.0" { "100" } else { &high })
}

fn ms(value: f64) -> String {
    let digits = match value {
        big if big >= 100.0 => 0,
        middle if middle >= 10.0 => 1,
        small if small >= 1.0 => 2,
        _ => 3,
    };
    format!("{value:.digits$}")
}
