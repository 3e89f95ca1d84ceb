//! The head of the page: what was run, on what, and when.

use maud::{Markup, html};

use crate::record::LlmUse;
use crate::report::View;

/// Draws the head.
pub(super) fn masthead(view: &View<'_>) -> Markup {
    let mut systems: Vec<&str> = view.suites.iter().flat_map(|suite| suite.names()).collect();
    systems.sort_unstable();
    systems.dedup();
    let verdicts: usize = view.suites.iter().map(|suite| suite.records.len()).sum();
    let embedders: Vec<&str> = {
        let mut all: Vec<&str> =
            view.suites.iter().map(|suite| suite.scored[0].totals.embedder.as_str()).collect();
        all.dedup();
        all
    };
    let ks: Vec<String> = {
        let mut all: Vec<String> =
            view.suites.iter().map(|suite| suite.scored[0].totals.k.to_string()).collect();
        all.dedup();
        all
    };
    let last = view.metas.iter().map(|meta| meta.ended.unwrap_or(meta.started)).max();
    html! {
        header.masthead {
            p.kicker { "ForgetEval" }
            h1 { "Which memories forget what they are told to, and nothing else" }
            p.facts {
                span { (systems.len()) " systems" }
                span { (view.suites.len()) @if view.suites.len() == 1 { " suite" } @else { " suites" } }
                span { (verdicts) " verdicts" }
                @if view.memora.is_some() { span { a href="#memora" { "Memora" } } }
                @if view.gatemem.is_some() { span { a href="#gatemem" { "GateMem" } } }
                span { "k " (ks.join(", ")) }
                span { "embedder " (embedders.join(", ")) }
                @if let Some(last) = last { span { (last.strftime("%-d %B %Y")) } }
                span { a href="#provenance" { "how it was made" } }
            }
            @if scripted(view) {
                p.facts { b { "Rows marked “scripted” were answered by a script in the place of a language model. They show that the \
                plumbing works, and are no results." } }
            }
            @for meta in view.metas.iter().take(3) {
                p.facts {
                    span { (meta.machine.cores) " cores, " (meta.machine.os) " " (meta.machine.arch) }
                    @if !meta.command.is_empty() { span.command { code { (meta.command.join(" ")) } } }
                }
            }
        }
    }
}

/// Returns whether any row's language model was the scripted one.
fn scripted(view: &View<'_>) -> bool {
    let systems = view.suites.iter().flat_map(|suite| &suite.scored[0].totals.systems);
    systems.filter_map(|system| system.llm.as_ref()).any(LlmUse::is_scripted)
}
