//! The page as a whole.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use super::data::{chunk, index, json_for_script, packed, pairs};
use super::explorer::explorer;
use super::heat_table::heat_table;
use super::provenance::provenance;
use super::published_tables::published_tables;
use super::suite::suite_section;
use crate::record::RunMeta;
use crate::report::View;
use crate::report::figure::colours::SCALE;
use crate::score::Scorer;

const STYLE: &[&str] = &[
    include_str!("assets/base.css"),
    include_str!("assets/tables.css"),
    include_str!("assets/figures.css"),
    include_str!("assets/explorer.css"),
    include_str!("assets/media.css"),
];

const SCRIPT: &[&str] = &[
    include_str!("assets/base.js"),
    include_str!("assets/chunks.js"),
    include_str!("assets/highlight.js"),
    include_str!("assets/tips.js"),
    include_str!("assets/tables.js"),
    include_str!("assets/compare.js"),
    include_str!("assets/find.js"),
    include_str!("assets/list.js"),
    include_str!("assets/answers.js"),
    include_str!("assets/detail.js"),
    include_str!("assets/switches.js"),
    include_str!("assets/keys.js"),
    include_str!("assets/start.js"),
];

/// Writes the page. It shows the verdicts of one scorer and compares with one system at first; the reader can choose
/// others.
///
/// Nothing is fetched, and a policy in the page forbids the browser to fetch or run anything but what is here.
#[must_use]
pub fn page(view: &View<'_>, scorer: Scorer, against: Option<&str>) -> String {
    let style = style();
    let script = format!("(() => {{\n\"use strict\";\n{}}})();\n", SCRIPT.concat());
    let policy = format!(
        "default-src 'none'; script-src '{}'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        hash(&script),
        hash(&style)
    );
    let against = against.or_else(|| view.default_choice());
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "forgeteval " (env!("CARGO_PKG_VERSION")) };
                title { "ForgetEval: " (titles(view)) }
                link rel="icon" href="data:,";
                style { (PreEscaped(&style)) }
            }
            body {
                a.skip href="#main" { "Skip to the results" }
                (masthead(view))
                (toolbar(view, scorer))
                main #main tabindex="-1" {
                    (reading())
                    @if view.suites.len() > 1 { (overview(view, scorer)) }
                    @for (place, suite) in view.suites.iter().enumerate() {
                        (suite_section(place, suite, scorer))
                    }
                    (explorer())
                    (published_tables())
                    (provenance(view))
                }
                footer {
                    p {
                        "Made by forgeteval " (env!("CARGO_PKG_VERSION"))
                        " from raw verdicts. Everything is in this file; nothing is fetched."
                    }
                }
                (help())
                div #tip role="tooltip" hidden {}
                script #index type="application/json" { (PreEscaped(json_for_script(&index(view, against)))) }
                @for (place, suite) in view.suites.iter().enumerate() {
                    script id={ "pairs-" (place) } type="text/plain" { (PreEscaped(packed(&pairs(suite)))) }
                    script id={ "chunk-" (place) } type="text/plain" { (PreEscaped(packed(&chunk(suite)))) }
                }
                script { (PreEscaped(&script)) }
            }
        }
    };
    markup.into_string()
}

fn titles(view: &View<'_>) -> String {
    view.suites.iter().map(|suite| suite.title.as_str()).collect::<Vec<_>>().join(", ")
}

/// Writes the style sheet: the files, and the colour scale.
fn style() -> String {
    let mut style = STYLE.concat();
    for (place, step) in SCALE.iter().enumerate() {
        let (light, dark) = (&step.light, &step.dark);
        style.push_str(&format!(
            ".strict .s{place},.evaluable .e{place},.h{place}{{--fill:light-dark({},{});--on-fill:light-dark({},{})}}\n",
            light.fill, dark.fill, light.ink, dark.ink
        ));
    }
    style
}

/// Writes the hash by which the page's policy knows an element.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

fn masthead(view: &View<'_>) -> Markup {
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
                span { "k " (ks.join(", ")) }
                span { "embedder " (embedders.join(", ")) }
                @if let Some(last) = last { span { (last.strftime("%-d %B %Y")) } }
                span { a href="#provenance" { "how it was made" } }
            }
            @for meta in view.metas.iter().take(3) {
                p.facts {
                    span { (meta.machine.cores) " cores, " (meta.machine.os) " " (meta.machine.arch) }
                    @if !meta.command.is_empty() { span.command { code { (command(meta)) } } }
                }
            }
        }
    }
}

/// Writes a run's command line, with the program's name for its path.
fn command(meta: &RunMeta) -> String {
    let mut words = meta.command.clone();
    if let Some(program) = words.first_mut() {
        let name = Path::new(program.as_str()).file_name().map(|name| name.to_string_lossy().into_owned());
        *program = name.unwrap_or_else(|| program.clone());
    }
    words.join(" ")
}

