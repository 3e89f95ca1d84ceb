//! The number at the beginning or end of a longer run: behind its noun, in a machine-readable zone.

use super::Search;
use super::tied::tied;
use crate::entity::identifier::kind::How;
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::pattern::Pattern;

impl Search<'_, '_> {
    /// The number written to its noun, or to the noun's first letter: "ENG2" for engine 2, "T9" for table 9.
    pub(super) fn joined(&mut self, pattern: &Pattern) {
        let Some(noun) = self.wanted.label.as_deref().filter(|_| pattern.digits_only()) else { return };
        let row = self.row;
        let undivided: String = self.wanted.text.chars().filter(char::is_ascii_digit).collect();
        let number: String = pattern.chars.iter().collect();
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            let low = row.low(atom);
            let letters = low.iter().take_while(|c| c.is_alphabetic()).count();
            let digits: String = low[letters..].iter().collect();
            let stripped = digits.trim_start_matches('0');
            let equal = !stripped.is_empty()
                && (stripped == number && !pattern.divided()
                    || stripped == undivided.trim_start_matches('0'));
            if letters == 0 || !equal || tied(row, at) {
                continue;
            }
            let prefix: String = low[..letters].iter().collect();
            // "userX1" is not user 1.
            let raw = row.raw(atom);
            let humped = letters > 2 && raw[letters - 1].is_uppercase() && raw[letters - 2].is_lowercase();
            if humped {
                continue;
            }
            let of_another = || label::before(row, at).is_some_and(|word| self.fit(Some(&word)) != Fit::Same);
            let certainty = if letters > 1 && self.fit(Some(&prefix)) == Fit::Same {
                0.85
            } else if letters == 1
                && noun.starts_with(&prefix)
                && label::known(noun)
                && row.raw(atom)[0].is_uppercase()
                && number.len() <= 3
                && !of_another()
            {
                0.55
            } else {
                continue;
            };
            self.push(row.bytes(atom.from, atom.to), How::Abbreviated, certainty);
        }
    }

    /// A machine-readable zone: the number, its check digit and more in one line with fillers.
    pub(super) fn zone(&mut self, pattern: &Pattern) {
        let row = self.row;
        if !row.text.contains("<<") || pattern.chars.len() < 6 {
            return;
        }
        for &atom in &row.atoms {
            let low = row.low(atom);
            if low.len() >= pattern.chars.len() + 10 && low.starts_with(&pattern.chars) {
                self.push(row.bytes(atom.from, atom.from + pattern.chars.len()), How::Within, 0.85);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::entity::identifier::find::testing::is_in;

    #[test]
    fn another_letter_before_the_number_is_of_another() {
        assert!(is_in("user_1", "user1 prefers mail."));
        assert!(!is_in("user_1", "userX1 prefers fax."));
    }
}
