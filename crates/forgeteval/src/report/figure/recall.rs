//! Recall against forgetting, after the paper's Figure 1.

use super::drawing::Figure;
use super::errors::{list, unanswered};
use super::scatter::{HEIGHT, Point, Scatter, WIDTH};
use crate::report::heat::in_words;
use crate::report::{Balance, Scored, SuiteView};

/// Draws what was kept against what was forgotten. The paper takes its recall from another benchmark; here both are
/// of the same cases.
pub(in crate::report) fn recall(suite: &SuiteView<'_>, scored: &Scored) -> Figure {
    let needed = if suite.suite.is_some() { "needed strings" } else { "cases with all that is needed" };
    let scatter = Scatter {
        x_title: format!("recall: {needed} recalled, %"),
        y_title: "forgetting: cases without a leak, %".to_owned(),
        points: scored.balances.iter().map(point).collect(),
        corners: ["", "recalls, and cannot forget", "forgets, and cannot recall", "both"],
        intervals: true,
        arrows: Vec::new(),
    };
    Figure {
        name: format!("{}-recall", suite.key),
        title: format!("Recall against forgetting: {}, scorer {}", suite.title, scored.scorer),
        description: format!(
            "Each mark is a system. Across: the share of {needed} recalled at the end or when asked for on the way. Up: \
             the share of cases without a leak. Lines through contestants are 95 % intervals. {}",
            list(&scored.balances, |b| format!(
                "{}: {} of {} recalled, {} of {} without a leak",
                b.system, b.kept.pass, b.kept.of, b.forgotten.pass, b.forgotten.of
            ))
        ),
        width: WIDTH,
        height: HEIGHT,
        body: scatter.draw(),
    }
}

fn point(balance: &Balance) -> Point {
    Point {
        system: balance.system.clone(),
        x: balance.kept,
        y: balance.forgotten,
        part: balance.answered < balance.asked,
        sentence: format!(
            "{}: kept {}; without a leak {}{}",
            balance.system,
            in_words(&balance.kept),
            in_words(&balance.forgotten),
            unanswered(balance)
        ),
    }
}
