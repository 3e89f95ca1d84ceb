//! The page as a whole.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::blocks::blocks;
use super::data::{chunk, index, json_for_script, packed, pairs};
use super::explorer::explorer;
use super::heat_table::heat_table;
use super::help::help;
use super::masthead::masthead;
use super::paper::paper;
use super::provenance::provenance;
use super::published_tables::published_tables;
use super::reading::reading;
use super::suite::suite_section;
use super::toolbar::toolbar;
use crate::external::gatemem;
use crate::memora;
use crate::report::View;
use crate::report::figure::colours::SCALE;
use crate::report::page_head::{hash, page_head};
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
            (page_head(&policy, &titles(view), &style))
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
                    (paper(view, scorer))
                    @if let Some(report) = &view.memora {
                        (blocks("memora", "Memora", MEMORA, memora::shown(report).blocks()))
                    }
                    @if let Some(report) = &view.gatemem {
                        (blocks("gatemem", "GateMem", GATEMEM, gatemem::shown(report).blocks()))
                    }
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

const MEMORA: &str = "A week of an invented person's conversations, in which things are added, changed and taken back, and 15 \
    questions at its end (arXiv 2604.20006).";

const GATEMEM: &str = "Threads of many people about one matter, in which some order that things be deleted, and questions by people who \
    may know and by people who may not (arXiv 2606.18829). No judge: strings are looked for in what was recalled.";

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
