//! One published table.

use serde::Deserialize;

use super::{Cell, keyed};
use crate::score::Scorer;

/// One published table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    /// What it is referred to by, such as `main-v0.5.1`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it is from: a section of the authors' tables, or of the paper.
    pub section: String,
    /// The suite, where all rows are of one.
    #[serde(default)]
    pub suite: Option<PublishedSuite>,
    /// The scorer nearest to the one that was used.
    #[serde(default)]
    pub scorer: Option<Scorer>,
    /// What its numbers count.
    pub unit: Unit,
    /// Its columns; a table of totals alone has none.
    pub columns: Vec<PublishedColumn>,
    /// Its rows.
    pub rows: Vec<PublishedRow>,
    /// What else is said of it.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// The suite that a published table is about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSuite {
    /// Its name.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: Option<String>,
    /// How many cases it has.
    pub cases: usize,
    /// Its hash, [`crate::suite::Suite::sha256`], where the suite is to be had.
    #[serde(default)]
    pub sha256: Option<String>,
}

/// What the numbers of a table count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Cases passed.
    Passes,
    /// Cases.
    Cases,
    /// Hundredths.
    Percent,
    /// Parts of one.
    Rate,
    /// Milliseconds a case.
    Ms,
    /// Seconds.
    S,
    /// Minutes.
    Min,
    /// US dollars.
    Usd,
    /// A p value.
    P,
}

/// One column of a published table.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedColumn {
    /// The category, the family, or a heading.
    pub name: String,
    /// How many cases it has.
    #[serde(default)]
    pub n: Option<usize>,
    /// What its numbers count, where that is not what the table's do.
    #[serde(default)]
    pub unit: Option<Unit>,
}

/// One row of a published table.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedRow {
    /// The system, by its key in `systems.json`; none where the row is about no system, or a pair.
    #[serde(default)]
    pub system: Option<String>,
    /// What the row is called, where that is not the system's name.
    #[serde(default)]
    pub name: Option<String>,
    /// The rows that it stands among.
    #[serde(default)]
    pub group: Option<String>,
    /// One cell a column.
    pub cells: Vec<Cell>,
    /// All columns together.
    #[serde(default)]
    pub total: Option<Total>,
    /// What else is said of it.
    #[serde(default)]
    pub note: Option<String>,
}

impl PublishedRow {
    /// Returns what the row is called: by its own name, the system's, or the key.
    #[must_use]
    pub fn called(&self) -> &str {
        let key = self.system.as_deref().unwrap_or_default();
        let system = keyed(key).map(|system| system.name.as_str());
        self.name.as_deref().or(system).unwrap_or(key)
    }
}

/// All columns of a row together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Total {
    /// A number of cases.
    Cases(usize),
    /// Passes.
    Passes {
        /// Cases passed.
        pass: usize,
        /// Cases of the suite.
        of: usize,
        /// Cases of them that are not applicable; nothing where that was not published.
        #[serde(default = "zero")]
        na: Option<usize>,
    },
}

#[expect(clippy::unnecessary_wraps, reason = "the default of a field")]
fn zero() -> Option<usize> {
    Some(0)
}
