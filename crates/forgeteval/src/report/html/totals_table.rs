//! The table of every number, which sorts and filters.

use maud::{Markup, html};

use super::heat_table::row_name;
use super::sort_button;
use crate::report::figure::ms;
use crate::report::{Rate, Role, Scored, SuiteView, SystemTotals};

const HEADINGS: [(&str, &str); 14] = [
    ("system", "Sort by name"),
    ("passed", "Cases passed, of those asked"),
    ("strict", "Passed of all cases, %"),
    ("95 %", "Wilson's interval of the strict rate"),
    ("evaluable", "Passed of the cases that apply, %"),
    ("95 %", "Wilson's interval of the evaluable rate"),
    ("N/A", "Cases that need an operation which the system lacks"),
    ("leaks", "Cases in which something forbidden was recalled"),
    ("lost", "Cases in which something needed was not recalled: collateral"),
    ("errors", "Cases that failed with an error"),
    ("by scorer", "Passes by published, probed and boundary"),
    ("differ", "Verdicts on which the three scorers are not of one mind"),
    ("median ms", "Median milliseconds a case"),
    ("mean ms", "Mean milliseconds a case"),
];

/// Draws the table.
pub(super) fn totals_table(suite: &SuiteView<'_>, scored: &Scored) -> Markup {
    let totals = &scored.totals;
    let of = |contestant: bool| {
        let of_role =
            move |system: &&SystemTotals| (Role::of(&system.name) == Role::Contestant) == contestant;
        scored.ordered().into_iter().filter(of_role)
    };
    let differ: usize = totals.systems.iter().map(|system| system.differ).sum();
    html! {
        div.table-tools {
            label { span { "Filter" } input type="search" data-filter placeholder="part of a name" autocomplete="off"; }
            label { input type="checkbox" data-yardsticks checked autocomplete="off"; span { "floors, baselines and ceilings" } }
            p.count role="status" data-count {}
        }
        div.scroll tabindex="0" role="region" aria-label="Every number" {
            table.numbers data-sortable data-filterable {
                caption.unseen { "Every number of " (suite.title) ", scorer " (scored.scorer) }
                thead {
                    tr {
                        @for (words, about) in HEADINGS { th scope="col" aria-sort="none" { (sort_button(words, about)) } }
                    }
                }
                tbody.contestants { @for system in of(true) { (row(system, totals.cases)) } }
                tbody.yardsticks { @for system in of(false) { (row(system, totals.cases)) } }
            }
        }
        p.caption {
            "The three scorers differ on " b data-differ { (differ) } " of " (suite.records.len()) " verdicts. "
            @for system in &totals.systems {
                @if system.n < totals.cases { (system.name) ": only " (system.n) " of " (totals.cases) " cases were played. " }
                @if let Some(error) = &system.first_error { (system.name) ": the first error is “" (short(error)) "”. " }
            }
        }
    }
}

fn row(system: &SystemTotals, cases: usize) -> Markup {
    let passes = [system.passes.published, system.passes.probed, system.passes.boundary];
    html! {
        tr data-system=(system.name) {
            th scope="row" data-v=(system.name) title={ "version " (system.version) } { (row_name(&system.name)) }
            td data-v=(system.pass) { b { (system.pass) } span.of { "/" (system.n) @if system.n < cases { "*" } } }
            (rate(&system.strict))
            (rate(&system.evaluable))
            @for count in [system.na, system.leaks, system.collateral, system.errors] {
                td data-v=(count) class=[(count == 0).then_some("nil")] { (count) }
            }
            td data-v=(passes[1]) { (passes[0]) " · " (passes[1]) " · " (passes[2]) }
            td data-v=(system.differ) class=[(system.differ == 0).then_some("nil")] { (system.differ) }
            td data-v=(system.median_ms.total) { (ms(system.median_ms.total)) }
            td data-v=(system.mean_ms.total) { (ms(system.mean_ms.total)) }
        }
    }
}

/// Writes a rate and its interval in two cells; what has no case is not zero.
fn rate(rate: &Rate) -> Markup {
    html! {
        @match rate.rate {
            Some(share) => {
                td data-v=(share) { (format!("{:.1}", share * 100.0)) }
                td.interval data-v=(rate.wilson95.low) {
                    (format!("{:.1}–{:.1}", rate.wilson95.low * 100.0, rate.wilson95.high * 100.0))
                }
            }
            None => { td.na { "N/A" } td {} }
        }
    }
}

fn short(error: &str) -> String {
    error.chars().map(|c| if c.is_control() { ' ' } else { c }).take(200).collect()
}
