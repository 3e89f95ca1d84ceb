//! BM25 (Robertson and Zaragoza 2009) with the constants and in the order of operations of FTS5's `bm25()`, so that scores are the
//! same to the bit.

#![expect(clippy::cast_precision_loss, reason = "counts of texts and words")]

use crate::store::query::posting::Totals;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// What a word weighs at least, however many texts have it.
const LEAST_WEIGHT: f64 = 1e-6;

/// How rare a phrase is that so many of the texts have: 1 where none has it, nearly 0 where all have it.
pub(super) fn rarity(totals: Totals, having: usize) -> f64 {
    let (all, having) = (totals.texts as f64, having as f64);
    let of = |having: f64| ((all - having + 0.5).max(0.5) / (having + 0.5)).ln_1p();
    of(having) / of(0.0)
}

/// What a phrase weighs that so many of the texts have: the rarer, the more.
pub(super) fn weight(totals: Totals, having: usize) -> f64 {
    let (all, having) = (totals.texts as f64, having as f64);
    let weight = ((all - having + 0.5) / (having + 0.5)).ln();
    if weight <= 0.0 { LEAST_WEIGHT } else { weight }
}

/// How much a text speaks of a phrase that stands in it so often, for its length. Grows with the count, and falls with the
/// length.
pub(super) fn saturated(totals: Totals, count: u32, length: u32) -> f64 {
    let average = totals.words as f64 / totals.texts as f64;
    let (count, length) = (f64::from(count), f64::from(length));
    (count * (K1 + 1.0)) / (count + K1 * (1.0 - B + B * length / average))
}
