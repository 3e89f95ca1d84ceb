//! The heat map's rows and cells, before they are drawn.

use super::headings::heading;
use super::placement::placement;
use super::{ColumnTotals, Rate, Role, SuiteTotals, SystemTotals};

/// Systems by columns, the systems grouped by their roles.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    pub(super) columns: Vec<HeatColumn>,
    pub(super) rows: Vec<HeatRow>,
    /// Whether a last column shows all together; suites are never added up.
    pub(super) totals: bool,
}

/// One column: a category, a family or a suite.
#[derive(Debug, Clone)]
pub(super) struct HeatColumn {
    pub(super) name: String,
    pub(super) short: String,
    pub(super) n: usize,
}

/// One system's cells.
#[derive(Debug, Clone)]
pub(super) struct HeatRow {
    pub(super) system: String,
    pub(super) role: Role,
    /// Where its language model stands.
    pub(super) placement: Option<&'static str>,
    pub(super) cells: Vec<HeatCell>,
    /// All columns together; not shown of suites.
    pub(super) total: HeatCell,
}

/// One cell's counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct HeatCell {
    pub(super) n: usize,
    pub(super) pass: usize,
    pub(super) na: usize,
}

impl Heat {
    /// Makes the heat map of one suite: contestants by their passes, then the yardsticks.
    pub(super) fn new(totals: &SuiteTotals) -> Self {
        let columns = totals.columns.iter().map(|column| HeatColumn {
            name: column.name.clone(),
            short: heading(&column.name),
            n: column.n,
        });
        let row = |system: &SystemTotals| HeatRow {
            system: system.name.clone(),
            role: Role::of(&system.name),
            placement: placement(&system.name),
            cells: system.columns.iter().map(|column| HeatCell::from(*column)).collect(),
            total: HeatCell { n: system.n, pass: system.pass, na: system.na },
        };
        let mut rows: Vec<HeatRow> = totals.systems.iter().map(row).collect();
        order(&mut rows, |row| row.total.strict().rate);
        Self { columns: columns.collect(), rows, totals: true }
    }

    /// Makes the heat map of several suites, each of which is a column.
    pub(super) fn over_suites<'a>(suites: impl Iterator<Item = (&'a str, &'a SuiteTotals)> + Clone) -> Self {
        let columns = suites.clone().map(|(title, totals)| HeatColumn {
            name: title.to_owned(),
            short: title.to_owned(),
            n: totals.cases,
        });
        let mut names: Vec<&str> = Vec::new();
        for system in suites.clone().flat_map(|(_, totals)| &totals.systems) {
            if !names.contains(&system.name.as_str()) {
                names.push(&system.name);
            }
        }
        let cell = |totals: &SuiteTotals, name: &str| {
            let system = totals.systems.iter().find(|system| system.name == name);
            system.map_or(HeatCell { n: 0, pass: 0, na: 0 }, |system| HeatCell {
                n: system.n,
                pass: system.pass,
                na: system.na,
            })
        };
        let row = |name: &str| {
            let cells: Vec<HeatCell> = suites.clone().map(|(_, totals)| cell(totals, name)).collect();
            let sum = |of: fn(&HeatCell) -> usize| cells.iter().map(of).sum();
            let total = HeatCell { n: sum(|c| c.n), pass: sum(|c| c.pass), na: sum(|c| c.na) };
            HeatRow { system: name.to_owned(), role: Role::of(name), placement: None, cells, total }
        };
        let mut rows: Vec<HeatRow> = names.into_iter().map(row).collect();
        order(&mut rows, mean_rate);
        Self { columns: columns.collect(), rows, totals: false }
    }

    /// Returns whether any row says where a language model stands.
    pub(super) fn placed(&self) -> bool {
        self.rows.iter().any(|row| row.placement.is_some())
    }

    /// Returns whether any cell lacks an operation: in all its cases, and in some.
    pub(super) fn lacks(&self) -> (bool, bool) {
        let cells = || self.rows.iter().flat_map(|row| &row.cells);
        (cells().any(|cell| cell.is_na()), cells().any(|cell| cell.na > 0 && !cell.is_na()))
    }

    /// Returns the rows of a role.
    pub(super) fn of(&self, role: Role) -> impl Iterator<Item = &HeatRow> {
        self.rows.iter().filter(move |row| row.role == role)
    }
}

