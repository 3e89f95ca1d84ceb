//! The rows and cells of the paper's Figure 2.

use super::headings::heading;
use super::heat::{Heat, HeatCell, HeatColumn, HeatRow};
use super::published::{Cell, PublishedColumn, PublishedRow, PublishedTable, Total, keyed, table};
use super::{Role, SuiteTotals};
use crate::record::system_of_row;

impl Heat {
    /// Makes the paper's Figure 2 of a suite: its thirteen configurations in its order; one that was not run has no cells.
    pub(super) fn of_the_paper(totals: &SuiteTotals) -> Self {
        let suite = Self::new(totals);
        let rows = configurations().map(|(key, _)| {
            let known = keyed(key);
            let names = || known.iter().flat_map(|system| &system.measured);
            let measures = |row: &&HeatRow| {
                system_of_row(&row.system).is_some_and(|system| names().any(|name| name == system))
            };
            suite.rows.iter().find(measures).cloned().unwrap_or_else(|| HeatRow {
                system: names().next().map_or(key, String::as_str).to_owned(),
                role: Role::Contestant,
                placement: known.and_then(|system| system.placement.as_deref()),
                cells: vec![NOTHING; suite.columns.len()],
                total: NOTHING,
            })
        });
        Self { rows: rows.collect(), ..suite.clone() }
    }

    /// Makes the same of the published numbers, in the columns that a suite has; `None` where their table is not there.
    pub(super) fn published(totals: &SuiteTotals) -> Option<Self> {
        let table = table(MAIN)?;
        let columns = table.columns.iter().filter(|column| has(totals, column)).map(|column| HeatColumn {
            name: column.name.clone(),
            short: heading(&column.name),
            n: column.n.unwrap_or_default(),
        });
        let rows = configurations().filter_map(|(key, at)| {
            let (row, known) = (&table.rows[at], keyed(key)?);
            let cells = row.cells.iter().zip(&table.columns).filter(|(_, column)| has(totals, column));
            Some(HeatRow {
                system: known.name.clone(),
                role: Role::Contestant,
                placement: known.placement.as_deref(),
                cells: cells.map(|(cell, column)| counts(*cell, column).unwrap_or(NOTHING)).collect(),
                total: published_total(table, row, totals).unwrap_or(NOTHING),
            })
        });
        Some(Self { columns: columns.collect(), rows: rows.collect(), totals: true })
    }
}

/// What was not run, or not published.
const NOTHING: HeatCell = HeatCell { n: 0, pass: 0, na: 0 };

fn has(totals: &SuiteTotals, column: &PublishedColumn) -> bool {
    totals.columns.iter().any(|own| own.name == column.name)
}

/// Returns the counts of a published cell; `None` where they were not published.
fn counts(cell: Cell, column: &PublishedColumn) -> Option<HeatCell> {
    let n = column.n?;
    match cell {
        Cell::Number(_) => Some(HeatCell { n, pass: cell.passes()?, na: 0 }),
        Cell::Counts { pass, of, na } => Some(HeatCell { n: of, pass, na }),
        Cell::Na(_) => Some(HeatCell { n, pass: 0, na: n }),
        Cell::Unknown | Cell::Percent { .. } => None,
    }
}

/// Returns the published total of a row, less the columns that a suite lacks; `None` where those were not published.
pub(super) fn published_total(
    table: &PublishedTable,
    row: &PublishedRow,
    totals: &SuiteTotals,
) -> Option<HeatCell> {
    let Some(Total::Passes { pass, of, na }) = row.total else { return None };
    let mut total = HeatCell { n: of, pass, na: na.unwrap_or_default() };
    for (cell, column) in row.cells.iter().zip(&table.columns).filter(|(_, column)| !has(totals, column)) {
        let out = counts(*cell, column)?;
        total = HeatCell { n: total.n - out.n, pass: total.pass - out.pass, na: total.na - out.na };
    }
    Some(total)
}

/// The published table of the paper's Figure 2.
pub(super) const MAIN: &str = "main-v0.5.1";

/// The paper's configurations: each key, and the place of its row in the published table.
fn configurations() -> impl Iterator<Item = (&'static str, usize)> {
    let rows = table(MAIN).map_or(&[][..], |table| table.rows.as_slice());
    rows.iter().enumerate().filter_map(|(at, row)| {
        let key = row.system.as_deref()?;
        let placed = keyed(key).is_some_and(|system| system.placement.is_some());
        placed.then_some((key, at))
    })
}

#[cfg(test)]
mod tests {
    use super::{Heat, MAIN, configurations, table};
    use crate::report::{SuiteColumn, SuiteTotals};
    use crate::score::Scorer;

    /// A suite with the published columns but one.
    fn totals(without: &str) -> SuiteTotals {
        let table = table(MAIN).expect("the table is there");
        let columns = table.columns.iter().filter(|column| column.name != without);
        SuiteTotals {
            name: "adversarial".to_owned(),
            version: None,
            sha256: String::new(),
            cases: 0,
            scorer: Scorer::Published,
            k: 10,
            embedder: "none".to_owned(),
            columns: columns.map(|column| SuiteColumn { name: column.name.clone(), n: 0 }).collect(),
            systems: Vec::new(),
        }
    }

    #[test]
    fn the_paper_has_thirteen_configurations_and_each_is_placed() {
        let keys: Vec<&str> = configurations().map(|(key, _)| key).collect();
        assert_eq!(keys.len(), 13, "{keys:?}");
        assert_eq!((keys[0], keys[12]), ("lethe", "hipporag"));
        let published = Heat::published(&totals("")).expect("the table is there");
        assert!(published.rows.iter().all(|row| row.placement.is_some()));
        let row = |name: &str| published.rows.iter().find(|row| row.system == name).expect("a row");
        assert!(row("MemPalace").cells.iter().all(|cell| cell.is_na()), "a missing primitive is not a zero");
        assert_eq!(row("A-MEM").total.evaluable().of, 310, "scattered N/A are left out");
        assert!(row("Letta").cells[0].is_empty() && row("Letta").cells[5].is_na(), "unknown is not N/A");
        let measured = Heat::of_the_paper(&totals(""));
        assert!(
            measured.rows.len() == 13 && measured.rows.iter().all(|row| row.total.is_empty()),
            "none was run"
        );
    }

    #[test]
    fn without_compound_fact_the_published_totals_are_of_345_cases() {
        let published = Heat::published(&totals("compound_fact")).expect("the table is there");
        assert_eq!(published.columns.len(), 9);
        let total = |name: &str| {
            let row = published.rows.iter().find(|row| row.system == name).expect("a row");
            (row.total.pass, row.total.n)
        };
        assert_eq!(total("Lethe"), (244, 345));
        assert_eq!(total("Lethe+LLM"), (322, 345));
        assert_eq!(total("LangGraph+LLM"), (325, 345));
        assert_eq!(total("Letta"), (0, 0), "its cells were not published");
    }
}
