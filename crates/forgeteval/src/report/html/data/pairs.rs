//! Every system against every other, as the page reads it.

use serde::Serialize;

use crate::report::{Against, Scored, SuiteView};

/// One system against another.
#[derive(Debug, Serialize)]
pub(in crate::report::html) struct PagePair {
    /// The other system, by its place among the suite's.
    other: usize,
    n: usize,
    only_first: usize,
    only_second: usize,
    p: f64,
    p_holm: f64,
    /// The columns in which the two differ in any case: which, only the first, only the second, p after Holm.
    columns: Vec<(usize, usize, usize, f64)>,
}

/// Returns for each scorer the pairs of each system, in the order of the index.
pub(in crate::report::html) fn pairs(suite: &SuiteView<'_>) -> Vec<Vec<Vec<PagePair>>> {
    let names: Vec<&str> = suite.scored[0].ordered().into_iter().map(|system| system.name.as_str()).collect();
    suite.scored.iter().map(|scored| of_scorer(scored, &names)).collect()
}

fn of_scorer(scored: &Scored, names: &[&str]) -> Vec<Vec<PagePair>> {
    let totals = &scored.totals;
    let other = |against: &Against| names.iter().position(|name| *name == against.other);
    let column = |name: &str| totals.columns.iter().position(|column| column.name == name);
    let pair = |against: &Against| {
        Some(PagePair {
            other: other(against)?,
            n: against.n,
            only_first: against.all.only_first,
            only_second: against.all.only_second,
            p: against.all.p,
            p_holm: against.p_holm,
            columns: against
                .columns
                .iter()
                .filter(|of| of.test.only_first + of.test.only_second > 0)
                .filter_map(|of| {
                    Some((column(&of.name)?, of.test.only_first, of.test.only_second, of.p_holm))
                })
                .collect(),
        })
    };
    names.iter().map(|name| scored.comparisons.of(name).iter().filter_map(pair).collect()).collect()
}
