//! Codes and numbers: letters and digits in order, whatever stands between them. The order of the searches for them.

use std::ops::Range;

use super::Search;
use crate::entity::identifier::digits::{ascii_digit, is_year};
use crate::entity::identifier::kind::{Found, How, Identifier, Kind};
use crate::entity::identifier::normalize::phone;
use crate::entity::identifier::pattern::{Pattern, literal};
use crate::entity::identifier::spelled::Piece;
use crate::entity::identifier::{airline, equivalent, model_suffix, seat, strict, yearly};
use crate::steps::Step;

impl Search<'_, '_> {
    pub(super) fn codes(&mut self) {
        let pattern = Pattern::of(self.wanted);
        if pattern.chars.is_empty() || pattern.letters_only() && pattern.chars.len() < 2 {
            return;
        }
        let pieces = literal(self.row);
        self.matches(&pattern, &pieces, false);
        self.take(Step::Spelled, |search| search.spoken(&pattern));
        self.take(Step::Forms, Self::in_other_forms);
        if let Some(text) = turned(&self.wanted.text) {
            self.matches(&self.pattern_of(text), &pieces, false);
        }
        if let Some(whole) = Pattern::with_prefix(self.wanted) {
            self.matches(&whole, &pieces, false);
        }
        if let Some(stem) = model_suffix::stem(self.wanted).filter(|_| Step::Models.is_on()) {
            let model = self.places(&Pattern::of(&stem), &pieces);
            self.refused
                .extend(model.into_iter().map(|span| (span, "another model of its series".to_owned())));
        }
        self.together();
        self.take(Step::Prefix, |search| search.unprefixed(&pattern, &pieces));
        self.take(Step::Joined, |search| search.joined(&pattern));
        self.take(Step::Compact, |search| {
            search.in_short();
            search.by_initial();
        });
        self.apart(&pattern);
        self.district(&pattern);
        self.zone(&pattern);
        self.extension(&pattern);
        self.roman(&pattern);
        self.spaced(&pattern);
        let (wanted, row) = (self.wanted, self.row);
        self.take(Step::Airline, |search| search.push_all(airline::find(wanted, row), How::Spelled, 0.85));
        self.take(Step::Seat, |search| search.push_all(seat::find(wanted, row), How::Notation, 0.88));
        self.take(Step::Yearly, |search| search.push_all(yearly::find(wanted, row), How::Notation, 0.88));
        self.masked(&pattern);
        self.take(Step::Cut, Self::cut);
        self.port();
    }

    /// The pattern of another text for the same thing.
    pub(super) fn pattern_of(&self, text: String) -> Pattern {
        Pattern::of(&Identifier { text, ..self.wanted.clone() })
    }

    /// In words and spelled out.
    fn spoken(&mut self, pattern: &Pattern) {
        let Some(pieces) = self.line.pieces() else { return };
        self.matches(pattern, pieces, true);
        self.unprefixed(pattern, pieces);
        if self.wanted.kind == Kind::Phone {
            for digits in phone::national(&self.wanted.canonical) {
                self.matches(&self.pattern_of(digits), pieces, true);
            }
        }
    }

    /// As the other codes that name the same thing.
    fn in_other_forms(&mut self) {
        for (form, certainty) in equivalent::forms(self.wanted) {
            let mut other = Search::new(&form, self.line);
            other.codes();
            let sure = |one: Found| Found { certainty: one.certainty * certainty, how: How::Notation, ..one };
            // Without the hyphen, and without any other mark.
            let undivided = equivalent::undivided(&self.wanted.text).as_ref() == Some(&form.text);
            let found = other
                .found
                .into_iter()
                .filter(|one| !undivided || one.as_written.chars().all(|c| ascii_digit(c).is_some()));
            self.found.extend(found.map(sure));
            self.refused.extend(other.refused);
        }
    }

    /// The places that a pattern matches.
    fn places(&self, pattern: &Pattern, pieces: &[Piece]) -> Vec<Range<usize>> {
        let matched = (0..pieces.len()).filter_map(|first| pattern.at(self.row, pieces, first));
        matched.map(|m| m.span(self.row, pieces)).collect()
    }

    /// The places that a pattern matches, each with the judge's verdict.
    fn matches(&mut self, pattern: &Pattern, pieces: &[Piece], spoken: bool) {
        for first in 0..pieces.len() {
            let Some(m) = pattern.at(self.row, pieces, first) else { continue };
            if spoken && !m.spoken {
                continue;
            }
            let (a, b) = m.atoms(pieces);
            let (from, to) = (self.row.atoms[a].from, self.row.atoms[b].to);
            if !m.spoken
                && strict::separators_count(self.wanted)
                && !strict::has_separators(self.wanted, self.row, from, to)
            {
                continue;
            }
            let span = self.row.bytes(from, to);
            match self.judge(pattern, pieces, &m) {
                Ok(certainty) if certainty > 0.0 => {
                    let how = if spoken { How::Spelled } else { How::Notation };
                    self.push(span, how, if spoken { certainty * 0.9 } else { certainty });
                }
                Ok(_) => {}
                Err(reason) => self.refused.push((span, reason)),
            }
        }
    }
}

/// "2024-1" as "1/2024".
pub(super) fn turned(text: &str) -> Option<String> {
    let (year, number) = text.split_once(['-', '/'])?;
    let plain = |part: &str, sizes: std::ops::RangeInclusive<usize>| {
        sizes.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    };
    match (is_year(year), is_year(number)) {
        (true, false) if plain(number, 1..=4) => Some(format!("{number}/{year}")),
        (false, true) if plain(year, 1..=4) => Some(format!("{number}-{year}")),
        _ => None,
    }
}