/// Puts the roles in their order, and in each the rows by a rate.
fn order(rows: &mut [HeatRow], rate: fn(&HeatRow) -> Option<f64>) {
    let rate = |row: &HeatRow| rate(row).unwrap_or(-1.0);
    rows.sort_by(|a, b| a.role.cmp(&b.role).then(rate(b).total_cmp(&rate(a))));
}

/// Returns the mean of the columns' rates, each counting alike; what was not asked counts as nothing passed, so that no row
/// rises by what is left out.
fn mean_rate(row: &HeatRow) -> Option<f64> {
    let rates: f64 = row.cells.iter().filter_map(|cell| cell.strict().rate).sum();
    (!row.cells.is_empty()).then(|| rates / row.cells.len() as f64)
}

impl HeatCell {
    /// Returns the rate among all cases.
    pub(super) fn strict(self) -> Rate {
        Rate::new(self.pass, self.n)
    }

    /// Returns the rate among those that apply.
    pub(super) fn evaluable(self) -> Rate {
        Rate::new(self.pass, self.n - self.na)
    }

    /// Returns whether no case was asked.
    pub(super) fn is_empty(self) -> bool {
        self.n == 0
    }

    /// Returns whether no case applies.
    pub(super) fn is_na(self) -> bool {
        self.n > 0 && self.na == self.n
    }

    /// Says in a sentence what the cell holds.
    pub(super) fn sentence(self, system: &str, column: &str) -> String {
        if self.is_empty() {
            return format!("{system}, {column}: not asked");
        }
        if self.is_na() {
            return format!("{system}, {column}: not applicable, all {} cases", self.n);
        }
        let strict = self.strict();
        let mut out = format!("{system}, {column}: {}", in_words(&strict));
        if self.na > 0 {
            out.push_str(&format!(
                "; {} not applicable, without them {}",
                self.na,
                in_words(&self.evaluable())
            ));
        }
        out
    }
}

impl From<ColumnTotals> for HeatCell {
    fn from(ColumnTotals { n, pass, na }: ColumnTotals) -> Self {
        Self { n, pass, na }
    }
}

/// Says a rate and its interval in words.
pub(super) fn in_words(rate: &Rate) -> String {
    match rate.rate {
        None => "no case".to_owned(),
        Some(share) => format!(
            "{} of {}, {:.1} % (95 %: {:.1} to {:.1})",
            rate.pass,
            rate.of,
            share * 100.0,
            rate.wilson95.low * 100.0,
            rate.wilson95.high * 100.0
        ),
    }
}

/// Writes a rate as whole hundredths; only nothing is 0 and only everything is 100.
pub(super) fn hundredths(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 0.5 => "<1".to_owned(),
        percent if (99.5..100.0).contains(&percent) => ">99".to_owned(),
        percent => percent.round().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{HeatCell, hundredths};

    #[test]
    fn only_nothing_is_0_and_only_everything_is_100() {
        let shares = [0.0, 0.001, 0.005, 0.5, 0.994, 0.996, 1.0].map(hundredths);
        assert_eq!(shares, ["0", "<1", "1", "50", "99", ">99", "100"]);
    }

    #[test]
    fn what_does_not_apply_is_never_zero() {
        let na = HeatCell { n: 8, pass: 0, na: 8 };
        assert!(na.is_na() && na.evaluable().rate.is_none());
        assert_eq!(na.sentence("a", "b"), "a, b: not applicable, all 8 cases");
        let some = HeatCell { n: 8, pass: 2, na: 4 };
        assert_eq!((some.strict().rate, some.evaluable().rate), (Some(0.25), Some(0.5)));
        assert!(some.sentence("a", "b").contains("2 of 8, 25.0 %"));
        assert!(some.sentence("a", "b").contains("without them 2 of 4, 50.0 %"));
    }
}
