//! A reference of year, letters and number as a hand writes it in short: "19k44" for 2019-K-0044; and a noun cut to its initial: "B-31" for
//! buoy 31.

use super::Search;
use crate::entity::identifier::digits::is_year;
use crate::entity::identifier::kind::{How, Kind};
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::row::Row;

impl Search<'_, '_> {
    /// The year in two digits, and no zeros or marks.
    pub(super) fn in_short(&mut self) {
        let Some(short) = short(&self.wanted.text).filter(|_| self.wanted.kind == Kind::Reference) else {
            return;
        };
        let row = self.row;
        for (at, &atom) in row.atoms.iter().enumerate() {
            let tied =
                |at: usize| matches!(row.gap(at), ['-' | '/' | '_' | '.']) && row.atoms.get(at + 1).is_some();
            if row.word(atom) == short && !tied(at) && !at.checked_sub(1).is_some_and(tied) {
                self.push(row.bytes(atom.from, atom.to), How::Abbreviated, 0.91);
            }
        }
    }

    /// The initial of a noun, in capitals, a hyphen and the number.
    pub(super) fn by_initial(&mut self) {
        let row = self.row;
        let text = &self.wanted.text;
        let Some(noun) = self.wanted.label.as_deref().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
        else {
            return;
        };
        if !(2..=3).contains(&text.len()) || text.starts_with('0') {
            return;
        }
        for at in 1..row.atoms.len() {
            let (letter, number) = (row.atoms[at - 1], row.atoms[at]);
            let initial = letter.letters
                && letter.len() == 1
                && row.raw(letter)[0].is_uppercase()
                && noun.starts_with(row.low(letter)[0]);
            let tied =
                |at: usize| matches!(row.gap(at), ['-' | '/' | '_']) && row.atoms.get(at + 1).is_some();
            let alone = !(tied(at) || at > 1 && tied(at - 2));
            let of_another =
                label::before(row, at - 1).is_some_and(|word| self.fit(Some(&word)) != Fit::Same);
            if initial && row.is(number, text) && row.gap(at - 1) == ['-'] && alone && !of_another {
                self.push(row.span(at - 1, at), How::Abbreviated, 0.6);
            }
        }
    }
}

/// "19k44" of "2019-K-0044".
fn short(text: &str) -> Option<String> {
    let row = Row::new(text);
    let [year, letters, number] = row.atoms.as_slice() else { return None };
    let marked = (0..2).all(|at| matches!(row.gap(at), ['-' | '/' | '.' | ' ']));
    let digits = row.word(*number);
    let digits = digits.trim_start_matches('0');
    let told = is_year(&row.word(*year))
        && letters.letters
        && letters.len() <= 3
        && number.digits
        && digits.len() > 1;
    (told && marked).then(|| format!("{}{}{digits}", &row.word(*year)[2..], row.word(*letters)))
}

#[cfg(test)]
mod tests {
    use crate::entity::identifier::find::testing::is_in;

    #[test]
    fn a_reference_is_written_in_short() {
        assert!(is_in("permit 2019-K-0044", "The keeper stamped 19k44."));
        for other in ["18k44", "19k440", "19m44", "19k44-2", "19 k 44 pounds"] {
            assert!(!is_in("permit 2019-K-0044", &format!("The keeper stamped {other}.")), "{other}");
        }
    }

    #[test]
    fn a_noun_is_cut_to_its_initial() {
        assert!(is_in("buoy 31", "B-31 drifted onto the sandbank."));
        for other in [
            "L-31 is a ladder.", "B-310 is new.", "b-31 is a vitamin.", "Bus B-31 is late.",
            "Pier A-B-31 is shut.",
        ] {
            assert!(!is_in("buoy 31", other), "{other}");
        }
    }
}
