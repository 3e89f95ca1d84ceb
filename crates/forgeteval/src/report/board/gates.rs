//! How each suite stands at the gates, by the floors and ceilings that were run.

use maud::{Markup, html};

use super::shown;
use crate::admission::{Bound, GATES, Gate};
use crate::record::Record;
use crate::report::{SuiteView, View};
use crate::score::{Scorer, Verdict};

/// Draws a table of suites and gates.
pub(super) fn gates(view: &View<'_>, scorer: Scorer) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label="Gates" {
            table {
                thead { tr {
                    th scope="col" { "suite" }
                    @for gate in GATES { th scope="col" { (gate.system) span.of { (bound(gate)) } } }
                } }
                tbody { @for suite in shown(view) { tr {
                    th scope="row" { (suite.title) }
                    @for gate in GATES { (cell(suite, gate, scorer)) }
                } } }
            }
        }
    }
}

fn bound(gate: &Gate) -> String {
    let of = if gate.categories.is_empty() { "" } else { " of two categories" };
    match gate.bound {
        Bound::AtMost(share) => format!("at most {:.0} %{of}", share * 100.0),
        Bound::All => format!("all{of}"),
    }
}

fn cell(suite: &SuiteView<'_>, gate: &Gate, scorer: Scorer) -> Markup {
    let concerns = |record: &&Record| {
        let category = record.category.as_deref().unwrap_or_default();
        gate.categories.is_empty() || gate.categories.contains(&category)
    };
    if !suite.records.iter().any(|record| concerns(&record)) {
        return html! { td { "–" } };
    }
    let counts = suite.records.iter().filter(concerns).filter(|record| record.system == gate.system);
    let verdicts: Vec<Verdict> = counts.map(|record| scorer.of(&record.judged).verdict).collect();
    let pass = verdicts.iter().filter(|verdict| **verdict == Verdict::Pass).count();
    // What does not apply to a gate's system speaks for nothing.
    let of = verdicts.iter().filter(|verdict| **verdict != Verdict::Na).count();
    if of == 0 {
        return html! { td { @if verdicts.is_empty() { "not run" } @else { "N/A" } } };
    }
    let holds = match gate.bound {
        Bound::AtMost(share) => pass as f64 <= share * of as f64,
        Bound::All => pass == of,
    };
    html! { td.held[holds].broken[!holds] { (pass) " of " (of) @if holds { " ✓" } @else { " ✗" } } }
}
