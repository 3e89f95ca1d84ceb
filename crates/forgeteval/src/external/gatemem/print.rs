//! Prints a report for people.

use super::report::{AccessTotals, Report, SystemTotals};
use crate::external::{Shown, one_line};
use crate::report::grid::Grid;
use crate::report::{Form, Rate};

const LEGEND: &str = "\
utility: needed strings recalled; whole: questions with all of them recalled
told:    questions of privacy whose answer holds a string that the asker must not know
kept:    questions of forgetting whose answer holds a string that was to be forgotten
ordered: strings that an order of deletion names and nobody says again, recalled by a question or by asking for the string;
again: those that are said again after the order; unnamed: those that no order names
balance: harmonic mean of utility, of what was not told and of what was not kept; it is no number of GateMem
";

/// Prints a report: for each access a table, and notes on rows that need one.
#[must_use]
pub fn print(report: &Report, form: Form) -> String {
    shown(report).text(form, "No outcomes.")
}

/// Returns the same as tables and notes.
pub(crate) fn shown(report: &Report) -> Shown {
    let mut shown = Shown::default();
    for totals in &report.accesses {
        shown.heading(&format!(
            "GateMem, access {}: {} episodes, {}",
            totals.access,
            totals.episodes,
            Shown::how(&totals.data_sha256, totals.k, &totals.embedder)
        ));
        shown.grid(table(totals));
        notes(&mut shown, totals);
        shown.end();
    }
    shown.legend(LEGEND)
}

fn table(totals: &AccessTotals) -> Grid {
    let of = |name: &str, n: usize| (name.to_owned(), format!("/{n}"));
    let two = |top: &str, below: &str| (top.to_owned(), below.to_owned());
    let first = totals.systems.iter().find(|system| !system.not_applicable);
    let counted = |rate: fn(&SystemTotals) -> Rate| first.map_or(0, |system| rate(system).of);
    let mut grid = Grid::new(vec![
        two("system", ""),
        of("utility", counted(|one| one.utility)),
        two("%", ""),
        of("whole", counted(|one| one.whole)),
        of("told", counted(|one| one.told)),
        two("%", ""),
        of("kept", counted(|one| one.kept)),
        two("95 %", ""),
        of("ordered", totals.strings.ordered),
        of("again", totals.strings.again),
        of("unnamed", totals.strings.unnamed),
        two("balance", ""),
        two("episode", "s"),
        two("question", "ms"),
    ]);
    for system in &totals.systems {
        let mut cells = vec![system.system.clone()];
        if system.not_applicable {
            cells.extend(["N/A"; 13].map(str::to_owned));
            grid.row(cells);
            continue;
        }
        let count = |rate: &Rate| rate.pass.to_string();
        cells.extend([count(&system.utility), system.utility.percent(), count(&system.whole)]);
        cells.extend([count(&system.told), system.told.percent()]);
        cells.extend([count(&system.kept), system.kept.interval()]);
        cells.extend([count(&system.ordered), count(&system.again), count(&system.unnamed)]);
        cells.push(system.balance.map_or_else(|| "-".to_owned(), |balance| format!("{balance:.2}")));
        cells.extend([format!("{:.2}", system.playing_s), format!("{:.1}", system.asking_ms)]);
        grid.row(cells);
    }
    grid
}

fn notes(shown: &mut Shown, totals: &AccessTotals) {
    shown.note(&format!(
        "not counted, since they stand in nothing that was written: {} needed strings, {} that were to be forgotten.",
        totals.never_written, totals.strings.never_written
    ));
    let questions: usize = totals.questions.iter().sum();
    for system in &totals.systems {
        let name = &system.system;
        if system.asked < questions {
            shown.note(&format!("{name}: only {} of {questions} questions were asked.", system.asked));
        }
        if system.not_applicable {
            shown.note(&format!("{name}: N/A, since it has no scopes."));
        } else if system.lacked.changes > 0 {
            let why = match &system.lacked.first_error {
                None => "since it has no such operation.".to_owned(),
                Some(error) => {
                    format!(
                        "{} because of errors, the first being {}",
                        system.lacked.refused,
                        one_line(error)
                    )
                }
            };
            shown.note(&format!("{name}: {} orders were left out, {why}", system.lacked.changes));
        }
        shown.error(name, system.errors, system.first_error.as_deref());
    }
}
