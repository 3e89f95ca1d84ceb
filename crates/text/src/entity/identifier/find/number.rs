//! What the row's noun says of a number or mixed code that matches: the wanted thing's, another's, or none.

use super::Search;
use super::codes::turned;
use super::words::{is_before_days, is_before_years, is_behind_counted, is_possessive};
use crate::entity::identifier::label::{self, Fit};
use crate::entity::identifier::pattern::{Match, Pattern, noun};
use crate::entity::identifier::spelled::Piece;

impl Search<'_, '_> {
    pub(super) fn number(
        &self,
        pattern: &Pattern,
        pieces: &[Piece],
        m: &Match,
        certainty: f32,
    ) -> Result<f32, String> {
        let (a, b) = m.atoms(pieces);
        let noun = self.noun(pieces, m);
        let fit = self.fit(noun.as_deref());
        let sure = if pieces[m.first].ordinal {
            self.ordinal(pattern, a, b, fit)
        } else {
            self.cardinal(pattern, a, b, noun.as_deref(), fit)
        };
        Ok(certainty * sure?)
    }

    fn noun(&self, pieces: &[Piece], m: &Match) -> Option<String> {
        let row = self.row;
        let (a, b) = m.atoms(pieces);
        noun(row, pieces, m.first, m.last)
            .filter(|noun| !(noun.len() > 3 && (noun.ends_with("ed") || noun.ends_with("ing"))))
            // "/b/8815": a letter of an address is no noun.
            .filter(|noun| noun.len() > 2 || row.before(row.atoms[a].from) != '/' || label::known(noun))
            .or_else(|| self.noun_behind(a, b))
    }

    /// "the no. 7 jersey", "no. 1 of the motets"
    fn noun_behind(&self, a: usize, b: usize) -> Option<String> {
        let row = self.row;
        let word = label::behind(row, b)?;
        let marked = a > 0 && label::is_marker(&row.word(row.atoms[a - 1]));
        (marked && self.fit(Some(&word)) == Fit::Same).then_some(word)
    }

    fn ordinal(&self, pattern: &Pattern, a: usize, b: usize, fit: Fit) -> Result<f32, String> {
        let owner = || a.checked_sub(1).map(|at| self.row.word(self.row.atoms[at])).unwrap_or_default();
        match fit {
            Fit::Same => Ok(0.95),
            _ if self.heads(b) => Ok(0.9),
            Fit::Doubtful if pattern.digits >= 2 && is_possessive(&owner()) => Ok(0.65),
            _ => Err("an ordinal of another thing".to_owned()),
        }
    }

    fn cardinal(
        &self,
        pattern: &Pattern,
        a: usize,
        b: usize,
        noun: Option<&str>,
        fit: Fit,
    ) -> Result<f32, String> {
        let row = self.row;
        let bracketed = row.before(row.atoms[a].from) == '(';
        // A bracket parts a number from an unknown word before it.
        let fit = match fit {
            Fit::Doubtful if pattern.digits_only() && bracketed => Fit::Open,
            fit => fit,
        };
        let noun = noun.filter(|_| fit != Fit::Open || !bracketed);
        let other = || format!("the same number, but of another thing: {}", noun.unwrap_or_default());
        if !pattern.digits_only() {
            return self.mixed(pattern.chars.len(), fit, noun).ok_or_else(other);
        }
        match fit {
            Fit::Same => Ok(0.97),
            Fit::Open => self.open(pattern, a, b, noun),
            Fit::Doubtful | Fit::Conflict => self.doubtful(pattern, a, b, fit).ok_or_else(other),
        }
    }

    /// A code of letters and digits.
    fn mixed(&self, size: usize, fit: Fit, noun: Option<&str>) -> Option<f32> {
        Some(match fit {
            Fit::Same => 0.97,
            Fit::Open if size <= 2 && self.wanted.label.is_some() && noun.is_none() => 0.65,
            Fit::Open => 0.93,
            Fit::Doubtful if size <= 3 => 0.45,
            Fit::Doubtful => 0.85,
            Fit::Conflict if size <= 3 => return None,
            Fit::Conflict => 0.7,
        })
    }

