//! The paper's two figures, measured and as published.

use maud::{Markup, html};

use super::by_scorer;
use super::heat_table::heat_table;
use crate::report::View;
use crate::report::figure::{Figure, trade_off};
use crate::report::heat::Heat;
use crate::report::trade_off::TradeOff;
use crate::score::Scorer;

/// Draws both figures where the adversarial suite was played.
pub(super) fn paper(view: &View<'_>, shown: Scorer) -> Markup {
    let Some(suite) = view.adversarial() else { return html! {} };
    html! {
        section #paper aria-labelledby="paper-title" {
            h2 #paper-title { "The paper's figures" }
            p.caption {
                "Measured on " (suite.title) " (" (suite.scored[0].totals.cases) " cases); published on the paper's 385 cases, which \
                 are others."
            }
            h3 { "Figure 1: recall on Memora against forgetting" }
            (by_scorer(suite, shown, |scored| {
                let measured = view.memora.as_ref().and_then(|memora| TradeOff::measured(memora, &scored.totals));
                let measured = measured.map(|found| trade_off("figure-1", "Figure 1, measured".to_owned(), &found));
                let published = TradeOff::published(&scored.totals);
                let published = published.map(|found| trade_off("figure-1", "Figure 1 of the paper".to_owned(), &found));
                html! {
                    div.pair {
                        @if let Some(drawn) = measured { (figure(&drawn, &format!("figure-1-measured-{}", scored.scorer), "Measured.")) }
                        @else { p.caption { "No system was asked both this suite and Memora, mapping published." } }
                        @if let Some(drawn) = published { (figure(&drawn, &format!("figure-1-published-{}", scored.scorer), "Published.")) }
                    }
                }
            }))
            p.caption {
                "An arrow leads from a memory to the same with the mutation-time hook, whose recall is its memory's where it was not \
                 asked itself: the hook takes no part in a recall. The dashed line joins what no other beats in both."
            }
            h3 { "Figure 2: passes by category, and where the language model stands" }
            h4 { "Measured" }
            (by_scorer(suite, shown, |scored| {
                heat_table(&Heat::of_the_paper(&scored.totals), "Figure 2, measured, in hundredths", "figure")
            }))
            @if let Some(published) = Heat::published(&suite.scored[0].totals) {
                h4 { "Published" }
                (heat_table(&published, "Figure 2 of the paper, in hundredths", "figure"))
            }
            p.caption {
                "A dash: not run here, or not published. The paper prints shares of the cases that apply: choose "
                i { "evaluable" } " above."
            }
        }
    }
}

fn figure(figure: &Figure, id: &str, caption: &str) -> Markup {
    html! {
        figure {
            (figure.inline(id))
            figcaption id=(id) { b { (caption) } span.unseen { (figure.description) } }
        }
    }
}