fn toolbar(view: &View<'_>, shown: Scorer) -> Markup {
    html! {
        div.toolbar role="region" aria-label="What is shown" {
            @if view.suites.len() > 1 {
                label.pick {
                    span { "Suite" }
                    select #suite autocomplete="off" {
                        @for (place, suite) in view.suites.iter().enumerate() {
                            option value=(place) { (suite.title) }
                        }
                    }
                }
            }
            fieldset.choice #scorers {
                legend { "Scorer" }
                @for (scorer, key, about) in SCORERS {
                    label title=(about) {
                        input type="radio" name="scorer" value=(scorer) checked[scorer == shown] autocomplete="off"
                            aria-keyshortcuts=(key);
                        span { (scorer) }
                    }
                }
            }
            fieldset.choice #denominators {
                legend { "N/A" }
                label title="Cases that do not apply count as not passed" {
                    input type="radio" name="denominator" value="strict" checked autocomplete="off";
                    span { "strict" }
                }
                label title="Cases that do not apply are left out" {
                    input type="radio" name="denominator" value="evaluable" autocomplete="off";
                    span { "evaluable" }
                }
            }
            nav aria-label="Parts of the page" {
                a href="#explorer" { "Cases" }
                a href="#published" { "Published" }
                a href="#provenance" { "Provenance" }
            }
            button.quiet #theme type="button" { "Dark" }
            button.quiet #help-open type="button" aria-haspopup="dialog" { "Keys" }
        }
    }
}

const SCORERS: [(Scorer, &str, &str); 3] = [
    (Scorer::Published, "1", "As the paper scores: only the final query's answer is looked at"),
    (Scorer::Probed, "2", "Stricter: each forbidden string is also asked for directly"),
    (Scorer::Boundary, "3", "As probed, but a forbidden string counts only as a whole token"),
];

fn reading() -> Markup {
    html! {
        section.reading aria-labelledby="reading-title" {
            h2 #reading-title { "What this shows" }
            p.lead {
                "Each case writes facts into an empty memory, has some of them superseded, released or purged, and asks a \
                 question. The answer must hold what had to stay and must not hold what had to go."
            }
            div.columns {
                div {
                    h3 { "Two errors, never added up" }
                    p {
                        "A " em { "leak" } ": something that should be gone is still recalled. " em { "Collateral" }
                        ": something that should have stayed is lost. One case can have both."
                    }
                }
                div {
                    h3 { "Yardsticks are no contestants" }
                    p {
                        "Floors return nothing, forget nothing or forget everything; ceilings look into the answer. They \
                         stand apart and muted. A contestant's row is worth what it has above the floors."
                    }
                }
                div {
                    h3 { "Three scorers, one set of answers" }
                    p {
                        b { "published" } " looks at the final answer alone, as the paper does. " b { "probed" }
                        " also asks for each forbidden string directly. " b { "boundary" }
                        " does too, and lets a string count only as a whole token."
                    }
                }
                div {
                    h3 { "Not applicable is not zero" }
                    p {
                        "A case that needs an operation which the system lacks is hatched, " span.na-word { "N/A" }
                        ". Strict rates count it as not passed; evaluable rates leave it out. Intervals are Wilson's, 95 %."
                    }
                }
            }
            noscript { p { "Without scripts, the tables and figures of one scorer can be read; sorting, comparing and the cases need them." } }
        }
    }
}

fn overview(view: &View<'_>, shown: Scorer) -> Markup {
    html! {
        section aria-labelledby="overview-title" {
            h2 #overview-title { "All suites" }
            @for scorer in Scorer::ALL {
                div.by-scorer data-scorer=(scorer) hidden[scorer != shown] {
                    (heat_table(&view.overview(scorer), "Cases passed of each suite, in hundredths", "suite"))
                }
            }
        }
    }
}

fn help() -> Markup {
    let keys = [
        ("j k", "next and previous case"),
        ("↓ ↑", "the same, in the list of cases"),
        ("← → ↑ ↓", "from cell to cell in a heat map, from mark to mark in a figure"),
        ("Enter", "on a cell: its failed cases in the explorer"),
        ("/", "search the cases"),
        ("1 2 3", "scorer published, probed, boundary"),
        ("Esc", "close"),
        ("?", "this list"),
    ];
    html! {
        dialog #help aria-labelledby="help-title" {
            h2 #help-title { "Keys" }
            dl {
                @for (key, what) in keys {
                    dt { @for key in key.split(' ') { kbd { (key) } " " } }
                    dd { (what) }
                }
            }
            form method="dialog" { button { "Close" } }
        }
    }
}
