//! One system against every other.

use serde::Serialize;

use super::{ColumnComparison, Comparison, compare};
use crate::record::{Record, system_of_row};
use crate::score::Scorer;
use crate::stats::{McNemar, holm};

/// One system against another, on the cases of one suite that both were asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Against {
    /// The other system.
    pub other: String,
    /// How many cases both were asked.
    pub n: usize,
    /// The test over all of them; its first system is the chosen one.
    pub all: McNemar,
    /// Its p value after Holm's correction over the other systems.
    pub p_holm: f64,
    /// The test in each column, with Holm's correction over the columns.
    pub columns: Vec<ColumnComparison>,
}

/// The comparisons of every system of a suite with every other.
#[derive(Debug, Clone)]
pub struct Comparisons(Vec<Comparison>);

impl Comparisons {
    /// Compares every pair of systems but rows whose model was scripted, which are no results. All records are of one suite.
    #[must_use]
    pub fn new(records: &[Record], scorer: Scorer) -> Self {
        let result = |row: &String| system_of_row(row).is_some();
        let mut pairs = compare(records, scorer);
        pairs.retain(|pair| result(&pair.first) && result(&pair.second));
        Self(pairs)
    }

    /// Returns the comparisons of one system with every other.
    #[must_use]
    pub fn of(&self, chosen: &str) -> Vec<Against> {
        let mut found: Vec<Against> = self.0.iter().filter_map(|pair| seen_from(pair, chosen)).collect();
        let adjusted = holm(&found.iter().map(|against| against.all.p).collect::<Vec<_>>());
        for (against, p) in found.iter_mut().zip(adjusted) {
            against.p_holm = p;
        }
        found
    }
}

/// The comparison with the chosen system first; nothing where it is none of the two.
fn seen_from(pair: &Comparison, chosen: &str) -> Option<Against> {
    let turned =
        |test: McNemar| McNemar { only_first: test.only_second, only_second: test.only_first, ..test };
    let (other, turn) = if pair.first == chosen {
        (&pair.second, false)
    } else if pair.second == chosen {
        (&pair.first, true)
    } else {
        return None;
    };
    let seen = |test: McNemar| if turn { turned(test) } else { test };
    Some(Against {
        other: other.clone(),
        n: pair.n,
        all: seen(pair.all),
        p_holm: pair.all.p,
        columns: pair
            .columns
            .iter()
            .map(|column| ColumnComparison { test: seen(column.test), ..column.clone() })
            .collect(),
    })
}
