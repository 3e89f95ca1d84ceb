//! Published numbers as words; what was not published is a question mark, never zero.

use super::published::{Cell, PublishedColumn, Total, Unit};

/// Writes a cell of a table of passes in per cent.
pub(super) fn published_percent(cell: Cell, column: &PublishedColumn) -> String {
    if cell.is_na() {
        return "N/A".to_owned();
    }
    cell.strict(column.n).map_or_else(|| "?".to_owned(), |rate| format!("{:.1}", rate * 100.0))
}

/// Writes a total as strict rate, evaluable rate and passes.
pub(super) fn published_total(total: Option<Total>) -> (String, String, String) {
    let unknown = || "?".to_owned();
    let percent = |pass: usize, of: usize| {
        if of == 0 { "N/A".to_owned() } else { format!("{:.1}", pass as f64 / of as f64 * 100.0) }
    };
    match total {
        None | Some(Total::Cases(_)) => (unknown(), unknown(), unknown()),
        Some(Total::Passes { pass, of, na }) => {
            (percent(pass, of), na.map_or_else(unknown, |na| percent(pass, of - na)), format!("{pass}/{of}"))
        }
    }
}

/// Writes a cell as it was printed.
pub(super) fn published_cell(cell: Cell, unit: Unit) -> String {
    match cell {
        Cell::Unknown => "?".to_owned(),
        Cell::Na(_) => "N/A".to_owned(),
        Cell::Counts { pass, of, na } => format!("{pass}/{}", of - na),
        Cell::Percent { percent } => format!("{percent} %"),
        Cell::Number(value) => match unit {
            Unit::Usd => format!("${value}"),
            Unit::P if value < 0.001 => format!("{value:.1e}"),
            _ => value.to_string(),
        },
    }
}
