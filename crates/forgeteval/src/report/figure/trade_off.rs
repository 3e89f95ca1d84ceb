//! The paper's Figure 1.

use super::drawing::Figure;
use super::scatter::{HEIGHT, Point, Scatter, WIDTH};
use crate::report::heat::in_words;
use crate::report::trade_off::{TradeOff, TradeOffRow};

/// Draws recall on Memora against forgetting on the adversarial suite; an arrow leads from a memory to the same with the hook.
pub(in crate::report) fn trade_off(name: &str, title: String, shown: &TradeOff) -> Figure {
    let note = (!shown.missing.is_empty())
        .then(|| format!("with the hook ({}): N/A, no language model answered", shown.missing.join(", ")));
    let scatter = Scatter {
        x_title: "recall: questions of Memora, weekly, passed, %".to_owned(),
        y_title: "forgetting: adversarial cases passed, %".to_owned(),
        points: shown.rows.iter().map(point).collect(),
        corners: ["", "recalls, and cannot forget", "forgets, and cannot recall", "both"],
        intervals: true,
        arrows: shown.hooked.clone(),
    };
    let said: Vec<String> = shown.rows.iter().map(sentence).collect();
    Figure {
        name: name.to_owned(),
        title,
        description: format!(
            "Each mark is a system. Across: the share of Memora's questions that it passes. Up: the share of the adversarial \
             cases that it passes. Lines through contestants are 95 % intervals. {}. {}",
            said.join("; "),
            note.as_deref().unwrap_or_default()
        ),
        width: WIDTH,
        height: HEIGHT + if note.is_some() { 20.0 } else { 0.0 },
        body: scatter.draw_with(note.as_deref()),
    }
}

fn point(row: &TradeOffRow) -> Point {
    Point {
        system: row.system.clone(),
        x: row.recall,
        y: row.forgetting,
        part: false,
        sentence: sentence(row),
    }
}

fn sentence(row: &TradeOffRow) -> String {
    format!("{}: Memora {}; adversarial {}", row.system, in_words(&row.recall), in_words(&row.forgetting))
}
