//! What says the other pole of what is asked for stays: the closing time of a shop, beside what is said of its opening.

use nepenthe_text::stance;

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// By what the probability of those that stay is divided.
const STAYS: f64 = 10.0;

/// Lowers the probability of the memories that stand across from the request, where one that doesn't is meant.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let asked = stance::poles(query.request.core);
    if asked.is_empty() {
        return;
    }
    let across = |row: &Row| {
        let own = stance::poles(&row.whole.said);
        asked.iter().any(|(pair, side)| own.contains(&(*pair, !side)))
    };
    let across: Vec<bool> = rows.iter().map(across).collect();
    let mut others = rows.iter().zip(&across).filter(|(_, across)| !**across);
    if others.any(|(row, _)| row.probability >= MEANT) {
        let opposite = rows.iter_mut().zip(across).filter(|(_, across)| *across);
        opposite.for_each(|(row, _)| row.probability /= STAYS);
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn what_is_across_from_the_request_stays() {
        let texts =
            Texts::of(&["Moreno's bakery opens at half past five.", "Moreno's bakery shuts at three."]);
        let texts = texts.touched(&Mutation::release("when Moreno's bakery opens"));
        assert_eq!(texts, ["Moreno's bakery opens at half past five."]);
    }
}
