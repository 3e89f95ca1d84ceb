//! Published rows beside measured ones.

use maud::{Markup, html};

use super::heat_table::row_name;
use crate::report::headings::heading;
use crate::report::published::{Beside, BesideRow, Cell, Fit, PublishedColumn, PublishedRow, Total, beside};
use crate::report::{ColumnTotals, SuiteTotals, published_percent, published_total};

/// Draws a table for each published table that speaks of the suite's columns.
pub(super) fn beside_table(totals: &SuiteTotals) -> Markup {
    let found = beside(totals);
    html! {
        @if found.is_empty() {
            p.caption {
                "Nothing was published that could stand beside this suite"
                (if totals.scorer == crate::score::Scorer::Published { "." } else { " and this scorer." })
            }
        }
        @for beside in &found {
            h4 { (beside.table.title) }
            p.fit.same[beside.fit == Fit::Same] { (beside.fit.sentence(beside.table, totals)) }
            div.scroll tabindex="0" role="region" aria-label=(beside.table.title) {
                table.numbers.beside {
                    caption.unseen { "Passes in per cent, measured and published" }
                    thead {
                        tr {
                            th scope="col" { "system" }
                            th scope="col" { "" }
                            @for column in &totals.columns { th scope="col" title=(column.name) { (heading(&column.name)) } }
                            th scope="col" { "strict" }
                            th scope="col" { "evaluable" }
                            th scope="col" { "passed" }
                        }
                    }
                    @for row in &beside.rows { (pair(beside, row, totals)) }
                    @if !beside.others.is_empty() {
                        tbody.others {
                            @for (row, name) in &beside.others {
                                tr.published {
                                    th scope="row" { (name) }
                                    (published_row(beside, row, totals))
                                }
                            }
                        }
                    }
                }
            }
            @for note in &beside.table.notes { p.caption { (note) } }
        }
    }
}

fn pair(beside: &Beside<'_>, row: &BesideRow<'_>, totals: &SuiteTotals) -> Markup {
    let measured = row.measured;
    html! {
        tbody.pair-of-rows {
            tr {
                th scope="rowgroup" rowspan="2" {
                    (row_name(&measured.name))
                    span.of { " / " (row.published.name.as_deref().unwrap_or(row.name)) }
                }
                th.source scope="row" { "measured" }
                @for cell in &measured.columns { (measured_cell(*cell)) }
                td { (rate(measured.strict.rate)) }
                td { (rate(measured.evaluable.rate)) }
                td { (measured.pass) "/" (measured.n) }
            }
            tr.published { (published_row(beside, row.published, totals)) }
        }
    }
}

fn published_row(beside: &Beside<'_>, row: &PublishedRow, totals: &SuiteTotals) -> Markup {
    html! {
        th.source scope="row" title=[row.note.as_deref()] { "published" @if row.note.is_some() { "*" } }
        @for column in &totals.columns {
            (published_cell(beside.column(&column.name).map(|(at, column)| (row.cells[at], column))))
        }
        (published_totals(row.total))
    }
}

fn measured_cell(cell: ColumnTotals) -> Markup {
    html! {
        @if cell.n == 0 { td { "–" } }
        @else if cell.na == cell.n { td.na { "N/A" } }
        @else { td { (format!("{:.1}", cell.pass as f64 / cell.n as f64 * 100.0)) } }
    }
}

fn published_cell(cell: Option<(Cell, &PublishedColumn)>) -> Markup {
    match cell {
        None => html! { td { "–" } },
        Some((cell, _)) if cell.is_na() => html! { td.na { "N/A" } },
        Some((cell, column)) => html! {
            td title=[cell.strict(column.n).is_none().then_some("not published")] { (published_percent(cell, column)) }
        },
    }
}

fn published_totals(total: Option<Total>) -> Markup {
    let (strict, evaluable, passed) = published_total(total);
    html! { td { (strict) } td { (evaluable) } td { (passed) } }
}

fn rate(rate: Option<f64>) -> String {
    rate.map_or_else(|| "N/A".to_owned(), |rate| format!("{:.1}", rate * 100.0))
}
