//! Requests that quote a memory: who says it word for word is meant, and nobody else, however alike.

use nepenthe_text::quotation;

use super::Components;
use super::ask::Ask;
use super::part::{Carried, Row, overlap};
use crate::control::Candidate;

/// The probability that a memory which is quoted is meant.
const QUOTED: f64 = 0.99;
/// The probability that one which is not quoted is meant.
const OTHER: f64 = 0.01;

/// Weighs the candidates where the request quotes one of them; `None` where it quotes none.
pub(super) fn weigh(ask: &Ask<'_>, candidates: Vec<Candidate>, components: Components) -> Option<Vec<Row>> {
    let spans: Vec<_> =
        candidates.iter().map(|candidate| quotation::find(ask.words, &candidate.hit.memory.text)).collect();
    spans.iter().any(Option::is_some).then(|| {
        let rows = candidates.into_iter().zip(spans).map(|(candidate, span)| {
            let mut row = Row::new(ask, candidate, components);
            row.quoted = span;
            weigh_row(&mut row);
            row
        });
        rows.collect()
    })
}

fn weigh_row(row: &mut Row) {
    let Some(span) = row.quoted.clone() else {
        row.whole.probability = OTHER;
        row.whole.carried = None;
        return;
    };
    row.whole.probability = QUOTED;
    let whole = span == (0..row.whole.standalone.len());
    let reason = if whole { "is quoted" } else { "is quoted in part" };
    row.whole.carried = Some(Carried { span: span.clone(), certainty: 1.0, reason: reason.into() });
    for part in &mut row.parts {
        part.probability = if overlap(&part.span, &span) { QUOTED } else { OTHER };
    }
}
