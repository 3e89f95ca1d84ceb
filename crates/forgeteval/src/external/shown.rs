//! What the tables of several benchmarks share.

use super::Outcome;
use crate::report::Form;
use crate::report::grid::Grid;
use crate::report::published::{self, Cell, PublishedRow};

/// One part of what is shown.
#[derive(Debug)]
pub(crate) enum Block {
    /// What the next tables are of.
    Heading(String),
    /// The name of the next table.
    Title(String),
    /// A table.
    Table(Grid),
    /// A sentence.
    Note(String),
    /// The end of what a heading speaks of.
    End,
}

/// Headings, tables and notes, before anybody says in which form.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    blocks: Vec<Block>,
}

impl Shown {
    /// Says of which data, and how it was asked.
    pub(crate) fn how(data_sha256: &str, k: usize, embedder: &str) -> String {
        format!("sha256 {}, k {k}, embedder {embedder}", data_sha256.get(..12).unwrap_or(data_sha256))
    }

    pub(crate) fn heading(&mut self, text: &str) {
        self.blocks.push(Block::Heading(text.to_owned()));
    }

    pub(crate) fn title(&mut self, text: &str) {
        self.blocks.push(Block::Title(text.to_owned()));
    }

    pub(crate) fn grid(&mut self, grid: Grid) {
        self.blocks.push(Block::Table(grid));
    }

    pub(crate) fn note(&mut self, text: &str) {
        self.blocks.push(Block::Note(text.to_owned()));
    }

    /// Notes that a system did not answer, with the first error on one line, at most 200 characters of it.
    pub(crate) fn error(&mut self, system: &str, errors: usize, first: Option<&str>) {
        if let Some(error) = first {
            let error = one_line(error);
            self.note(&format!("{system}: {errors} questions have no answer, the first error being {error}"));
        }
    }

    pub(crate) fn end(&mut self) {
        self.blocks.push(Block::End);
    }

    /// Adds a legend below the tables, a note for each line.
    pub(crate) fn legend(mut self, legend: &str) -> Self {
        if self.blocks.iter().any(|block| matches!(block, Block::Table(_))) {
            legend.lines().for_each(|line| self.note(line));
        }
        self
    }

    /// Returns everything, in its order.
    pub(crate) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Writes it, or what is said where there is no table.
    pub(crate) fn text(&self, form: Form, without: &str) -> String {
        if self.blocks.is_empty() {
            return format!("{without}\n");
        }
        let marks = if form == Form::Markdown { ("## ", "**", "- ") } else { ("", "", "") };
        let mut out = String::new();
        for block in &self.blocks {
            out.push_str(&match block {
                Block::Heading(text) => format!("{}{text}\n\n", marks.0),
                Block::Title(text) => format!("{0}{text}{0}\n\n", marks.1),
                Block::Table(grid) if form == Form::Markdown => grid.markdown() + "\n",
                Block::Table(grid) => grid.text() + "\n",
                Block::Note(text) => format!("{}{text}\n", marks.2),
                Block::End => "\n".to_owned(),
            });
        }
        out
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
    let Some(table) = published::table(table) else { return Vec::new() };
    let is_of = |row: &&PublishedRow| {
        group.is_none_or(|group| row.group.as_deref().is_some_and(|own| own.starts_with(group)))
    };
    let cell = |cell: &Cell| match cell {
        Cell::Number(value) => value.to_string(),
        _ => "?".to_owned(),
    };
    let rows = table
        .rows
        .iter()
        .filter(is_of)
        .map(|row| (row.called().to_owned(), row.cells.iter().map(cell).collect()));
    rows.collect()
}
