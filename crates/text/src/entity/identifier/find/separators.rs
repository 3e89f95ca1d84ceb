//! A code with other separators than the wanted one's, or with none.

use super::Search;
use super::tied::{tied, tied_behind};
use crate::entity::identifier::kind::{How, Kind};
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::pattern::Pattern;
use crate::entity::identifier::row::Row;
use crate::entity::identifier::strict;

impl Search<'_, '_> {
    /// A code of letters and digits without its separators, as one run: "M302" for M3-02, "blutshxl" for BLU-TSH-XL.
    pub(super) fn together(&mut self) {
        let row = self.row;
        let whole = Row::new(&self.wanted.text);
        let compact: Vec<char> = whole.low.iter().copied().filter(|c| c.is_alphanumeric()).collect();
        let letters = compact.iter().filter(|c| c.is_alphabetic()).count();
        let letters_only = letters == compact.len();
        if !matches!(self.wanted.kind, Kind::Reference | Kind::Code | Kind::Key)
            || whole.atoms.len() < 2
            || letters == 0
            || compact.len() < if letters_only { 6 } else { 4 }
            || self.wanted.text.contains(' ')
        {
            return;
        }
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            let alike = if strict::case_counts(self.wanted) {
                row.raw(atom).iter().eq(whole.raw.iter().filter(|c| c.is_alphanumeric()))
            } else {
                row.low(atom) == compact
            };
            if alike && !tied(row, at) {
                self.push(row.bytes(atom.from, atom.to), How::Separators, 0.9);
            }
        }
        if letters_only {
            self.parted(&whole);
        }
    }

    /// Letters alone, parted by other marks.
    fn parted(&mut self, whole: &Row<'_>) {
        let row = self.row;
        for first in 0..row.atoms.len().saturating_sub(whole.atoms.len() - 1) {
            let last = first + whole.atoms.len() - 1;
            let alike = |a, b| match strict::case_counts(self.wanted) {
                true => row.raw(a) == whole.raw(b),
                false => row.low(a) == whole.low(b),
            };
            let same = (first..=last).all(|at| alike(row.atoms[at], whole.atoms[at - first]));
            let parted = (first..last).all(|at| matches!(row.gap(at), ['-' | '_' | '/' | '.' | ' ']));
            let begun = matches!(row.before(row.atoms[first].from), '-' | '_' | '/');
            let goes_on = tied_behind(row, row.atoms[last].to, &['-', '_', '/']);
            if same && parted && !begun && !goes_on {
                self.push(row.span(first, last), How::Separators, 0.85);
            }
        }
    }

    /// A code of digits in groups behind its noun: "PIN: 25 08" for 2508.
    pub(super) fn spaced(&mut self, pattern: &Pattern) {
        let row = self.row;
        let secret = matches!(self.wanted.kind, Kind::Key | Kind::Code);
        let digits: String = self.wanted.text.chars().filter(char::is_ascii_digit).collect();
        if !secret || !pattern.digits_only() || !(4..=8).contains(&digits.len()) {
            return;
        }
        for first in 0..row.atoms.len() {
            let Some(last) = row.run_of_digits(first, digits.len(), |gap| matches!(gap, [' ' | '-'])) else {
                continue;
            };
            let said: String = (first..=last).map(|at| row.word(row.atoms[at])).collect();
            let fits = || self.fit(label::before(row, first).as_deref()) == Fit::Same;
            if last > first && said == digits && fits() {
                self.push(row.span(first, last), How::Separators, 0.85);
            }
        }
    }
}
