//! Figures, drawn as SVG.

pub(super) mod colours;
mod drawing;
mod errors;
mod heatmap;
mod labels;
mod latency;
mod recall;
mod scatter;
mod trade_off;

pub use drawing::Figure;
pub(super) use errors::errors;
pub(super) use heatmap::heatmap;
pub(super) use latency::{latency, ms};
pub(super) use recall::recall;
pub(super) use trade_off::trade_off;

use super::heat::Heat;
use super::trade_off::TradeOff;
use super::{Scored, View};
use crate::score::Scorer;

/// Draws every figure of a report by one scorer: for each suite the heat map, leaks against collateral, recall against
/// forgetting and the times; all suites together where there are several; and where the adversarial suite was played, the
/// paper's figures, measured and published.
#[must_use]
pub fn figures(view: &View<'_>, scorer: Scorer) -> Vec<Figure> {
    let mut drawn = Vec::new();
    if view.suites.len() > 1 {
        let title = format!("Cases passed of each suite, %, scorer {scorer}");
        drawn.push(heatmap("overview".to_owned(), title, &view.overview(scorer)));
    }
    if let Some(suite) = view.adversarial() {
        drawn.extend(of_the_paper(view, suite.by(scorer)));
    }
    for suite in &view.suites {
        let scored = suite.by(scorer);
        let title = format!("Cases passed, %: {}, scorer {scorer}", suite.title);
        drawn.push(heatmap(format!("{}-heatmap", suite.key), title, &Heat::new(&scored.totals)));
        drawn.push(errors(suite, scored));
        drawn.push(recall(suite, scored));
        drawn.push(latency(suite));
    }
    drawn
}

/// Draws the paper's two figures, each measured and published.
pub(super) fn of_the_paper(view: &View<'_>, scored: &Scored) -> Vec<Figure> {
    let measured = view.memora.as_ref().and_then(|memora| TradeOff::measured(memora, &scored.totals));
    let mut drawn = Vec::new();
    if let Some(measured) = measured {
        let title = format!("Figure 1, measured, scorer {}", scored.scorer);
        drawn.push(trade_off("figure-1", title, &measured));
    }
    if let Some(published) = TradeOff::published(&scored.totals) {
        drawn.push(trade_off("figure-1-published", "Figure 1 of the paper".to_owned(), &published));
    }
    let title = format!("Figure 2, measured: cases passed, %, scorer {}", scored.scorer);
    drawn.push(heatmap("figure-2".to_owned(), title, &Heat::of_the_paper(&scored.totals)));
    if let Some(published) = Heat::published(&scored.totals) {
        drawn.push(heatmap(
            "figure-2-published".to_owned(),
            "Figure 2 of the paper: cases passed, %".to_owned(),
            &published,
        ));
    }
    drawn
}
