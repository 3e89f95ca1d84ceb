//! The published tables, as they were printed.

use maud::{Markup, html};

use crate::report::headings::heading;
use crate::report::published::{PublishedRow, PublishedTable, Total, tables};
use crate::report::published_text::published_cell;

/// Draws every published table, folded.
pub(super) fn published_tables() -> Markup {
    html! {
        section #published aria-labelledby="published-title" {
            h2 #published-title { "The published tables" }
            p {
                "The numbers that the benchmark's authors published with the paper (arXiv 2606.15903) and its later \
                 revision, for reading beside the measured ones. " code { "?" } " was not published."
            }
            @for table in tables() { (draw(table)) }
        }
    }
}

/// Draws a published table, folded.
pub(in crate::report) fn draw(table: &PublishedTable) -> Markup {
    let totals = table.rows.iter().any(|row| row.total.is_some());
    let groups = table.rows.iter().any(|row| row.group.is_some());
    html! {
        details.published-table {
            summary { (table.title) }
            div.scroll tabindex="0" role="region" aria-label=(table.title) {
                table.numbers {
                    caption.unseen { (table.title) }
                    thead {
                        tr {
                            @if groups { th scope="col" { "block" } }
                            th scope="col" { "system" }
                            @for column in &table.columns {
                                th scope="col" title=(column.name) {
                                    (short(&column.name)) @if let Some(n) = column.n { span.of { " /" (n) } }
                                }
                            }
                            @if totals { th scope="col" { "all" } }
                            th scope="col" { "" }
                        }
                    }
                    tbody { @for row in &table.rows { (draw_row(table, row, totals, groups)) } }
                }
            }
            p.caption {
                "Section “" (table.section) "”. "
                @for note in &table.notes { (note) " " }
            }
        }
    }
}

fn draw_row(table: &PublishedTable, row: &PublishedRow, totals: bool, groups: bool) -> Markup {
    html! {
        tr {
            @if groups { td.text { (row.group.as_deref().unwrap_or_default()) } }
            th scope="row" { (row.called()) }
            @for (cell, column) in row.cells.iter().zip(&table.columns) {
                td class=[cell.is_na().then_some("na")] { (published_cell(*cell, column.unit.unwrap_or(table.unit))) }
            }
            @if totals { td { b { (total(row.total)) } } }
            td.text.note { (row.note.as_deref().unwrap_or_default()) }
        }
    }
}

fn total(total: Option<Total>) -> String {
    match total {
        None => String::new(),
        Some(Total::Cases(cases)) => cases.to_string(),
        Some(Total::Passes { pass, of, na: Some(0) | None }) => format!("{pass}/{of}"),
        Some(Total::Passes { pass, of, na: Some(na) }) => format!("{pass}/{} and {na} N/A", of - na),
    }
}

fn short(column: &str) -> String {
    if column.contains(' ') || column.len() < 13 { column.to_owned() } else { heading(column) }
}
