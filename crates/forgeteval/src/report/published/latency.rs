//! Published times of a case.

use super::{Cell, system, tables};

/// Returns the published milliseconds a case of the system that one of ours measures, and the table's title, for each
/// table of times that has it.
#[must_use]
pub fn latency(measured: &str) -> Vec<(&'static str, f64)> {
    let Some(published) = system(measured) else { return Vec::new() };
    let mut found = Vec::new();
    for table in tables().iter().filter(|table| table.id.starts_with("latency")) {
        let row = table.rows.iter().find(|row| row.system.as_deref() == Some(published.key.as_str()));
        if let Some(Cell::Number(ms)) = row.and_then(|row| row.cells.last()) {
            found.push((table.title.as_str(), *ms));
        }
    }
    found
}
