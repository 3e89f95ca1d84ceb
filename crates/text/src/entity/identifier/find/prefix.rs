//! A code without its prefix, or with the prefix told apart from its number or by a name.

use super::Search;
use crate::entity::identifier::kind::{How, Kind};
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::pattern::{Pattern, gap};
use crate::entity::identifier::row::Row;
use crate::entity::identifier::spelled::Piece;
use crate::entity::identifier::strict;

impl Search<'_, '_> {
    /// The number without a prefix that its noun begins with: customer C-10442 as "customer 10442" or in words, sample S-0042A as
    /// "sample 42A"; where it is long enough, also without a noun, as in "parts for 7731". Another prefix is part of the number.
    pub(super) fn unprefixed(&mut self, pattern: &Pattern, pieces: &[Piece]) {
        let row = self.row;
        let (prefix, number) = divided(pattern);
        let noun = self.wanted.label.as_deref().unwrap_or_default();
        // A letter behind the number tells it from its neighbours.
        let suffixed =
            number.len() == pattern.digits + 1 && pattern.chars.last().is_some_and(|c| c.is_alphabetic());
        if !(number.len() == pattern.digits || suffixed)
            || strict::case_counts(self.wanted)
            || !can_lack(noun, prefix, number)
        {
            return;
        }
        let bare = self.pattern_of(number.iter().collect());
        for first in 0..pieces.len() {
            let Some(m) = bare.at(row, pieces, first) else { continue };
            let (a, b) = m.atoms(pieces);
            let named = label::of(row, a, b);
            let fit = label::fit(Some(noun), named.as_deref());
            let alone = !suffixed
                && (prefix.len() == 2 && number.len() >= 9 && fit != Fit::Conflict
                    || number.len() >= 4 && named.is_none());
            let prefixed = m.first.checked_sub(1).is_some_and(|left| {
                pieces[left].text.len() <= 3 && matches!(gap(row, pieces, left), ['-' | '_' | '/'])
            });
            if (alone || fit == Fit::Same) && self.judge(&bare, pieces, &m).is_ok() && !prefixed {
                self.push(m.span(row, pieces), How::Abbreviated, 0.65);
            }
        }
    }

    /// The prefix written out or apart from its number: "Henry Draper 1896", "carrier XB, number 041".
    pub(super) fn apart(&mut self, pattern: &Pattern) {
        let row = self.row;
        let (prefix, number) = divided(pattern);
        let digits: String = number.iter().collect();
        if !(2..=4).contains(&prefix.len())
            || digits.is_empty()
            || digits.bytes().any(|b| !b.is_ascii_digit())
            || strict::case_counts(self.wanted)
        {
            return;
        }
        for at in 1..row.atoms.len() {
            let atom = row.atoms[at];
            if !atom.digits || row.word(atom).trim_start_matches('0') != digits {
                continue;
            }
            let mut left = at;
            while left > 0 && label::is_marker(&row.word(row.atoms[left - 1])) && row.gap(left - 1).len() <= 2
            {
                left -= 1;
            }
            let near = |i: usize| {
                row.gap(i).iter().all(|c| matches!(c, ' ' | ',' | '.' | '-')) && row.gap(i).len() <= 2
            };
            let whole = left < at && left > 0 && near(left - 1) && row.low(row.atoms[left - 1]) == prefix;
            let from = if whole {
                left - 1
            } else if self.written_out(prefix, left) {
                left - prefix.len()
            } else {
                continue;
            };
            self.push(row.span(from, at), How::Spelled, 0.75);
        }
    }

    /// Whether the words before an atom have the letters of a prefix as their initials.
    fn written_out(&self, prefix: &[char], at: usize) -> bool {
        let row = self.row;
        let Some(from) = at.checked_sub(prefix.len()) else { return false };
        prefix.iter().zip(from..).all(|(&letter, at)| {
            let word = row.atoms[at];
            word.len() > 2
                && word.letters
                && row.raw(word)[0].is_uppercase()
                && row.low(word)[0] == letter
                && row.gap(at).iter().all(|&c| c == ' ')
        })
    }

    /// A plate read out with the name of its district: "Köln, Anton Berta, vier zwei".
    pub(super) fn district(&mut self, pattern: &Pattern) {
        let row = self.row;
        let text = Row::new(&self.wanted.text);
        let Some(&head) = text.atoms.first() else { return };
        if self.wanted.kind != Kind::Plate || !head.letters || head.len() > 3 || text.atoms.len() < 2 {
            return;
        }
        let rest: String = text.written(text.atoms[1].from, text.raw.len()).to_owned();
        if pattern.chars.len() < head.len() + 3 || rest.starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        let tail = self.pattern_of(rest);
        let Some(pieces) = self.line.pieces() else { return };
        for first in 0..pieces.len() {
            let Some(m) = tail.at(row, pieces, first).filter(|m| m.spoken) else { continue };
            let (a, b) = m.atoms(pieces);
            let goes_on = pieces
                .get(m.last + 1)
                .is_some_and(|next| next.spoken && !next.ordinal && gap(row, pieces, m.last) == [' ']);
            let place = (a.saturating_sub(3)..a).any(|at| {
                let atom = row.atoms[at];
                atom.letters
                    && atom.len() >= 3
                    && row.raw(atom)[0].is_uppercase()
                    && row.low(atom)[0] == text.low(head)[0]
                    && !label::known(&row.word(atom))
            });
            if place && !goes_on {
                self.push(row.span(a, b), How::Spelled, 0.65);
            }
        }
    }
}

/// What stands before the first digit of a pattern, and the rest.
fn divided(pattern: &Pattern) -> (&[char], &[char]) {
    let letters = pattern.chars.iter().take_while(|c| !c.is_ascii_digit()).count();
    pattern.chars.split_at(letters)
}

/// Whether people leave a prefix out before a number: one that its noun begins with, or a country's.
fn can_lack(noun: &str, prefix: &[char], number: &[char]) -> bool {
    let (letters, rest) = (prefix.len(), number.len());
    if !(1..=5).contains(&letters) || rest < 2 {
        return false;
    }
    // "DE" before a tax number, "CH" before another number of a country's own.
    let national = (letters == 2 || letters == 3 && noun == "vat")
        && (rest >= 9 || rest >= 7 && matches!(noun, "vat" | "national" | "passport"));
    let written: String = prefix.iter().collect();
    let initial =
        noun.chars().next() == prefix.first().copied() || label::fit(Some(noun), Some(&written)) == Fit::Same;
    // "R12" of a rack is rack 12; the letter of "B7" may tell where it is.
    initial && (rest >= 4 || letters <= 3) || national
}
