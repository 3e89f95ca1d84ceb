//! What says the other pole of what is asked for stays: the closing time of a shop, beside what is said of its opening. So does what
//! speaks of the other pole of what a supersede's new statement speaks of: the private phone, where the work phone is new.

use nepenthe_text::{clause, stance};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// By what the probability of those that stay is divided.
const STAYS: f64 = 10.0;
/// How likely what speaks of the other pole is at most.
const AT_MOST: f64 = 0.04;

/// Lowers the probability of the memories that stand across from the request, where one that doesn't is meant.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if let (Verb::Supersede, Some(new)) = (query.verb, query.new) {
        let of_new = clause::split(new).iter().next().and_then(|clause| new.get(clause.subject.clone()?));
        let of_new = of_new.map(stance::poles).unwrap_or_default();
        for row in rows.iter_mut().filter(|_| !of_new.is_empty()) {
            let subject =
                row.text.clauses().get(0).and_then(|clause| row.text.text().get(clause.subject.clone()?));
            let own = subject.map(stance::poles).unwrap_or_default();
            if of_new.iter().any(|(pair, side)| own.contains(&(*pair, !side))) {
                row.probability = row.probability.min(AT_MOST);
            }
        }
    }
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

    #[test]
    fn what_speaks_of_the_other_pole_is_not_superseded() {
        let texts = Texts::of(&["Klaus's private phone is 0711 555 0190.", "Klaus's office is on floor 3."]);
        let new = "Klaus's work phone is 0711 555 0344.";
        assert!(texts.touched(&Mutation::supersede("Klaus has a new work phone", new)).is_empty());
        // The pole that a value is of may change.
        let texts = Texts::of(&["Klaus's phone is a private one.", "Klaus's office is on floor 3."]);
        let touched = texts.touched(&Mutation::supersede("Klaus's phone", "Klaus's phone is a work phone."));
        assert_eq!(touched, ["Klaus's phone is a private one."]);
    }
}
