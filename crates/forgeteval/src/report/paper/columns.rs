//! Columns of suites, with what was measured in each and what was published.

use maud::{Markup, html};

use crate::report::html::row_name;
use crate::report::published::{Cell, PublishedTable, Total, keyed, system, tables};
use crate::report::{ColumnTotals, SuiteView, published_percent};
use crate::score::Scorer;

/// One column of a table: a category or family of a suite, or a whole suite.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column<'a> {
    pub(super) head: &'a str,
    pub(super) suite: &'a SuiteView<'a>,
    /// Its name in the suite; nothing for the whole suite.
    pub(super) name: Option<&'a str>,
}

impl Column<'_> {
    /// Returns what a system passed in it; nothing where it has no verdict there.
    pub(super) fn measured(&self, scorer: Scorer, name: &str) -> Option<ColumnTotals> {
        let totals = &self.suite.by(scorer).totals;
        let system = totals.systems.iter().find(|system| system.name == name)?;
        let found = match self.name {
            None => ColumnTotals { n: system.n, pass: system.pass, na: system.na },
            Some(name) => system.columns[totals.columns.iter().position(|column| column.name == name)?],
        };
        (found.n > 0).then_some(found)
    }

    /// Returns how many cases it has.
    pub(super) fn cases(&self, scorer: Scorer) -> usize {
        let totals = &self.suite.by(scorer).totals;
        let of = |name: &str| totals.columns.iter().find(|column| column.name == name).map_or(0, |c| c.n);
        self.name.map_or(totals.cases, of)
    }

    /// Returns the share that was published of a system, by its key and in words; nothing where no table has it.
    pub(super) fn published(&self, scorer: Scorer, key: &str) -> Option<String> {
        let name = &self.suite.by(scorer).totals.name;
        let cut = name.contains(" without ");
        of_whole_suites(name, scorer).find_map(|table| {
            let row = table.rows.iter().find(|row| row.system.as_deref() == Some(key))?;
            match self.name {
                Some(name) => {
                    let at = table.columns.iter().position(|column| column.name == name)?;
                    (row.cells[at] != Cell::Unknown)
                        .then(|| published_percent(row.cells[at], &table.columns[at]))
                }
                // Of a suite without some columns only what is left counts.
                None if cut => {
                    let left = self.suite.by(scorer).totals.columns.iter().map(|column| {
                        let at = table.columns.iter().position(|known| known.name == column.name)?;
                        Some((row.cells[at].passes()?, table.columns[at].n?))
                    });
                    let left: Vec<(usize, usize)> = left.collect::<Option<_>>()?;
                    Some(share(left.iter().map(|(pass, _)| pass).sum(), left.iter().map(|(_, n)| n).sum()))
                }
                None => match row.total? {
                    Total::Passes { pass, of, .. } => Some(share(pass, of)),
                    Total::Cases(_) => None,
                },
            }
        })
    }
}

fn share(pass: usize, of: usize) -> String {
    format!("{:.1}", pass as f64 / of as f64 * 100.0)
}

/// Returns the published tables of whole systems on a suite of this name.
fn of_whole_suites(name: &str, scorer: Scorer) -> impl Iterator<Item = &'static PublishedTable> {
    let wanted = if scorer == Scorer::Published { Scorer::Published } else { Scorer::Probed };
    let name = name.split(" without ").next().unwrap_or(name).to_owned();
    let whole = ["template", "main-v0.5.1", "main-v0.7", "others-v0.5.1", "degenerate-v0.5.1"];
    tables().iter().filter(move |table| {
        table.scorer == Some(wanted)
            && whole.contains(&table.id.as_str())
            && table.suite.as_ref().is_some_and(|suite| suite.name == name)
    })
}

/// Draws a table: for each system what was measured, and below it what was published; then what was only published.
pub(super) fn draw(columns: &[Column<'_>], scorer: Scorer, systems: &[&str], unmeasured: &[&str]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="Passes in per cent" {
            table.numbers.beside {
                caption.unseen { "Passes in per cent, measured and published" }
                thead { tr {
                    th scope="col" { "system" } th scope="col" { "" }
                    @for column in columns {
                        th scope="col" title=[column.name] { (column.head) span.of { " /" (column.cases(scorer)) } }
                    }
                } }
                @for name in systems {
                    @let key = system(name).map(|published| published.key.as_str());
                    @let published: Vec<_> = columns.iter().map(|column| key.and_then(|key| column.published(scorer, key))).collect();
                    tbody.pair-of-rows {
                        tr {
                            th scope="row" { (row_name(name)) }
                            th.source scope="row" { "measured" }
                            @for column in columns { (cell(column.measured(scorer, name))) }
                        }
                        @if published.iter().any(Option::is_some) { tr.published {
                            th {} th.source scope="row" { "published" }
                            @for cell in &published { td { (cell.as_deref().unwrap_or("–")) } }
                        } }
                    }
                }
                @for key in unmeasured {
                    @let published: Vec<_> = columns.iter().map(|column| column.published(scorer, key)).collect();
                    @if published.iter().any(Option::is_some) { tbody { tr.published {
                        th scope="row" { (keyed(key).map_or(*key, |system| system.name.as_str())) }
                        th.source scope="row" { "published" }
                        @for cell in &published { td { (cell.as_deref().unwrap_or("–")) } }
                    } } }
                }
            }
        }
    }
}

fn cell(found: Option<ColumnTotals>) -> Markup {
    html! {
        @match found {
            None => td { "–" },
            Some(found) if found.na == found.n => td.na { "N/A" },
            Some(found) => td title=(format!("{} of {}, {} N/A", found.pass, found.n, found.na)) {
                (format!("{:.1}", found.pass as f64 / found.n as f64 * 100.0))
            },
        }
    }
}
