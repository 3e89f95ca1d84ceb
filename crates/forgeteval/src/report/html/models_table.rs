//! The table of what systems took of a language model.

use maud::{Markup, html};

use super::blocks::grid_table;
use super::heat_table::row_name;
use super::sort_button;
use crate::report::hooks::hooks;
use crate::report::models::{HEADINGS, notes, rows};
use crate::report::{Scored, SuiteView, SystemTotals};

/// Draws the table, what must be said of its rows, and models of a hook beside the memory without one.
pub(super) fn models_table(suite: &SuiteView<'_>, scored: &Scored) -> Markup {
    let rows = rows(&scored.totals);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Language models" {
            table.numbers data-sortable {
                caption.unseen { "What systems took of a language model on " (suite.title) ", scorer " (scored.scorer) }
                thead {
                    tr {
                        @for (words, about) in HEADINGS { th scope="col" aria-sort="none" { (sort_button(words, about)) } }
                    }
                }
                tbody { @for (system, cells) in &rows { (row(system, cells)) } }
            }
        }
        p.caption {
            @for (system, _) in &rows {
                @for note in notes(system) { b { (system.name) } ": " (note) " " }
            }
        }
        @if let Some(grid) = hooks(&scored.totals) { (grid_table("Models of a hook, and the memory alone", &grid)) }
    }
}

fn row(system: &SystemTotals, cells: &[String; 12]) -> Markup {
    let rate = system.strict.rate.unwrap_or(-1.0).to_string();
    html! {
        tr {
            th scope="row" data-v=(system.name) { (row_name(&system.name)) }
            td data-v=(system.pass) { (cells[1]) }
            td data-v=(rate) { (cells[2]) }
            // What is not known sorts below every number.
            @for cell in &cells[3..] { td data-v=(cell.parse::<f64>().unwrap_or(-1.0)) { (cell) } }
        }
    }
}
