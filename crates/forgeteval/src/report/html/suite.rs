//! The part of the page on one suite.

use maud::{Markup, html};

use super::beside::beside_table;
use super::by_scorer;
use super::findings::findings;
use super::heat_table::heat_table;
use super::latency_table::latency_table;
use super::models_table::models_table;
use super::origins_table::origins_table;
use super::totals_table::totals_table;
use crate::report::figure::{Figure, errors, latency, recall};
use crate::report::heat::Heat;
use crate::report::{Scored, SuiteView};
use crate::score::Scorer;

/// Draws everything on one suite.
pub(super) fn suite_section(place: usize, suite: &SuiteView<'_>, shown: Scorer) -> Markup {
    let totals = &suite.scored[0].totals;
    let part = |name: &str| format!("{name}-{place}");
    html! {
        section.suite id=(part("suite")) data-suite=(place) aria-labelledby=(part("suite-title")) {
            h2 id=(part("suite-title")) { (suite.title) }
            p.facts {
                span { (totals.cases) " cases" }
                span { "sha256 " code title=(totals.sha256) { (totals.sha256.get(..12).unwrap_or(&totals.sha256)) } }
                span { "k " (totals.k) }
                span { "embedder " (totals.embedder) }
            }
            (by_scorer(suite, shown, |scored| findings(suite, scored)))
            nav.parts aria-label={ "Parts of " (suite.title) } {
                @for (name, words) in PARTS.into_iter().filter(|(name, _)| *name != "models" || has_models(suite)) {
                    a href={ "#" (part(name)) } { (words) }
                }
            }

            h3 id=(part("heat")) { "Cases passed" }
            (by_scorer(suite, shown, |scored| html! {
                (heat_table(&Heat::new(&scored.totals), "Cases passed, in hundredths", "column"))
            }))

            h3 id=(part("errors")) { "Leaks and collateral, recall and forgetting" }
            (by_scorer(suite, shown, |scored| pair_of_figures(&part("figure"), suite, scored)))

            h3 id=(part("totals")) { "Every number" }
            (by_scorer(suite, shown, |scored| totals_table(suite, scored)))

            @if has_models(suite) {
                h3 id=(part("models")) { "Language models" }
                (by_scorer(suite, shown, |scored| models_table(suite, scored)))
            }

            h3 id=(part("compare")) { "One system against the others" }
            div.compare data-compare=(place) {
                p.caption { "Tests of pairs need scripts." }
            }

            h3 id=(part("latency")) { "Time of a case" }
            (figure(&latency(suite), &part("latency-caption"), html! {
                "Milliseconds a case, without cases that ended early. A text that was embedded before in the run costs its \
                 embedder nothing, so the systems that ran first pay for those that follow."
            }))
            (latency_table(suite))

            @if suite.scored[0].origins.iter().any(|origin| origin.origin != "unsaid") {
                h3 id=(part("origins")) { "By the origin of the cases" }
                (by_scorer(suite, shown, origins_table))
            }

            h3 id=(part("beside")) { "Published beside measured" }
            (by_scorer(suite, shown, |scored| beside_table(&scored.totals)))
        }
    }
}

fn has_models(suite: &SuiteView<'_>) -> bool {
    suite.scored[0].totals.systems.iter().any(|system| system.llm.is_some())
}

const PARTS: [(&str, &str); 7] = [
    ("heat", "Cases passed"),
    ("errors", "Leaks and collateral"),
    ("totals", "Every number"),
    ("models", "Language models"),
    ("compare", "Comparisons"),
    ("latency", "Time"),
    ("beside", "Published beside measured"),
];

fn pair_of_figures(id: &str, suite: &SuiteView<'_>, scored: &Scored) -> Markup {
    let id = format!("{id}-{}", scored.scorer);
    let basis = if suite.suite.is_some() {
        "Here both axes are of the same cases: across, the needed strings that were recalled; up, the cases that forbid \
         something and had no leak."
    } else {
        "Here both axes are of the same cases: across, the cases that lost nothing; up, those without a leak. The cases' \
         texts are not there, so cases that need nothing count as kept."
    };
    html! {
        div.pair {
            (figure(&errors(suite, scored), &format!("{id}-errors"), html! {
                b { "Leaks against collateral." } " Best is the corner at the bottom left. Only cases with an answer count; a \
                 dashed outline says that some had none."
            }))
            (figure(&recall(suite, scored), &format!("{id}-recall"), html! {
                b { "Recall against forgetting." } " After the paper's Figure 1, which takes recall from another benchmark \
                 (Memora). " (basis) " The dashed line joins contestants that no other beats in both."
            }))
            (legend())
        }
    }
}

/// Draws a figure with its caption, which also describes it to those who cannot see it.
fn figure(figure: &Figure, id: &str, caption: Markup) -> Markup {
    html! {
        figure {
            (figure.inline(id))
            figcaption id=(id) { (caption) span.unseen { (figure.description) } }
        }
    }
}

fn legend() -> Markup {
    html! {
        p.legend aria-hidden="true" {
            svg viewBox="0 0 12 12" { g.contestant { circle.shape cx="6" cy="6" r="5" {} } } "contestant"
            svg viewBox="0 0 12 12" { g.yardstick { polygon.shape points="6,1 11.4,10.5 .6,10.5" {} } } "ceiling"
            svg viewBox="0 0 12 12" { g.yardstick { polygon.shape points="6,.8 11.2,6 6,11.2 .8,6" {} } } "baseline"
            svg viewBox="0 0 12 12" { g.yardstick { rect.shape x="1.5" y="1.5" width="9" height="9" {} } } "floor"
        }
    }
}
