//! What was measured on a suite beside what was published.

use super::{PublishedColumn, PublishedRow, PublishedTable, keyed, system, tables};
use crate::report::{SuiteTotals, SystemTotals};
use crate::score::Scorer;

/// How like the measured and the published suite are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// The hashes are equal: like is compared with like.
    Same,
    /// As many cases in every column, and no hash was published: perhaps the same.
    SameCounts,
    /// Other cases, in the same columns.
    Differs,
}

impl Fit {
    /// Says it in a sentence; the table is the published one.
    #[must_use]
    pub fn sentence(self, table: &PublishedTable, measured: &SuiteTotals) -> String {
        let suite = table.suite.as_ref();
        let published = suite.map_or_else(String::new, |suite| {
            let version = suite.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default();
            format!("{}{version}, {} cases", suite.name, suite.cases)
        });
        match self {
            Self::Same => {
                "The suite is the published one, case by case: like is compared with like.".to_owned()
            }
            Self::SameCounts => format!(
                "The suite has as many cases in every column as the published one ({published}), but that one's hash \
                 is not known: they may differ in wording."
            ),
            Self::Differs => format!(
                "The suites differ: published is {published}, measured is {}{}, {} cases. Compare the shape of rows, \
                 not single numbers.",
                measured.name,
                measured.version.as_deref().map(|version| format!(" {version}")).unwrap_or_default(),
                measured.cases
            ),
        }
    }
}

/// The rows of one suite beside those of one published table.
#[derive(Debug, Clone)]
pub struct Beside<'a> {
    /// The published table.
    pub table: &'static PublishedTable,
    /// How like the suites are.
    pub fit: Fit,
    /// The systems that both have, in the order of the measured ones.
    pub rows: Vec<BesideRow<'a>>,
    /// The other published rows, each with its system's name.
    pub others: Vec<(&'static PublishedRow, &'static str)>,
}

/// One system, measured and published.
#[derive(Debug, Clone)]
pub struct BesideRow<'a> {
    /// What was measured.
    pub measured: &'a SystemTotals,
    /// What was published.
    pub published: &'static PublishedRow,
    /// The published system's name.
    pub name: &'static str,
}

impl Beside<'_> {
    /// Returns where a measured column stands in the published table.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<(usize, &'static PublishedColumn)> {
        self.table.columns.iter().enumerate().find(|(_, column)| column.name == name)
    }
}

/// Returns the published tables that speak of the columns of this suite, with the systems that both have; best fits
/// first. A table of another rule of judging is left out, except that `probed` stands in for `boundary`.
#[must_use]
pub fn beside(measured: &SuiteTotals) -> Vec<Beside<'_>> {
    let wanted = match measured.scorer {
        Scorer::Published => Scorer::Published,
        Scorer::Probed | Scorer::Boundary => Scorer::Probed,
    };
    let mut found: Vec<Beside<'_>> = tables()
        .iter()
        .filter(|table| table.scorer == Some(wanted) && compared(&table.id))
        .filter_map(|table| {
            let fit = fit(table, measured)?;
            let rows: Vec<BesideRow<'_>> =
                measured.systems.iter().filter_map(|system| row(table, system)).collect();
            (!rows.is_empty()).then(|| Beside { table, fit, others: others(table, &rows), rows })
        })
        .collect();
    found.sort_by_key(|beside| beside.fit);
    found
}

/// Returns whether a table holds whole systems on a whole suite, and no variants of one.
fn compared(id: &str) -> bool {
    ["template", "main-v0.5.1", "others-v0.5.1", "degenerate-v0.5.1", "main-v0.7"].contains(&id)
        || id.starts_with("external")
}

fn fit(table: &PublishedTable, measured: &SuiteTotals) -> Option<Fit> {
    let suite = table.suite.as_ref()?;
    let n = |name: &str| measured.columns.iter().find(|column| column.name == name).map(|column| column.n);
    let known = table.columns.iter().filter(|column| n(&column.name).is_some()).count();
    if known == 0 || known < measured.columns.len() {
        return None;
    }
    let same =
        table.columns.iter().all(|column| column.n == n(&column.name)) && suite.cases == measured.cases;
    let fit = match &suite.sha256 {
        Some(sha256) if *sha256 == measured.sha256 => Fit::Same,
        None if same => Fit::SameCounts,
        _ => Fit::Differs,
    };
    // The outsiders' few cases say nothing beside another suite.
    (fit != Fit::Differs || !table.id.starts_with("external")).then_some(fit)
}

/// Returns the published rows whose systems were not measured.
fn others(
    table: &'static PublishedTable,
    rows: &[BesideRow<'_>],
) -> Vec<(&'static PublishedRow, &'static str)> {
    let measured: Vec<&str> = rows.iter().filter_map(|row| row.published.system.as_deref()).collect();
    let name = |row: &'static PublishedRow| {
        let key = row.system.as_deref().filter(|key| !measured.contains(key))?;
        let system = keyed(key)?;
        Some((row, row.name.as_deref().unwrap_or(&system.name)))
    };
    table.rows.iter().filter_map(name).collect()
}

fn row<'a>(table: &'static PublishedTable, measured: &'a SystemTotals) -> Option<BesideRow<'a>> {
    let published = system(&measured.name)?;
    let row = table.rows.iter().find(|row| row.system.as_deref() == Some(published.key.as_str()))?;
    Some(BesideRow { measured, published: row, name: &published.name })
}
