//! The heat map as a file of its own.

use maud::{Markup, html};

use super::colours::{SCALE, step_of};
use super::drawing::{Figure, all, n, text, width_of, xml};
use crate::report::Role;
use crate::report::heat::{Heat, HeatCell, HeatRow, hundredths};

const ROW: f64 = 26.0;
const CELL: f64 = 48.0;
const TOP: f64 = 40.0;
const GAP: f64 = 8.0;

/// Draws systems by columns. Numbers are hundredths of the cases that apply; what does not apply is hatched.
pub(in crate::report) fn heatmap(name: String, title: String, heat: &Heat) -> Figure {
    // Names are bold.
    let left = heat.rows.iter().map(|row| width_of(&row.system) * 1.1).fold(60.0, f64::max) + 24.0;
    let wide = heat.columns.iter().map(|column| width_of(&column.short) + 10.0).fold(CELL, f64::max);
    let all_column = if heat.totals { wide + GAP } else { 0.0 };
    let right = left + heat.columns.len() as f64 * wide + all_column;
    let placements = heat.rows.iter().filter_map(|row| row.placement).map(width_of);
    let width =
        right + placements.reduce(f64::max).map_or(14.0, |widest| widest.max(width_of("placement")) + 28.0);
    let mut top = TOP;
    let mut body = vec![headings(heat, left, wide)];
    for role in Role::ALL {
        let before = top;
        for row in heat.of(role) {
            body.push(draw_row(row, heat, (left, top), wide));
            if let Some(placement) = row.placement {
                body.push(text("muted", (right + 12.0, top + 17.0), "start", placement));
            }
            top += ROW;
        }
        if top > before {
            top += GAP;
        }
    }
    if heat.placed() {
        body.push(text("small muted", (right + 12.0, 31.0), "start", "placement"));
    }
    let dashes = heat.rows.iter().any(|row| row.total.is_empty());
    body.push(legend(left, top + 8.0, dashes));
    let said: Vec<String> = heat
        .rows
        .iter()
        .map(|row| {
            format!("{} {}", row.system, row.total.evaluable().rate.map_or("N/A".to_owned(), hundredths))
        })
        .collect();
    Figure {
        name,
        title,
        description: format!(
            "Cases passed of those that apply, in hundredths, for each system and column; what does not apply is hatched. \
             All columns together: {}.",
            said.join(", ")
        ),
        width: width.max(left + if dashes { 570.0 } else { 330.0 }),
        height: top + 44.0,
        body: all(body),
    }
}

fn headings(heat: &Heat, left: f64, wide: f64) -> Markup {
    html! {
        @for (index, column) in heat.columns.iter().enumerate() {
            @let middle = left + (index as f64 + 0.5) * wide;
            (text("", (middle, 16.0), "middle", &column.short))
            (text("small muted", (middle, 31.0), "middle", &format!("of {}", column.n)))
        }
        @if heat.totals {
            (text("", (left + (heat.columns.len() as f64 + 0.5) * wide + GAP, 16.0), "middle", "all"))
        }
    }
}

fn draw_row(row: &HeatRow, heat: &Heat, (left, top): (f64, f64), wide: f64) -> Markup {
    let class = if row.role == Role::Contestant { "contestant" } else { "yardstick" };
    html! {
        g class=(class) {
            (text("label", (left - 10.0, top + 17.0), "end", &row.system))
            @for (index, (cell, column)) in row.cells.iter().zip(&heat.columns).enumerate() {
                (draw_cell(*cell, row.role, (left + index as f64 * wide, top), wide, &cell.sentence(&row.system, &column.name)))
            }
            @if heat.totals {
                (draw_cell(row.total, row.role, (left + row.cells.len() as f64 * wide + GAP, top), wide, &row.total.sentence(&row.system, "all")))
            }
        }
    }
}

/// Draws a cell; a yardstick's is muted, its colour a stripe.
fn draw_cell(cell: HeatCell, role: Role, (left, top): (f64, f64), wide: f64, sentence: &str) -> Markup {
    let rate = cell.evaluable().rate;
    let paint = rate.map(|rate| &SCALE[step_of(rate)].light);
    let words = match rate {
        Some(rate) => hundredths(rate),
        None if cell.is_empty() => "–".to_owned(),
        None => "N/A".to_owned(),
    };
    let (x, width) = (n(left + 1.0), n(wide - 2.0));
    html! {
        g {
            title { (xml(sentence)) }
            @match paint {
                None => {
                    rect class=(if cell.is_na() { "na" } else { "none" }) x=(x) y=(n(top + 1.0)) width=(width)
                        height=(n(ROW - 2.0)) {}
                }
                Some(paint) if role == Role::Contestant => {
                    rect x=(x) y=(n(top + 1.0)) width=(width) height=(n(ROW - 2.0)) fill=(paint.fill) {}
                }
                Some(paint) => {
                    rect class="sunk" x=(x) y=(n(top + 1.0)) width=(width) height=(n(ROW - 2.0)) {}
                    rect x=(x) y=(n(top + ROW - 5.0)) width=(width) height="4" fill=(paint.fill) {}
                }
            }
            @let ink = paint.filter(|_| role == Role::Contestant).map(|paint| format!("fill:{}", paint.ink));
            text x=(n(left + wide / 2.0)) y=(n(top + 17.0)) text-anchor="middle" style=[ink] { (words) }
        }
    }
}

fn legend(left: f64, top: f64, dashes: bool) -> Markup {
    html! {
        g class="legend" {
            @for (index, step) in SCALE.iter().enumerate() {
                rect x=(n(left + index as f64 * 16.0)) y=(n(top)) width="16" height="10" fill=(step.light.fill) {}
            }
            (text("small muted", (left, top + 23.0), "start", "0 %"))
            (text("small muted", (left + 176.0, top + 23.0), "end", "100 %"))
            rect class="na" x=(n(left + 196.0)) y=(n(top)) width="22" height="10" {}
            (text("small muted", (left + 224.0, top + 9.5), "start", "N/A: lacks the operation"))
            @if dashes { (text("small muted", (left + 372.0, top + 9.5), "start", "–: not run, or not published")) }
        }
    }
}
