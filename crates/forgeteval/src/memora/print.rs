//! Prints totals for people.

use super::published::{PERSONAS, PUBLISHED};
use super::{Mapping, MappingTotals, PublishedTotals, Report, Task};
use crate::external::{Shown, one_line};
use crate::report::grid::Grid;
use crate::report::{Form, Rate};

const LEGEND: &str = "\
present: checks that something is in the answer, each on its own; absent: checks that something is not
net:     the rate of presence less the rate of leaks; 0 for a memory that returns nothing, and for one that returns all
cut:     each text recalled cut to 300 characters, as the published adapter of MemPalace answered
95 %:    Wilson's interval
";

/// Prints the totals: for each mapping the published scoring beside the published numbers, what of it decides nothing,
/// and the checks counted singly.
#[must_use]
pub fn print(report: &Report, form: Form) -> String {
    shown(report).text(form, "No records.")
}

/// Returns the same as tables and notes.
pub(crate) fn shown(report: &Report) -> Shown {
    let mut shown = Shown::default();
    for totals in &report.mappings {
        shown.heading(&format!(
            "Memora, mapping {}: {} persons, {} questions, {}",
            totals.mapping,
            totals.personas.len(),
            totals.questions.all(),
            Shown::how(&totals.data_sha256, totals.k, &totals.embedder)
        ));
        let published = totals.mapping == Mapping::Published && totals.personas == PERSONAS;
        let mut tables = vec![("Passes by the published scoring, by task", by_task(totals, published))];
        if totals.mapping == Mapping::Published {
            tables.push(("The same by person", by_persona(totals, published)));
        }
        tables.push(("The same, apart by what an answer can change", apart(totals)));
        tables.push(("Checks counted singly, those that can be passed and failed", checks(totals)));
        for (title, grid) in tables {
            shown.title(title);
            shown.grid(grid);
        }
        notes(&mut shown, totals);
        shown.end();
    }
    shown.legend(LEGEND)
}

/// Every row of the published scoring: each system, and its answers cut where that was published.
fn rows(totals: &MappingTotals) -> Vec<(String, &PublishedTotals)> {
    totals
        .systems
        .iter()
        .flat_map(|system| {
            let cut = system.snippets.as_ref().map(|cut| (format!("{}, cut", system.system), cut));
            std::iter::once((system.system.clone(), &system.published)).chain(cut)
        })
        .collect()
}

fn by_task(totals: &MappingTotals, published: bool) -> Grid {
    let mut headings = vec![two("system", "")];
    let tasks = Task::ALL.iter().zip(totals.questions.tasks);
    headings.extend(tasks.map(|(task, n)| (task.name().to_owned(), format!("/{n}"))));
    headings.extend([(String::from("total"), format!("/{}", totals.questions.all())), two("%", "")]);
    let mut grid = Grid::new(headings);
    let all = totals.questions.all();
    let mut row = |name: String, tasks: [usize; 3], pass: usize| {
        let mut cells = vec![name];
        cells.extend(tasks.map(|count| count.to_string()));
        cells.extend([pass.to_string(), Rate::new(pass, all).percent()]);
        grid.row(cells);
    };
    for (name, counts) in rows(totals) {
        row(name, counts.tasks, counts.pass);
    }
    for known in PUBLISHED.iter().filter(|_| published) {
        row(format!("published: {}", known.system), known.tasks, known.tasks.iter().sum());
    }
    grid
}

fn by_persona(totals: &MappingTotals, published: bool) -> Grid {
    let mut headings = vec![two("system", "")];
    headings.extend(totals.personas.iter().map(|name| {
        let (first, second) = name.split_once('_').unwrap_or((name, ""));
        two(short(first), short(second))
    }));
    let mut grid = Grid::new(headings);
    let mut row = |name: String, counts: &[usize]| {
        grid.row(std::iter::once(name).chain(counts.iter().map(usize::to_string)).collect());
    };
    for (name, counts) in rows(totals) {
        row(name, &counts.personas);
    }
    for known in PUBLISHED.iter().filter(|_| published) {
        row(format!("published: {}", known.system), &known.personas);
    }
    grid
}

fn apart(totals: &MappingTotals) -> Grid {
    let questions = &totals.questions;
    let of = |name: &str, n: usize| (name.to_owned(), format!("/{n}"));
    let mut grid = Grid::new(vec![
        two("system", ""),
        of("nothing fails", questions.nothing_fails),
        of("empty passes", questions.empty_passes),
        of("never written", questions.unsatisfiable),
        of("open", questions.open),
        two("%", "of open"),
        two("95 %", ""),
    ]);
    for system in &totals.systems {
        let apart = &system.apart;
        let counts = [apart.nothing_fails, apart.empty_passes, apart.unsatisfiable, system.open.pass];
        let mut cells = vec![system.system.clone()];
        cells.extend(counts.map(|count| count.to_string()));
        cells.extend([system.open.percent(), system.open.interval()]);
        grid.row(cells);
    }
    grid
}

fn checks(totals: &MappingTotals) -> Grid {
    let of = |name: &str, n: usize| (name.to_owned(), format!("/{n}"));
    let mut grid = Grid::new(vec![
        two("system", ""),
        of("present", totals.checks.presence),
        two("%", ""),
        two("95 %", ""),
        of("absent", totals.checks.absence),
        two("%", ""),
        two("95 %", ""),
        two("net", ""),
        two("playing", "s"),
        two("asking", "ms"),
    ]);
    for system in &totals.systems {
        let mut cells = vec![system.system.clone()];
        for rate in [&system.presence, &system.absence] {
            cells.extend([rate.pass.to_string(), rate.percent(), rate.interval()]);
        }
        cells.push(system.net.map_or_else(|| "-".to_owned(), |net| format!("{net:.2}")));
        cells.extend([format!("{:.2}", system.playing_s), format!("{:.2}", system.asking_ms)]);
        grid.row(cells);
    }
    grid
}

fn notes(shown: &mut Shown, totals: &MappingTotals) {
    let checks = &totals.checks;
    shown.note(&format!(
        "not among the checks: {} of presence that were never written, {} of absence that nothing can fail, {} that \
         name no value.",
        checks.unsatisfiable, checks.certain, checks.without_value
    ));
    let questions = totals.questions.all();
    for system in &totals.systems {
        let name = &system.system;
        if system.asked < questions {
            shown.note(&format!("{name}: only {} of {questions} questions were asked.", system.asked));
        }
        let lacked = &system.fallbacks;
        if lacked.inscribed + lacked.ignored > 0 {
            let mut note = format!(
                "{name}: {} supersedes were inscribed and {} purges left out, ",
                lacked.inscribed, lacked.ignored
            );
            note += &match &lacked.first_error {
                None => "since it has no such operation.".to_owned(),
                Some(error) => {
                    format!("{} because of errors, the first being {}", lacked.refused, one_line(error))
                }
            };
            shown.note(&note);
        }
        shown.error(name, system.errors, system.first_error.as_deref());
    }
}

fn two(top: &str, below: &str) -> (String, String) {
    (top.to_owned(), below.to_owned())
}

/// Cuts a word so that ten fit beside each other.
fn short(word: &str) -> &str {
    word.get(..6).unwrap_or(word)
}
