//! Cells in rows, drawn as text or as Markdown.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, ContentArrangement, ContentLineStyle, LineStyle, Table, TableStyle};

/// Text without borders, so that it can be copied: only a rule below the headings.
const PLAIN: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none().junction(' '))
    .header_separator(LineStyle::none().fill('-').junction('-'))
    .content_lines(ContentLineStyle::none().junction(' '));

/// Cells in rows under headings. The first column is text, the others are numbers.
#[derive(Debug)]
pub(crate) struct Grid {
    headings: Vec<(String, String)>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// Starts a grid with headings of two lines.
    pub(crate) fn new(headings: Vec<(String, String)>) -> Self {
        Self { headings, rows: Vec::new() }
    }

    /// Adds a row, of as many cells as there are headings.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Returns the headings, each of two lines.
    pub(crate) fn headings(&self) -> &[(String, String)] {
        &self.headings
    }

    /// Returns the rows.
    pub(crate) fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }

    /// Draws the grid as text; every line ends in a line feed and in no space.
    pub(crate) fn text(&self) -> String {
        let headings = self.headings.iter().map(|(top, below)| format!("{top}\n{below}"));
        let mut table = self.table(PLAIN, headings.collect());
        for column in table.column_iter_mut() {
            column.set_padding((0, 0));
        }
        lines(&table)
    }

    /// Draws the grid as a Markdown table.
    pub(crate) fn markdown(&self) -> String {
        let headings =
            self.headings.iter().map(|(top, below)| format!("{top} {below}").trim().replace('|', "\\|"));
        lines(&self.table(ASCII_MARKDOWN, headings.collect()))
    }

    fn table(&self, style: TableStyle, headings: Vec<String>) -> Table {
        let mut table = Table::new();
        table.load_style(style).set_content_arrangement(ContentArrangement::Disabled).set_header(headings);
        table.add_rows(&self.rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }
}

fn lines(table: &Table) -> String {
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
