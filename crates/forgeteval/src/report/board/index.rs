//! The first page: every system on every suite.

use maud::{Markup, html};

use super::gates::gates;
use super::{BOARD, file, meta_of, names, shown};
use crate::report::{Role, SuiteView, SystemTotals, View};
use crate::score::Scorer;

/// Draws the page.
pub(super) fn page(view: &View<'_>, scorer: Scorer) -> String {
    let lead = html! {
        p.lead {
            "Facts are written into a memory, some are superseded, released or purged in words, and a question is asked. The \
             answer must hold what had to stay, and must not hold what had to go."
        }
    };
    let body = html! {
        section aria-labelledby="table" {
            h2 #table { "Cases passed, in per cent" }
            (table(view, scorer))
            p.caption {
                "Scorer " (scorer) ". Strict: a case that needs an operation which a system lacks counts as not passed. Floors, \
                 baselines and ceilings stand below, in grey: read a row beside theirs. The best contestant of each suite is \
                 bold. Systems are ordered by their mean; N/A means that a system lacks what every case needs, a dash that a suite \
                 was not run: both count as nothing passed. A system's page has all suites that it was run on."
            }
        }
        section aria-labelledby="gates" {
            h2 #gates { "Gates" }
            p { "A pass is worth something only where systems that understand nothing do not pass." }
            (gates(view, scorer))
        }
        section aria-labelledby="runs" {
            h2 #runs { "Runs" }
            (runs(view))
        }
    };
    BOARD.page("Which memories forget what they are told to", &lead, &body)
}

fn totals<'a>(suite: &'a SuiteView<'_>, scorer: Scorer, name: &str) -> Option<&'a SystemTotals> {
    let scored = suite.scored.iter().find(|scored| scored.scorer == scorer)?;
    scored.totals.systems.iter().find(|system| system.name == name)
}

fn table(view: &View<'_>, scorer: Scorer) -> Markup {
    let suites = shown(view);
    let rate =
        |name: &str, suite: &SuiteView<'_>| totals(suite, scorer, name).and_then(|one| one.strict.rate);
    // What was not run counts as nothing passed, so that no row rises by what is left out.
    let mean = |name: &str| {
        let sum: f64 = suites.iter().filter_map(|suite| rate(name, suite)).sum();
        sum / suites.len().max(1) as f64
    };
    let played = |name: &&str| suites.iter().any(|suite| totals(suite, scorer, name).is_some());
    let mut rows: Vec<(Role, &str, f64)> =
        names(view).into_iter().filter(played).map(|name| (Role::of(name), name, mean(name))).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0).then(b.2.total_cmp(&a.2)).then(a.1.cmp(b.1)));
    let best = |suite: &SuiteView<'_>| {
        let contestants = rows.iter().filter(|(role, ..)| *role == Role::Contestant);
        contestants.filter_map(|(_, name, _)| rate(name, suite)).filter(|rate| *rate > 0.0).reduce(f64::max)
    };
    let best: Vec<Option<f64>> = suites.iter().map(|suite| best(suite)).collect();
    html! {
        div.wide tabindex="0" role="region" aria-label="Systems and suites" {
            table {
                thead { tr {
                    th scope="col" { "system" }
                    th.version scope="col" { "version" }
                    @for suite in &suites {
                        th scope="col" { (suite.scored[0].totals.name) span.of { "/" (suite.scored[0].totals.cases) } }
                    }
                } }
                tbody {
                    @for (role, name, _) in &rows {
                        tr.apart[*role != Role::Contestant] {
                            th scope="row" { a href=(file(view, name)) { (name) } }
                            td.version { (version(view, scorer, name)) }
                            @for (suite, best) in suites.iter().zip(&best) {
                                @match totals(suite, scorer, name) {
                                    None => td { "–" },
                                    Some(system) if system.na == system.n => td { "N/A" },
                                    Some(system) => td.best[*role == Role::Contestant && best.is_some() && system.strict.rate == *best] {
                                        (system.strict.percent())
                                    },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn version(view: &View<'_>, scorer: Scorer, name: &str) -> String {
    view.suites
        .iter()
        .find_map(|suite| totals(suite, scorer, name))
        .map_or_else(String::new, |system| system.version.clone())
}

fn runs(view: &View<'_>) -> Markup {
    let unknown = names(view).into_iter().filter(|name| {
        let played = |suite: &&SuiteView<'_>| suite.names().any(|own| own == *name);
        view.suites
            .iter()
            .filter(played)
            .any(|suite| meta_of(view, name, &suite.scored[0].totals.sha256).is_none())
    });
    let unknown: Vec<&str> = unknown.collect();
    html! {
        div.wide tabindex="0" role="region" aria-label="Runs" {
            table {
                thead { tr {
                    th scope="col" { "date" } th.words scope="col" { "systems" } th scope="col" { "machine" }
                    th scope="col" { "k" } th scope="col" { "embedder" } th scope="col" { "program" }
                } }
                tbody { @for meta in view.metas { tr {
                    th scope="row" { (meta.started.strftime("%Y-%m-%d")) }
                    td.words { (meta.systems.iter().map(|system| system.name.as_str()).collect::<Vec<_>>().join(", ")) }
                    td { (meta.machine.cores) " cores, " (meta.machine.os) " " (meta.machine.arch) }
                    td { (meta.k) } td { (meta.embedder) } td { "forgeteval " (meta.forgeteval) }
                } } }
            }
        }
        @if !unknown.is_empty() { p.caption { "No run.json was kept of: " (unknown.join(", ")) "." } }
    }
}
