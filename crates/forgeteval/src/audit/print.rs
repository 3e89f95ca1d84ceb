//! Prints an audit for people.

use std::fmt::Write as _;

use super::report::{AuditReport, SystemAudit};
use crate::report::Form;
use crate::report::grid::Grid;

const LEGEND: &str = "\
fails:    cases that fail by the published scorer
boundary: of these, nothing is wrong but that a forbidden string stands inside a longer word or identifier
clause:   of these, nothing is wrong but that what was superseded is told as what was so
pass then: cases passed if these count as passed; the paper's audit found 15 of 50 failures of Lethe to be such artefacts
";

/// Prints an audit: a table of systems for each suite, and by column what the rules explain.
#[must_use]
pub fn print(report: &AuditReport, form: Form) -> String {
    let mut out = String::new();
    let mut suites: Vec<(&str, &str)> = Vec::new();
    for system in &report.systems {
        let suite = (system.suite.as_str(), system.suite_sha256.as_str());
        if !suites.contains(&suite) {
            suites.push(suite);
        }
    }
    for (name, sha256) in suites {
        let own: Vec<&SystemAudit> = report.systems.iter().filter(|one| one.suite_sha256 == sha256).collect();
        let mark = if form == Form::Markdown { "## " } else { "" };
        writeln!(out, "{mark}{name}, sha256 {}\n", sha256.get(..12).unwrap_or(sha256))
            .expect("writing to a string cannot fail");
        for system in own.iter().filter(|system| system.without_texts > 0) {
            let (name, count) = (&system.system, system.without_texts);
            writeln!(out, "{name}: {count} failures have no recalled texts, and count as true ones.")
                .expect("writing to a string cannot fail");
        }
        for grid in [totals(&own), by_column(&own)] {
            out.push_str(&if form == Form::Markdown { grid.markdown() } else { grid.text() });
            out.push('\n');
        }
    }
    out.push_str(&match form {
        _ if report.systems.is_empty() => "No verdicts.\n".to_owned(),
        Form::Text => LEGEND.to_owned(),
        Form::Markdown => LEGEND.lines().map(|line| format!("- {line}\n")).collect(),
    });
    out
}

fn totals(systems: &[&SystemAudit]) -> Grid {
    let two = |top: &str| (top.to_owned(), String::new());
    let mut grid = Grid::new(
        ["system", "cases", "pass", "fails", "boundary", "clause", "%", "pass then"].map(two).into(),
    );
    for system in systems {
        let sum = |count: fn(&super::ColumnAudit) -> usize| system.columns.iter().map(count).sum::<usize>();
        let (fails, boundary, clause) =
            (sum(|one| one.failures), sum(|one| one.boundary), sum(|one| one.clause));
        let share = if fails == 0 { "-".to_owned() } else { percent(boundary + clause, fails) };
        let counts = [system.cases, system.pass, fails, boundary, clause].map(|count| count.to_string());
        let mut cells = vec![system.system.clone()];
        cells.extend(counts);
        cells.extend([share, (system.pass + boundary + clause).to_string()]);
        grid.row(cells);
    }
    grid
}

/// Artefacts of failures, for each column that has a failure.
fn by_column(systems: &[&SystemAudit]) -> Grid {
    let mut columns: Vec<&str> =
        systems.iter().flat_map(|system| &system.columns).map(|one| one.column.as_str()).collect();
    columns.sort_unstable();
    columns.dedup();
    let mut headings = vec![("artefacts of failures".to_owned(), String::new())];
    headings.extend(columns.iter().map(|column| match column.split_once('_') {
        Some((first, second)) => (first.to_owned(), second.to_owned()),
        None => ((*column).to_owned(), String::new()),
    }));
    let mut grid = Grid::new(headings);
    for system in systems {
        let mut cells = vec![system.system.clone()];
        cells.extend(columns.iter().map(|column| {
            let found = system.columns.iter().find(|one| one.column == *column);
            found.map_or_else(
                || "-".to_owned(),
                |one| format!("{}/{}", one.boundary + one.clause, one.failures),
            )
        }));
        grid.row(cells);
    }
    grid
}

fn percent(part: usize, of: usize) -> String {
    format!("{:.1}", part as f64 / of as f64 * 100.0)
}
