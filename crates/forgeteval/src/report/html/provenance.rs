//! What the runs were made with.

use maud::{Markup, html};

use crate::llm::Origin;
use crate::record::{RunMeta, Source, SuiteMeta};
use crate::report::{SuiteView, View};

/// Draws what is known of how the verdicts were made.
pub(super) fn provenance(view: &View<'_>) -> Markup {
    html! {
        section #provenance aria-labelledby="provenance-title" {
            h2 #provenance-title { "How it was made" }
            @if view.metas.is_empty() {
                p { "No run.json was there; this is what the verdicts themselves say." }
            }
            @for meta in view.metas { (run(meta)) }
            h3 { "Suites" }
            div.scroll tabindex="0" role="region" aria-label="Suites" {
                table.numbers.plain {
                    thead { tr { th scope="col" { "suite" } th scope="col" { "cases" } th scope="col" { "sha256" } th scope="col" { "texts" } th scope="col" { "verdicts" } } }
                    tbody { @for suite in &view.suites { (suite_row(suite)) } }
                }
            }
            h3 { "Systems" }
            div.scroll tabindex="0" role="region" aria-label="Systems" {
                table.numbers.plain {
                    thead { tr { th scope="col" { "system" } th scope="col" { "version" } } }
                    tbody { @for (name, version) in systems(view) { tr { th scope="row" { (name) } td.text { (version) } } } }
                }
            }
        }
    }
}

fn run(meta: &RunMeta) -> Markup {
    let machine = &meta.machine;
    html! {
        dl.made {
            dt { "date" }
            dd {
                (meta.started.strftime("%Y-%m-%d %H:%M UTC"))
                @match meta.ended {
                    Some(ended) => { " to " (ended.strftime("%Y-%m-%d %H:%M UTC")) }
                    None => " and not ended",
                }
                @if meta.resumed_from > 0 { ", resumed from " (meta.resumed_from) " verdicts" }
            }
            dt { "machine" }
            dd { (machine.cores) " cores, " (machine.os) ", " (machine.arch) }
            dt { "program" }
            dd { "forgeteval " (meta.forgeteval) }
            dt { "settings" }
            dd {
                "k " (meta.k) ", embedder " (meta.embedder)
                @if meta.jobs > 1 { ", " (meta.jobs) " systems at once, so that times are longer than alone" }
            }
            @if let Some(model) = &meta.language_model {
                dt { "language model" }
                dd {
                    (model.label)
                    @if let Origin::Endpoint { url } = &model.origin { " at " (url) }
                    @if let Some([tokens_in, tokens_out]) = &model.price {
                        ", " (tokens_in) "/" (tokens_out) " for a million tokens in and out"
                    }
                    @for (system, beside) in &model.beside {
                        "; " (system) " took " (beside.calls) " calls and " (beside.tokens()) " tokens beside its verdicts"
                    }
                }
            }
            dt { "suites" }
            dd { @for suite in &meta.suites { span.source { (suite.name) ": " (source(suite)) } " " } }
            dt { "command" }
            dd { @if meta.command.is_empty() { "not recorded" } @else { code { (meta.command.join(" ")) } } }
        }
    }
}

fn source(suite: &SuiteMeta) -> String {
    match &suite.source {
        Source::Builtin => "part of the program".to_owned(),
        Source::File(path) => format!("file {}", path.display()),
        Source::Template { version, settings } => format!(
            "generator {version}, seed {}, {} a family, {} distractors",
            settings.seed, settings.per_family, settings.distractors
        ),
    }
}

fn suite_row(suite: &SuiteView<'_>) -> Markup {
    let totals = &suite.scored[0].totals;
    html! {
        tr {
            th scope="row" { (suite.title) }
            td { (totals.cases) }
            td.text { code.hash { (totals.sha256) } }
            td.text { @if suite.suite.is_some() { "kept, hash checked" } @else { "not kept" } }
            td { (suite.records.len()) }
        }
    }
}

/// Returns each system and version once.
fn systems<'a>(view: &'a View<'_>) -> Vec<(&'a str, &'a str)> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    for suite in &view.suites {
        for system in &suite.scored[0].totals.systems {
            let pair = (system.name.as_str(), system.version.as_str());
            if !all.contains(&pair) {
                all.push(pair);
            }
        }
    }
    all
}
