//! Figures, drawn as SVG.

pub(super) mod colours;
mod drawing;
mod errors;
mod heatmap;
mod labels;
mod latency;
mod recall;
mod scatter;

pub use drawing::Figure;
pub(super) use errors::errors;
pub(super) use heatmap::heatmap;
pub(super) use latency::{latency, ms};
pub(super) use recall::recall;

use super::View;
use super::heat::Heat;
use crate::score::Scorer;

/// Draws every figure of a report by one scorer: for each suite the heat map, leaks against collateral, recall against
/// forgetting and the times; and all suites together where there are several.
#[must_use]
pub fn figures(view: &View<'_>, scorer: Scorer) -> Vec<Figure> {
    let mut drawn = Vec::new();
    if view.suites.len() > 1 {
        let title = format!("Cases passed of each suite, %, scorer {scorer}");
        drawn.push(heatmap("overview".to_owned(), title, &view.overview(scorer)));
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
