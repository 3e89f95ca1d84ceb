//! A system's page.

use maud::{Markup, html};

use super::{BOARD, meta_of};
use crate::report::{Role, SuiteView, SystemTotals, View};
use crate::score::Scorer;

/// Draws the page.
pub(super) fn page(view: &View<'_>, scorer: Scorer, name: &str) -> String {
    let played: Vec<(&SuiteView<'_>, &SystemTotals)> = view
        .suites
        .iter()
        .filter_map(|suite| {
            let scored = suite.scored.iter().find(|scored| scored.scorer == scorer)?;
            Some((suite, scored.totals.systems.iter().find(|system| system.name == name)?))
        })
        .collect();
    let version = played.first().map_or("", |(_, system)| system.version.as_str());
    let lead = html! {
        p.facts {
            span { (Role::of(name).word()) }
            span { "version " (version) }
            span { (played.len()) @if played.len() == 1 { " suite" } @else { " suites" } }
            span { "scorer " (scorer) }
        }
    };
    let body = html! {
        section aria-labelledby="suites" {
            h2 #suites { "Suites" }
            (totals(&played))
            p.caption {
                "Leak: cases in which something was found that had to go. Lost: cases in which something was not recalled that \
                 had to stay. N/A: cases that need an operation which the system lacks; strictly they count as not passed."
            }
        }
        @for (suite, system) in &played { (columns(suite, system)) }
        section aria-labelledby="made" {
            h2 #made { "How it was made" }
            @for (suite, _) in &played { (made(view, suite, name)) }
        }
    };
    BOARD.page(name, &lead, &body)
}

fn totals(played: &[(&SuiteView<'_>, &SystemTotals)]) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Suites" {
            table {
                thead { tr {
                    th scope="col" { "suite" } th scope="col" { "pass" } th scope="col" { "%" } th scope="col" { "95 %" }
                    th scope="col" { "leak" } th scope="col" { "lost" } th scope="col" { "N/A" } th scope="col" { "errors" }
                    th scope="col" { "published" } th scope="col" { "probed" } th scope="col" { "boundary" }
                    th scope="col" { "ms a case" }
                } }
                tbody { @for (suite, system) in played { tr {
                    th scope="row" { (suite.title) }
                    td { (system.pass) " of " (suite.scored[0].totals.cases) }
                    td { (system.strict.percent()) } td { (system.strict.interval()) }
                    td { (system.leaks) } td { (system.collateral) } td { (system.na) } td { (system.errors) }
                    td { (system.passes.published) } td { (system.passes.probed) } td { (system.passes.boundary) }
                    td { (ms(system.mean_ms.total)) }
                } } }
            }
        }
        @for (suite, system) in played {
            @if system.n < suite.scored[0].totals.cases {
                p.caption { (suite.title) ": only " (system.n) " of " (suite.scored[0].totals.cases) " cases have a verdict." }
            }
            @if let Some(error) = &system.first_error {
                p.caption { (suite.title) ", first error: " (error.chars().take(300).collect::<String>()) }
            }
        }
    }
}

/// Writes milliseconds: whole ones, or three places of less.
fn ms(ms: f64) -> String {
    if ms < 10.0 { format!("{ms:.3}") } else { format!("{ms:.0}") }
}

fn columns(suite: &SuiteView<'_>, system: &SystemTotals) -> Markup {
    html! {
        section {
            h3 { (suite.title) }
            div.wide tabindex="0" role="region" aria-label=(suite.title) {
                table {
                    thead { tr {
                        th scope="col" { "column" } th scope="col" { "cases" } th scope="col" { "pass" } th scope="col" { "N/A" }
                    } }
                    tbody { @for (column, own) in suite.scored[0].totals.columns.iter().zip(&system.columns) { tr {
                        th scope="row" { (column.name.replace('_', " ")) }
                        td { (column.n) } td { (own.pass) } td { (own.na) }
                    } } }
                }
            }
        }
    }
}

fn made(view: &View<'_>, suite: &SuiteView<'_>, name: &str) -> Markup {
    let sha256 = &suite.scored[0].totals.sha256;
    html! {
        h3 { (suite.title) }
        dl.made {
            dt { "suite" } dd { code { (sha256) } }
            @match meta_of(view, name, sha256) {
                None => { dt { "run" } dd { "no run.json was kept" } }
                Some(meta) => {
                    dt { "date" } dd { (meta.started.strftime("%Y-%m-%d %H:%M UTC")) }
                    dt { "machine" } dd { (meta.machine.cores) " cores, " (meta.machine.os) ", " (meta.machine.arch) }
                    dt { "program" } dd { "forgeteval " (meta.forgeteval) }
                    dt { "settings" } dd { "k " (meta.k) ", embedder " (meta.embedder) }
                    @if let Some(model) = &meta.language_model { dt { "language model" } dd { (model.label) } }
                    @if !meta.command.is_empty() { dt { "command" } dd { code { (meta.command.join(" ")) } } }
                }
            }
        }
    }
}
