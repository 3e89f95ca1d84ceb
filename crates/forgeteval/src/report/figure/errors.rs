//! Leaks against collateral.

use super::drawing::Figure;
use super::scatter::{HEIGHT, Point, Scatter, WIDTH};
use crate::report::{Balance, Scored, SuiteView};

/// Draws the share of cases in which something leaked against that in which something needed was lost.
pub(in crate::report) fn errors(suite: &SuiteView<'_>, scored: &Scored) -> Figure {
    let scatter = Scatter {
        x_title: "cases with a leak, %".to_owned(),
        y_title: "cases with something needed lost, %".to_owned(),
        points: scored.balances.iter().map(point).collect(),
        corners: ["forgets exactly what it should", "keeps everything", "loses everything", ""],
        intervals: false,
        arrows: Vec::new(),
    };
    Figure {
        name: format!("{}-errors", suite.key),
        title: format!("Leaks against collateral: {}, scorer {}", suite.title, scored.scorer),
        description: format!(
            "Each mark is a system. Across: the share of answered cases in which something forbidden was recalled. Up: \
             the share in which something needed was not. {}",
            list(&scored.balances, |b| format!(
                "{}: {} leaked, {} lost, of {}",
                b.system, b.leaked.pass, b.lost.pass, b.answered
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
        x: balance.leaked,
        y: balance.lost,
        part: balance.answered < balance.asked,
        sentence: format!(
            "{}: a leak in {} of {} answered cases, something needed lost in {}{}",
            balance.system,
            balance.leaked.pass,
            balance.answered,
            balance.lost.pass,
            unanswered(balance)
        ),
    }
}

/// Says how many cases have no answer, where some have none.
pub(super) fn unanswered(balance: &Balance) -> String {
    match balance.asked - balance.answered {
        0 => String::new(),
        rest => format!("; {rest} not applicable or ended in an error"),
    }
}

/// Says something of each system that answered anything.
pub(super) fn list(balances: &[Balance], of: impl Fn(&Balance) -> String) -> String {
    let said: Vec<String> = balances.iter().filter(|balance| balance.answered > 0).map(of).collect();
    said.join("; ") + "."
}
