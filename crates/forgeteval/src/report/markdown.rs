//! A report in Markdown: the tables, comparisons with one system, passes by origin, and what was published.

use std::fmt::Write as _;

use super::figure::ms;
use super::grid::Grid;
use super::headings::heading;
use super::published::{Beside, PublishedRow, beside, latency};
use super::{
    Against, Form, Rate, Report, Role, Scored, SuiteTotals, SuiteView, View, print, published_percent,
    published_total,
};
use crate::external::gatemem;
use crate::memora;
use crate::score::Scorer;

/// Writes the report. The comparisons are of the chosen system, or the default one, with every other.
#[must_use]
pub fn markdown(view: &View<'_>, scorer: Scorer, against: Option<&str>) -> String {
    let suites = view.suites.iter().map(|suite| suite.by(scorer).totals.clone()).collect();
    let mut out = print(&Report { suites }, Form::Markdown);
    let against = against.or_else(|| view.default_choice());
    for suite in &view.suites {
        let scored = suite.by(scorer);
        if let Some(chosen) = against.filter(|chosen| suite.names().any(|name| name == *chosen)) {
            let pairs = scored.comparisons.of(chosen);
            if !pairs.is_empty() {
                line(&mut out, &format!("\n## {}: {chosen} against the others\n", suite.title));
                out.push_str(&comparisons(chosen, &pairs));
            }
        }
        if scored.origins.iter().any(|origin| origin.origin != "unsaid") {
            line(&mut out, &format!("\n## {}: by the origin of the cases\n", suite.title));
            out.push_str(&origins(scored));
        }
        out.push_str(&times(suite));
        line(&mut out, &format!("\n## {}: published beside measured\n", suite.title));
        let found = beside(&scored.totals);
        if found.is_empty() {
            line(&mut out, "Nothing was published that could stand beside this suite and scorer.");
        }
        for beside in &found {
            line(&mut out, &format!("### {}\n", beside.table.title));
            line(&mut out, &format!("**{}**\n", beside.fit.sentence(beside.table, &scored.totals)));
            out.push_str(&side_by_side(beside, &scored.totals));
            for note in &beside.table.notes {
                line(&mut out, &format!("\n> {note}"));
            }
            out.push('\n');
        }
    }
    if let Some(memora) = &view.memora {
        out.push_str(&format!("\n{}", memora::print(memora, Form::Markdown)));
    }
    if let Some(gatemem) = &view.gatemem {
        out.push_str(&format!("\n{}", gatemem::print(gatemem, Form::Markdown)));
    }
    out
}

fn comparisons(chosen: &str, pairs: &[Against]) -> String {
    let headings = [
        "against",
        "",
        "cases",
        &format!("only {chosen}"),
        "only the other",
        "p",
        "p, Holm",
        "columns with p < 0.05",
    ];
    let mut grid = Grid::new(headings.map(|words| (words.to_owned(), String::new())).to_vec());
    let mut sorted: Vec<&Against> = pairs.iter().collect();
    sorted.sort_by_key(|pair| Role::of(&pair.other));
    for pair in sorted {
        let columns: Vec<String> = pair
            .columns
            .iter()
            .filter(|column| column.p_holm < 0.05)
            .map(|column| {
                let (ours, theirs) = (column.test.only_first, column.test.only_second);
                format!("{} {ours}/{theirs}", heading(&column.name))
            })
            .collect();
        let role = Role::of(&pair.other);
        grid.row(vec![
            pair.other.clone(),
            if role == Role::Contestant { String::new() } else { role.word().to_owned() },
            pair.n.to_string(),
            pair.all.only_first.to_string(),
            pair.all.only_second.to_string(),
            p(pair.all.p),
            p(pair.p_holm),
            if columns.is_empty() { "-".to_owned() } else { columns.join(", ") },
        ]);
    }
    grid.markdown()
}

fn origins(scored: &Scored) -> String {
    let headings = ["system", "origin", "strict", "evaluable"];
    let mut grid = Grid::new(headings.map(|words| (words.to_owned(), String::new())).to_vec());
    let rate = super::print::rate;
    for totals in &scored.origins {
        grid.row(vec![
            totals.system.clone(),
            totals.origin.clone(),
            rate(&totals.strict),
            rate(&totals.evaluable),
        ]);
    }
    grid.markdown()
}

/// Draws the published times beside the measured ones, where any were published.
fn times(suite: &SuiteView<'_>) -> String {
    let headings = ["ms a case", "measured mean", "published"];
    let mut grid = Grid::new(headings.map(|words| (words.to_owned(), String::new())).to_vec());
    let mut any = false;
    for times in suite.times.iter().filter(|times| times.cases > 0) {
        let published: Vec<String> = latency(&times.system)
            .iter()
            .map(|(title, value)| format!("{} ({})", ms(*value), title.trim_start_matches("Latency, ")))
            .collect();
        if !published.is_empty() {
            any = true;
            grid.row(vec![times.system.clone(), ms(times.mean.total), published.join(", ")]);
        }
    }
    if !any {
        return String::new();
    }
    format!("\n## {}: published times, of another machine and suite\n\n{}", suite.title, grid.markdown())
}

/// Draws each system in two rows, in per cent.
fn side_by_side(beside: &Beside<'_>, totals: &SuiteTotals) -> String {
    let mut headings = vec!["system".to_owned(), String::new()];
    headings.extend(totals.columns.iter().map(|column| heading(&column.name)));
    headings.extend(["strict", "evaluable", "passed"].map(str::to_owned));
    let mut grid = Grid::new(headings.into_iter().map(|words| (words, String::new())).collect());
    for row in &beside.rows {
        let measured = row.measured;
        let mut cells = vec![measured.name.clone(), "measured".to_owned()];
        cells.extend(measured.columns.iter().map(|column| match (column.n, column.na) {
            (0, _) => "-".to_owned(),
            (n, na) if n == na => "N/A".to_owned(),
            (n, _) => percent(&Rate::new(column.pass, n)),
        }));
        cells.extend([percent(&measured.strict), percent(&measured.evaluable)]);
        cells.push(format!("{}/{}", measured.pass, measured.n));
        grid.row(cells);

        let name = row.published.name.as_deref().unwrap_or(row.name);
        grid.row(published(beside, row.published, name, totals));
    }
    for (row, name) in &beside.others {
        grid.row(published(beside, row, name, totals));
    }
    grid.markdown()
}

fn published(beside: &Beside<'_>, row: &PublishedRow, name: &str, totals: &SuiteTotals) -> Vec<String> {
    let mut cells = vec![name.to_owned(), "published".to_owned()];
    cells.extend(totals.columns.iter().map(|column| {
        let found = beside.column(&column.name);
        found.map_or("-".to_owned(), |(at, column)| published_percent(row.cells[at], column))
    }));
    let (strict, evaluable, passed) = published_total(row.total);
    cells.extend([strict, evaluable, passed]);
    cells
}

fn percent(rate: &Rate) -> String {
    rate.rate.map_or_else(|| "N/A".to_owned(), |share| format!("{:.1}", share * 100.0))
}

fn p(value: f64) -> String {
    if value < 0.001 { format!("{value:.1e}") } else { format!("{value:.3}") }
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string cannot fail");
}
