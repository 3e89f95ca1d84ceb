//! The same value written in another system: another base, seconds, Roman numerals, a colour, another unit, a day of birth,
//! a position, a house.

use super::Search;
use crate::entity::identifier::kind::{How, Kind};
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::normalize::place;
use crate::entity::identifier::pattern::Pattern;
use crate::entity::identifier::row::Row;
use crate::entity::identifier::{bases, colour, equivalent, scale, spelled, street};

impl Search<'_, '_> {
    pub(super) fn values(&mut self) {
        self.bases();
        self.decimals();
        self.colours();
        self.born();
        self.frequency();
    }

    /// The same number in another base.
    fn bases(&mut self) {
        let row = self.row;
        if let Some(number) = bases::system(self.wanted) {
            for value in bases::systems(row).into_iter().filter(|value| value.value == number) {
                self.push(row.span(value.first, value.last), How::Notation, 0.9);
            }
        }
        if let Some(number) = bases::number(self.wanted) {
            for value in bases::marked(row).into_iter().filter(|value| value.value == number) {
                let noun = label::before(row, value.first);
                let certainty = match self.fit(noun.as_deref()) {
                    Fit::Same => 0.9,
                    Fit::Open if number >= 4096 => 0.8,
                    Fit::Doubtful if number >= 65_536 => 0.7,
                    _ => continue,
                };
                self.push(row.span(value.first, value.last), How::Notation, certainty);
            }
        }
    }

    /// A number of another base in decimal, and a day in seconds.
    fn decimals(&mut self) {
        let row = self.row;
        let decimal = match self.wanted.kind {
            Kind::Ipv4 => bases::number(self.wanted).filter(|&number| number > 16_777_216),
            Kind::Reference | Kind::Number => {
                bases::based(&self.wanted.text.to_lowercase()).filter(|&number| number >= 100)
            }
            _ => None,
        };
        let date = (self.wanted.kind == Kind::Date && !self.wanted.canonical.starts_with("--"))
            .then_some(self.wanted.canonical.as_str());
        if decimal.is_none() && date.is_none() {
            return;
        }
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            if !atom.digits || !(3..=20).contains(&atom.len()) {
                continue;
            }
            let digits = row.word(atom);
            if decimal.is_some_and(|number| number.to_string() == digits) {
                let noun = label::before(row, at);
                let certainty = match self.fit(noun.as_deref()) {
                    Fit::Same => 0.85,
                    Fit::Open if noun.as_deref().is_none_or(|noun| !label::known(noun)) => 0.65,
                    _ => continue,
                };
                self.push(row.bytes(atom.from, atom.to), How::Notation, certainty);
            }
            if date.is_some() && bases::day(&digits).as_deref() == date && bases::may_be_seconds(row, at) {
                self.push(row.bytes(atom.from, atom.to), How::Notation, 0.75);
            }
        }
    }

    fn colours(&mut self) {
        let Some(value) = colour::value(self.wanted) else { return };
        let spoken_of = colour::spoken_of(self.row);
        for one in colour::all(self.row) {
            if one.value == value && (one.certain || spoken_of) {
                let certainty = if one.certain { 0.95 } else { 0.75 };
                self.push(self.row.bytes(one.from, one.to), How::Notation, certainty);
            }
        }
    }

    /// A personal number told as the day of birth and the rest.
    fn born(&mut self) {
        let Some((year, day, rest)) = equivalent::born(self.wanted) else { return };
        let same_day = self.hits.iter().any(|hit| {
            hit.kind == Kind::Date && hit.canonical.ends_with(&day) && hit.canonical.get(2..4) == Some(&year)
        });
        if !same_day {
            return;
        }
        for &atom in &self.row.atoms {
            if self.row.is(atom, &rest) {
                self.push(self.row.bytes(atom.from, atom.to), How::Notation, 0.85);
            }
        }
    }

    /// A frequency in another unit or with a decimal comma.
    fn frequency(&mut self) {
        if self.wanted.label.as_deref() != Some("frequency") || self.wanted.kind != Kind::Reference {
            return;
        }
        let units = ["kHz", "MHz", "GHz"].map(|unit| format!("{} {unit}", self.wanted.text));
        let wanted: Vec<scale::Value> = units.iter().flat_map(|text| scale::values(text)).collect();
        for own in scale::values(self.row.text) {
            if wanted.iter().any(|one| one.is(&own)) {
                self.push(own.span, How::Notation, 0.95);
            }
        }
    }

    /// The same position, as exactly as the less exact of the two says it.
    pub(super) fn positions(&mut self) {
        let wanted = Row::new(&self.wanted.text);
        let Some(wanted) = place::pairs(&wanted).into_iter().next() else { return };
        for other in place::pairs(self.row) {
            let Some(certainty) = wanted.same(&other) else { continue };
            self.push(self.row.bytes(other.from, other.to), How::Notation, certainty);
        }
    }

    /// The same number of the same street, and the same flat where one is asked for.
    pub(super) fn houses(&mut self) {
        let Some(wanted) = street::all(&self.wanted.text).into_iter().next() else { return };
        for house in street::all(self.row.text).into_iter().filter(|house| house.street == wanted.street) {
            if house.number != wanted.number {
                self.refused.push((house.span, "another number of the same street".to_owned()));
            } else if wanted.flat.is_none() || house.flat == wanted.flat {
                self.push(house.span, How::Notation, 0.97);
            } else {
                self.refused.push((house.span, "another flat of the same house".to_owned()));
            }
        }
    }

    /// A short number as a Roman numeral behind its noun.
    pub(super) fn roman(&mut self, pattern: &Pattern) {
        let row = self.row;
        let Some(label) = self.wanted.label.as_deref() else { return };
        if !pattern.digits_only() || pattern.digits > 4 {
            return;
        }
        let value: String = pattern.chars.iter().collect();
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            if atom.letters
                && (row.capitals(atom) || atom.len() >= 2)
                && spelled::roman(&row.raw(atom).iter().map(char::to_ascii_uppercase).collect::<Vec<_>>())
                    .is_some_and(|number| number.to_string() == value)
                && (initial(row, at, label) || self.fit(label::before(row, at).as_deref()) == Fit::Same)
            {
                self.push(row.bytes(atom.from, atom.to), How::Spelled, 0.8);
            }
        }
    }
}

/// Whether the noun of a numeral is no more than its first letter: "B. XIV" of a barrel.
fn initial(row: &Row<'_>, at: usize, label: &str) -> bool {
    let Some(left) = at.checked_sub(1) else { return false };
    let letter = row.atoms[left];
    let opens = left == 0 || row.gap(left - 1).iter().any(|c| matches!(c, ',' | ';' | '(' | ':' | '-'));
    letter.len() == 1
        && opens
        && row.capitals(letter)
        && matches!(row.gap(left), ['.', ' '] | ['.'])
        && label.starts_with(row.low(letter))
        && row.atoms[at].len() > 1
}
