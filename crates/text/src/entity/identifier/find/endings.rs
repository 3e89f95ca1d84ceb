//! Last digits that were asked for as such: "ending 0917", "**** 0917", and the full numbers that end so.

use std::ops::Range;

use super::Search;
use crate::entity::identifier::kind::{How, Kind};

const BRANDS: &[&str] = &[
    "visa", "mastercard", "amex", "maestro", "discover", "diners", "jcb", "shell", "texaco", "esso", "aral",
    "bp", "total", "debit", "credit",
];

impl Search<'_, '_> {
    pub(super) fn endings(&mut self) {
        self.last_digits();
        self.whole_numbers();
        self.covered_digits();
    }

    /// The digits alone, where words or a mask say that they are the last.
    fn last_digits(&mut self) {
        let row = self.row;
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            if !(atom.digits && row.is(atom, &self.wanted.canonical)) {
                continue;
            }
            let mut left = atom.from;
            while left > 0 && matches!(row.raw[left - 1], ' ' | '-') && atom.from - left < 2 {
                left -= 1;
            }
            let masked = matches!(row.before(left), '*' | '•' | '…' | '·')
                || row.raw[..left].ends_with(&['.', '.'])
                || row.before(atom.from) == 'x';
            if !(masked || self.ending(at).is_some()) {
                continue;
            }
            let span = row.bytes(atom.from, atom.to);
            if self.brand_differs() {
                self.refused.push((span, "the same last digits, of another card".to_owned()));
            } else {
                self.push(span, How::Notation, 0.9);
            }
        }
    }

    /// Cards, accounts and phones that end so.
    fn whole_numbers(&mut self) {
        let kind = match self.wanted.label.as_deref() {
            Some("phone") => Kind::Phone,
            Some("account" | "iban") => Kind::Iban,
            _ => Kind::Card,
        };
        let ends = |canonical: &str| canonical.ends_with(&self.wanted.canonical);
        let hits = self.hits.iter().filter(|hit| hit.kind == kind && ends(&hit.canonical));
        let spans: Vec<Range<usize>> = hits.map(|hit| self.row.bytes(hit.from, hit.to)).collect();
        self.push_all(spans, How::Within, 0.7);
    }

    /// 411111xxxxxx1199
    fn covered_digits(&mut self) {
        let row = self.row;
        let tail = format!("x{}", self.wanted.canonical);
        for &atom in &row.atoms {
            let low = row.low(atom);
            let masked = low.iter().filter(|&&c| c == 'x').count() >= 4
                && low.iter().all(|&c| c == 'x' || c.is_ascii_digit());
            if masked && row.word(atom).ends_with(&tail) {
                self.push(row.bytes(atom.from, atom.to), How::Masked, 0.85);
            }
        }
    }

    /// Whether the row speaks of a card of another brand.
    fn brand_differs(&self) -> bool {
        let Some(label) = self.wanted.label.as_deref().filter(|label| BRANDS.contains(label)) else {
            return false;
        };
        let mut named = self
            .row
            .atoms
            .iter()
            .map(|&atom| self.row.word(atom))
            .filter(|word| BRANDS.contains(&word.as_str()))
            .peekable();
        named.peek().is_some() && !named.any(|word| word == label)
    }
}
