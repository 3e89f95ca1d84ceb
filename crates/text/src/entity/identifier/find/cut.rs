//! Long numbers and codes of which a row shows a part alone: the last signs, or all but a mask.

use super::Search;
use super::words::{is_between, is_ending};
use crate::entity::identifier::kind::{How, Kind};
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::pattern::Pattern;
use crate::entity::identifier::row::{Atom, Row};

impl Search<'_, '_> {
    /// The last signs of a long number or code, where the row says that there is more: "pallet …00017", "frame ends in 118K".
    pub(super) fn cut(&mut self) {
        let row = self.row;
        let whole: Vec<char> =
            Row::new(&self.wanted.text).low.iter().copied().filter(|c| c.is_alphanumeric()).collect();
        let card = self.wanted.kind == Kind::Card;
        let numbered = card
            || matches!(self.wanted.kind, Kind::Reference | Kind::Number | Kind::Code | Kind::NationalId);
        if !numbered || whole.len() < 8 {
            return;
        }
        let label = if card { Some("card") } else { self.wanted.label.as_deref() };
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            if self.covered(atom) {
                self.push(row.bytes(atom.from, atom.to), How::Masked, 0.7);
                continue;
            }
            let told = !card && row.low(atom).iter().any(char::is_ascii_digit);
            if !told || atom.len() < 4 || atom.len() + 2 > whole.len() || !whole.ends_with(row.low(atom)) {
                continue;
            }
            let Some(from) = self.ending(at) else { continue };
            let mut nouns = (from.saturating_sub(3)..from).map(|i| row.word(row.atoms[i]));
            if nouns.any(|noun| label::fit(label, Some(&noun)) == Fit::Same) {
                self.push(row.bytes(atom.from, atom.to), How::Abbreviated, 0.7);
            }
        }
    }

    /// Whether an atom is the end of the wanted number, with a mask of the same form before it: "xxx-xx-4320".
    fn covered(&self, atom: Atom) -> bool {
        let row = self.row;
        let wanted: Vec<char> = self.wanted.text.to_lowercase().chars().collect();
        let Some(before) = wanted.len().checked_sub(atom.len()).filter(|before| *before >= 4) else {
            return false;
        };
        let Some(from) = atom.from.checked_sub(before).filter(|_| atom.len() >= 3) else { return false };
        let hides = |own: char, wanted: char| match wanted.is_alphanumeric() {
            true => matches!(own, 'x' | '*' | '•' | '#' | '·'),
            false => own == wanted,
        };
        row.low(atom) == &wanted[before..]
            && wanted[..before].iter().any(|c| !c.is_alphanumeric())
            && !row.before(from).is_alphanumeric()
            && row.low[from..atom.from].iter().zip(&wanted).all(|(own, wanted)| hides(*own, *wanted))
    }

    /// The first atom of the words that say that an atom is no more than an ending; the atom itself behind an ellipsis.
    pub(super) fn ending(&self, at: usize) -> Option<usize> {
        let before = &self.row.raw[..self.row.atoms[at].from];
        if before.ends_with(&['…']) || before.ends_with(&['.', '.']) {
            return Some(at);
        }
        announced(self.row, at)
    }

    /// A card of which a row shows the first six and last four digits.
    pub(super) fn masked(&mut self, pattern: &Pattern) {
        if self.wanted.kind != Kind::Card || pattern.chars.len() < 12 {
            return;
        }
        let row = self.row;
        let is_mask = |c: char| matches!(c, 'x' | '*' | '•');
        let mut at = 0;
        while at < row.low.len() {
            if !row.low[at].is_ascii_digit() || row.before(at).is_alphanumeric() {
                at += 1;
                continue;
            }
            let from = at;
            let mut shown = Vec::new();
            while at < row.low.len()
                && shown.len() < 20
                && (row.low[at].is_ascii_digit()
                    || is_mask(row.low[at])
                    || (matches!(row.low[at], ' ' | '-')
                        && row.low.get(at + 1).is_some_and(|&c| c.is_ascii_digit() || is_mask(c))))
            {
                if !matches!(row.low[at], ' ' | '-') {
                    shown.push(row.low[at]);
                }
                at += 1;
            }
            let known = shown.iter().filter(|c| c.is_ascii_digit()).count();
            if shown.len() == pattern.chars.len()
                && known < shown.len()
                && known >= 10
                && shown.iter().zip(&pattern.chars).all(|(c, w)| is_mask(*c) || c == w)
            {
                self.push(row.bytes(from, at), How::Masked, 0.85);
            }
        }
    }
}

/// The word by which last digits are announced just before an atom: "ending in the four digits".
pub(in crate::entity::identifier) fn announced(row: &Row<'_>, at: usize) -> Option<usize> {
    let words = (at.saturating_sub(4)..at).rev();
    let mut said = words.map(|i| (i, row.word(row.atoms[i]))).skip_while(|(_, word)| is_between(word));
    said.next().filter(|(_, word)| is_ending(word)).map(|(i, _)| i)
}
