//! Prints totals for people.

use std::fmt::Write as _;

use super::published::{PERSONAS, PUBLISHED};
use super::{Mapping, MappingTotals, PublishedTotals, Report, Task};
use crate::external::one_line;
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
    let mut out = String::new();
    for totals in &report.mappings {
        heading(&mut out, totals, form);
        let published = totals.mapping == Mapping::Published && totals.personas == PERSONAS;
        let mut tables = vec![("Passes by the published scoring, by task", by_task(totals, published))];
        if totals.mapping == Mapping::Published {
            tables.push(("The same by person", by_persona(totals, published)));
        }
        tables.push(("The same, apart by what an answer can change", apart(totals)));
        tables.push(("Checks counted singly, those that can be passed and failed", checks(totals)));
        for (title, grid) in tables {
            let (bold, text) = match form {
                Form::Text => ("", grid.text()),
                Form::Markdown => ("**", grid.markdown()),
            };
            line(&mut out, &format!("{bold}{title}{bold}\n\n{text}"));
        }
        notes(&mut out, totals, form);
    }
    if report.mappings.is_empty() {
        return "No records.\n".to_owned();
    }
    out.push_str(&match form {
        Form::Text => LEGEND.to_owned(),
        Form::Markdown => LEGEND.lines().map(|line| format!("- {line}\n")).collect(),
    });
    out
}

fn heading(out: &mut String, totals: &MappingTotals, form: Form) {
    let mark = if form == Form::Markdown { "## " } else { "" };
    let hash = totals.data_sha256.get(..12).unwrap_or(&totals.data_sha256);
    line(
        out,
        &format!(
            "{mark}Memora, mapping {}: {} persons, {} questions, sha256 {hash}, k {}, embedder {}\n",
            totals.mapping,
            totals.personas.len(),
            totals.questions.all(),
            totals.k,
            totals.embedder
        ),
    );
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

fn notes(out: &mut String, totals: &MappingTotals, form: Form) {
    let mark = if form == Form::Markdown { "- " } else { "" };
    let checks = &totals.checks;
    let mut notes = vec![format!(
        "not among the checks: {} of presence that were never written, {} of absence that nothing can fail, {} that \
         name no value.",
        checks.unsatisfiable, checks.certain, checks.without_value
    )];
    for system in &totals.systems {
        let name = &system.system;
        if system.asked < totals.questions.all() {
            notes.push(format!(
                "{name}: only {} of {} questions were asked.",
                system.asked,
                totals.questions.all()
            ));
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
            notes.push(note);
        }
        if let Some(error) = &system.first_error {
            let error = one_line(error);
            notes.push(format!(
                "{name}: {} questions have no answer, the first error being {error}",
                system.errors
            ));
        }
    }
    for note in notes {
        line(out, &format!("{mark}{note}"));
    }
    out.push('\n');
}

fn two(top: &str, below: &str) -> (String, String) {
    (top.to_owned(), below.to_owned())
}

/// Cuts a word so that ten fit beside each other.
fn short(word: &str) -> &str {
    word.get(..6).unwrap_or(word)
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string cannot fail");
}