    /// Digits with a noun that leaves it open what they number, or with none.
    fn open(&self, pattern: &Pattern, a: usize, b: usize, noun: Option<&str>) -> Result<f32, String> {
        let size = pattern.chars.len();
        if self.wanted.label.is_none() {
            // "#55120" behind any noun, where the request has the sign too.
            let signed = self.row.before(self.row.atoms[a].from) == '#' && size >= 4;
            return Ok(if signed {
                0.95
            } else if noun.is_some() {
                0.85
            } else {
                0.93
            });
        }
        if noun.is_some() {
            return Ok(if size >= 3 { 0.85 } else { 0.55 });
        }
        if self.dated(a, b) {
            return Err("a date".to_owned());
        }
        if self.counted(a, b) {
            return Err("a count".to_owned());
        }
        if self.row.before(self.row.atoms[a].from) == '#' {
            return Ok(0.8);
        }
        if size <= 2 {
            return Err("the number alone, without its noun".to_owned());
        }
        if size == 4 && matches!(pattern.chars[..2], ['1', '8' | '9'] | ['2', '0']) && self.year(a) {
            return Err("a year".to_owned());
        }
        Ok(match size {
            ..=5 if pattern.chars.ends_with(&['0', '0']) => 0.45,
            3 => 0.6,
            _ => 0.85,
        })
    }

    /// Digits with a noun that is not known to be the wanted one's: only where they are many, or written with the same marks.
    fn doubtful(&self, pattern: &Pattern, a: usize, b: usize, fit: Fit) -> Option<f32> {
        let row = self.row;
        let size = pattern.chars.len();
        let text = &self.wanted.text;
        // Zeros that both have are digits like others: code 080333.
        let written = row.written(row.atoms[a].from, row.atoms[b].to);
        let length = if written == text { written.chars().count() } else { size };
        let marked = written == text
            && text.bytes().filter(u8::is_ascii_digit).count() >= 5
            && text.contains(['-', '/', '.', '_', ':']);
        match fit {
            Fit::Doubtful if turned(text).is_some() => None,
            Fit::Doubtful if length >= 6 => Some(0.6),
            Fit::Doubtful if marked => Some(0.7),
            Fit::Conflict if size >= 9 => Some(0.6),
            _ => None,
        }
    }

    /// Whether the noun is the second of a compound behind an ordinal: "the fourteenth tasting round".
    fn heads(&self, ordinal: usize) -> bool {
        let row = self.row;
        let word = |at: usize| row.atoms.get(at).filter(|atom| atom.letters).map(|&atom| row.word(atom));
        let (Some(first), Some(second)) = (word(ordinal + 1), word(ordinal + 2)) else { return false };
        let tight = row.gap(ordinal) == [' '] && row.gap(ordinal + 1) == [' '];
        tight && !label::is_function(&first) && !label::known(&first) && self.fit(Some(&second)) == Fit::Same
    }

    /// Whether two short numbers stand where dates stand: "on 12/5".
    fn dated(&self, a: usize, b: usize) -> bool {
        let row = self.row;
        let short = |at: usize| row.atoms[at].digits && row.atoms[at].len() <= 2;
        b == a + 1
            && short(a)
            && short(b)
            && a.checked_sub(1).is_some_and(|left| is_before_days(&row.word(row.atoms[left])))
    }

    /// Whether a number counts what follows it: "70015 bottles were filled".
    fn counted(&self, a: usize, b: usize) -> bool {
        let row = self.row;
        let (Some(&thing), Some(&next)) = (row.atoms.get(b + 1), row.atoms.get(b + 2)) else { return false };
        let word = row.word(thing);
        let plural = thing.letters && thing.len() > 3 && word.ends_with('s') && !word.ends_with("ss");
        a == b
            && row.before(row.atoms[a].from) != '#'
            && !row.word(row.atoms[a]).starts_with('0')
            && row.gap(b) == [' ']
            && row.gap(b + 1) == [' ']
            && plural
            && !row.capitals(thing)
            && is_behind_counted(&row.word(next))
    }

    /// Whether four digits stand where years stand: behind a preposition.
    fn year(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|left| is_before_years(&self.row.word(self.row.atoms[left])))
    }
}
