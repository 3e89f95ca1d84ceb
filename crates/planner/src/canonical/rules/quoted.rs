//! Requests that quote a memory: who says it word for word is meant, and hardly anybody else, however alike.

use nepenthe_text::quotation;

use crate::Candidate;
use crate::canonical::row::Row;
use crate::canonical::segment::{Carried, Segment};
use crate::canonical::span::overlap;

/// The probability that a memory which is quoted is meant.
pub(in crate::canonical) const QUOTED: f64 = 0.99;
/// What is left of the probability of the others where a statement was asked for, which may be made in other words too.
pub(in crate::canonical) const OTHERWISE: f64 = 0.6;

/// Tells whether a candidate is quoted, before any is taken apart.
pub(in crate::canonical) fn is_any(candidates: &[Candidate], quotation: &str) -> bool {
    candidates.iter().any(|candidate| quotation::find(quotation, &candidate.hit.memory.text).is_some())
}

/// Marks the rows that are quoted; false where none is.
pub(in crate::canonical) fn mark(rows: &mut [Row], quotation: &str) -> bool {
    for row in rows.iter_mut() {
        row.quoted = quotation::find(quotation, &row.whole.said);
    }
    rows.iter().any(|row| row.quoted.is_some())
}

/// Weighs the rows where some are quoted. The others keep a share of their probability.
pub(in crate::canonical) fn weigh(rows: &mut [Row], otherwise: f64) {
    for row in rows {
        let Some(span) = row.quoted.clone() else {
            row.probability *= otherwise;
            continue;
        };
        row.probability = QUOTED;
        let whole = span == (0..row.whole.said.len());
        let reason = if whole { "is quoted" } else { "is quoted in part" };
        let goes = |segment: &Segment| if overlap(&segment.span, &span) { QUOTED } else { 1.0 - QUOTED };
        row.goes = row.segments.iter().map(goes).collect();
        row.whole.carried = Some(Carried { span, certainty: 1.0, reason: reason.into() });
    }
}
