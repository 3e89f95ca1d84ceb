//! The heat map as a table that sorts, and whose cells say their intervals.

use maud::{Markup, html};

use super::sort_button;
use crate::report::Role;
use crate::report::figure::colours::{SCALE, step_of};
use crate::report::heat::{Heat, HeatCell, HeatRow, hundredths};

/// Draws a heat map; its columns are a suite's, or suites.
pub(super) fn heat_table(heat: &Heat, caption: &str, columns_are: &str) -> Markup {
    let yardsticks: Vec<&HeatRow> = heat.rows.iter().filter(|row| row.role != Role::Contestant).collect();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(caption) {
            table.heat data-sortable data-cells data-columns-are=(columns_are) {
                caption.unseen { (caption) ". Arrow keys move from cell to cell." }
                thead {
                    tr {
                        th scope="col" aria-sort="none" { (sort_button("system", "Sort by name")) }
                        @for column in &heat.columns {
                            th scope="col" aria-sort="none" {
                                (sort_button(&column.short, &format!("{}, {} cases: sort", column.name, column.n)))
                            }
                        }
                        @if heat.totals {
                            th.total scope="col" aria-sort="none" { (sort_button("all", "All columns together: sort")) }
                        }
                        @if heat.placed() { th.placement scope="col" { "placement" } }
                    }
                }
                tbody.contestants { @for row in heat.of(Role::Contestant) { (draw_row(row, heat)) } }
                @if !yardsticks.is_empty() {
                    tbody.yardsticks { @for row in yardsticks { (draw_row(row, heat)) } }
                }
            }
        }
        (key(heat))
    }
}

fn draw_row(row: &HeatRow, heat: &Heat) -> Markup {
    html! {
        tr data-system=(row.system) {
            th scope="row" data-v=(row.system) { (row_name(&row.system)) }
            @for (place, (cell, column)) in row.cells.iter().zip(&heat.columns).enumerate() {
                (draw_cell(*cell, &row.system, &column.name, Some(place)))
            }
            @if heat.totals { (draw_cell(row.total, &row.system, "all", None)) }
            @if heat.placed() { td.placement { (row.placement.unwrap_or_default()) } }
        }
    }
}

/// Writes a system's name, and what it is where it is no contestant.
pub(in crate::report) fn row_name(system: &str) -> Markup {
    let role = Role::of(system);
    html! { (breakable(system)) @if role != Role::Contestant { " " span.role { (role.word()) } } }
}

/// Lets a long name break where one would.
fn breakable(name: &str) -> Markup {
    html! {
        @for (at, part) in name.split_inclusive([':', '-', '_']).enumerate() {
            @if at > 0 { wbr; }
            (part)
        }
    }
}

fn draw_cell(cell: HeatCell, system: &str, column: &str, place: Option<usize>) -> Markup {
    let sentence = cell.sentence(system, column);
    let (strict, evaluable) = (cell.strict().rate, cell.evaluable().rate);
    let total = if place.is_none() { " total" } else { "" };
    let (Some(strict), Some(evaluable)) = (strict, evaluable) else {
        let class = if cell.is_na() { "cell na" } else { "cell none" };
        return html! {
            td class={ (class) (total) } tabindex="-1" data-column=[place] aria-label=(sentence) {
                @if cell.is_na() { "N/A" } @else { "–" }
            }
        };
    };
    let class = format!("cell s{} e{}{total}", step_of(strict), step_of(evaluable));
    html! {
        td class={ (class) @if cell.na > 0 { " some-na" } } tabindex="-1" data-column=[place] data-v=(strict)
            data-e=(evaluable) aria-label=(sentence) {
            @if cell.na > 0 {
                span.if-strict { (hundredths(strict)) }
                span.if-evaluable { (hundredths(evaluable)) }
            } @else { (hundredths(strict)) }
        }
    }
}

fn key(heat: &Heat) -> Markup {
    let (all, some) = heat.lacks();
    html! {
        p.key aria-hidden="true" {
            span { "0 %" }
            span.ramp { @for step in 0..SCALE.len() { i class={ "h" (step) } {} } }
            span { "100 %" }
            @if all { span.swatch.na {} span { "lacks the operation" } }
            @if some { span.swatch.some-na {} span { "not applicable in some cases" } }
        }
    }
}
