//! The bar that chooses what is shown.

use maud::{Markup, html};

use crate::report::View;
use crate::score::Scorer;

/// Draws the bar: suite, scorer, denominator, theme, help.
pub(super) fn toolbar(view: &View<'_>, shown: Scorer) -> Markup {
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
                @if view.adversarial().is_some() { a href="#paper" { "Figures" } }
                a href="#published" { "Published" }
                a href="#provenance" { "Provenance" }
            }
            button.quiet #theme type="button" { "Dark" }
            button.quiet #help-open type="button" aria-haspopup="dialog" { "Keys" }
        }
    }
}

/// The scorers, the key of each, and what it does.
const SCORERS: [(Scorer, &str, &str); 3] = [
    (Scorer::Published, "1", "As the paper scores: only the final query's answer is looked at"),
    (Scorer::Probed, "2", "Stricter: each forbidden string is also asked for directly"),
    (Scorer::Boundary, "3", "As probed, but a forbidden string counts only as a whole token"),
];
