//! What the tables of several benchmarks share.

use std::fmt::Write as _;

use super::Outcome;
use crate::report::Form;
use crate::report::grid::Grid;
use crate::report::published::{Cell, PublishedRow, systems, tables};

/// A text that grows: headings, tables, notes.
pub(crate) struct Shown {
    out: String,
    form: Form,
    tables: usize,
}

impl Shown {
    pub(crate) fn new(form: Form) -> Self {
        Self { out: String::new(), form, tables: 0 }
    }

    /// Says of which data, and how it was asked.
    pub(crate) fn how(data_sha256: &str, k: usize, embedder: &str) -> String {
        format!("sha256 {}, k {k}, embedder {embedder}", data_sha256.get(..12).unwrap_or(data_sha256))
    }

    pub(crate) fn heading(&mut self, text: &str) {
        let mark = if self.form == Form::Markdown { "## " } else { "" };
        self.line(&format!("{mark}{text}\n"));
    }

    pub(crate) fn grid(&mut self, grid: &Grid) {
        let text = if self.form == Form::Markdown { grid.markdown() } else { grid.text() };
        self.out.push_str(&text);
        self.out.push('\n');
        self.tables += 1;
    }

    pub(crate) fn note(&mut self, text: &str) {
        let mark = if self.form == Form::Markdown { "- " } else { "" };
        self.line(&format!("{mark}{text}"));
    }

    /// Notes that a system did not answer, with the first error on one line, at most 200 characters of it.
    pub(crate) fn error(&mut self, system: &str, errors: usize, first: Option<&str>) {
        if let Some(error) = first {
            let error = one_line(error);
            self.note(&format!("{system}: {errors} questions have no answer, the first error being {error}"));
        }
    }

    pub(crate) fn end(&mut self) {
        self.out.push('\n');
    }

    /// Returns the text, with a legend below the tables, or what is said where there are none.
    pub(crate) fn finish(mut self, without: &str, legend: &str) -> String {
        if self.tables == 0 {
            return format!("{without}\n");
        }
        for line in legend.lines() {
            self.note(line);
        }
        self.out
    }

    fn line(&mut self, text: &str) {
        writeln!(self.out, "{text}").expect("writing to a string cannot fail");
    }
}

/// An error on one line, at most 200 characters of it.
pub(crate) fn one_line(error: &str) -> String {
    error.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect()
}

/// Returns the different values of a field, in the order of their first outcome.
pub(crate) fn distinct<'a>(outcomes: &[&'a Outcome], field: impl Fn(&'a Outcome) -> &'a str) -> Vec<&'a str> {
    let mut values: Vec<&str> = Vec::new();
    for outcome in outcomes {
        let value = field(outcome);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

/// Returns each system with its outcomes, in the order in which they were played.
pub(crate) fn by_system<'a>(outcomes: &[&'a Outcome]) -> Vec<(&'a str, Vec<&'a Outcome>)> {
    let names = distinct(outcomes, |one| &one.system);
    let own = |name| outcomes.iter().copied().filter(|one| one.system == name).collect();
    names.into_iter().map(|name| (name, own(name))).collect()
}

/// Returns the rows of a published table as text, those of a group where one is said by its beginning.
pub(crate) fn published_rows(table: &str, group: Option<&str>) -> Vec<(String, Vec<String>)> {
    let Some(table) = tables().iter().find(|one| one.id == table) else { return Vec::new() };
    let is_of = |row: &&PublishedRow| {
        group.is_none_or(|group| row.group.as_deref().is_some_and(|own| own.starts_with(group)))
    };
    let cell = |cell: &Cell| match cell {
        Cell::Number(value) => value.to_string(),
        _ => "?".to_owned(),
    };
    let rows = table.rows.iter().filter(is_of).map(|row| {
        let key = row.system.as_deref().unwrap_or_default();
        let system = systems().iter().find(|system| system.key == key).map(|system| system.name.as_str());
        let name = row.name.as_deref().or(system).unwrap_or(key);
        (name.to_owned(), row.cells.iter().map(cell).collect())
    });
    rows.collect()
}
