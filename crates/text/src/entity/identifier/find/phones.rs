//! Phone numbers: in groups, in letters on the keys, and their extensions.

use std::ops::Range;

use super::Search;
use crate::entity::identifier::kind::{How, Kind};
use crate::entity::identifier::label;
use crate::entity::identifier::normalize::phone::{self, Dialled};
use crate::entity::identifier::pattern::Pattern;

impl Search<'_, '_> {
    pub(super) fn phones(&mut self) {
        for run in phone::runs(self.row) {
            if let Some((span, exact)) = self.phone_in(run.start, run.end) {
                self.push(span, How::Notation, if exact { 0.97 } else { 0.85 });
            }
        }
        self.keypad();
    }

    /// Letters on the keys: 1-800-555-BEES.
    fn keypad(&mut self) {
        let row = self.row;
        let (_, digits, _) = phone::parse(&self.wanted.canonical);
        for at in 1..row.atoms.len() {
            let atom = row.atoms[at];
            if !(row.capitals(atom)
                && atom.letters
                && (3..=7).contains(&atom.len())
                && row.gap(at - 1) == ['-'])
            {
                continue;
            }
            let mut first = at;
            while first > 0 && row.atoms[first - 1].digits && row.gap(first - 1).len() <= 2 {
                first -= 1;
            }
            let mut dialled: String = (first..at).map(|i| row.word(row.atoms[i])).collect();
            dialled.extend(row.low(atom).iter().map(|&letter| phone::keypad(letter)));
            if first < at && dialled.len() >= 7 && phone::same(digits, &dialled) {
                self.push(row.span(first, at), How::Spelled, 0.9);
            }
        }
    }

    /// The wanted number in a run of groups: the whole run, or whole groups set off by spaces. Whether it is the whole run.
    fn phone_in(&self, at: usize, next: usize) -> Option<(Range<usize>, bool)> {
        let row = self.row;
        if self.clear_left(at)
            && self.clear_right(next)
            && let Some(number) = self.dialled_in(at, next)
        {
            return Some((row.bytes(number.from, number.to), true));
        }
        for from in at..next {
            // What follows a "+" group belongs to it.
            if from > at && (row.gap(from - 1) != [' '] || row.before(row.atoms[at].from) == '+') {
                continue;
            }
            for to in (from + 1..=next).rev().filter(|&to| (from, to) != (at, next)) {
                let open = to == next
                    || row.gap(to - 1) == [' ']
                        && row.atoms[to - 1].len() >= 4
                        && row.atoms[to].len() != row.atoms[to - 1].len();
                let start = from == at || row.atoms[from - 1].len() >= 3 && row.gap(from - 1) == [' '];
                if open
                    && start
                    && self.clear_left(from)
                    && self.clear_right(to)
                    && let Some(number) = self.dialled_in(from, to)
                {
                    let left: usize = (at..from).map(|i| row.atoms[i].len()).sum();
                    // Short groups in front of a number are its area code.
                    if left > 0 && left < 6 {
                        continue;
                    }
                    return Some((row.bytes(number.from, number.to), false));
                }
            }
        }
        None
    }

    /// The number of the groups `from..to`, if it is the wanted one.
    fn dialled_in(&self, from: usize, to: usize) -> Option<Dialled> {
        let wanted = &self.wanted.canonical;
        let bare = self.wanted.kind == Kind::Number;
        let mut number = phone::dialled(self.row, from, to);
        number.international |= phone::linked(self.row, from);
        let canonical = number.canonical();
        let (_, digits, extension) = phone::parse(wanted);
        let (_, other, _) = phone::parse(&canonical);
        let equal = phone::same(wanted, &canonical)
            || digits == other
                && extension.is_none_or(|own| match &number.extension {
                    Some(found) => own == found,
                    None => self.extended(to, own),
                });
        let long = digits.len() >= 7 && other.len() >= 7;
        (equal && long && (!bare || number.international || other.starts_with('0') || digits == other))
            .then_some(number)
    }

    /// Whether nothing before a group makes it part of something longer.
    fn clear_left(&self, at: usize) -> bool {
        let row = self.row;
        let before = row.before(row.atoms[at].from);
        !matches!(before, '-' | '_' | '/' | '.' | '#')
            || phone::linked(row, at)
            || at == 0
            || !row.atoms[at - 1].digits && before == '-'
    }

    /// Whether the groups that end before `next` do not go on behind a mark.
    fn clear_right(&self, next: usize) -> bool {
        let row = self.row;
        let end = row.atoms[next - 1].to;
        !(matches!(row.raw_at(end), '-' | '_' | '/' | '.' | ',') && row.raw_at(end + 1).is_ascii_digit())
    }

    /// Whether a few words behind a number say its extension: "and then x14".
    fn extended(&self, from: usize, extension: &str) -> bool {
        const NEAR: usize = 6;
        let row = self.row;
        (from..row.atoms.len().min(from + NEAR)).any(|at| {
            let word = row.word(row.atoms[at]);
            let noun = || label::before(row, at).map(|noun| label::canonical(&noun));
            word.strip_prefix('x') == Some(extension)
                || word == extension && noun().as_deref() == Some("extension")
        })
    }

    /// "x205" for extension 205.
    pub(super) fn extension(&mut self, pattern: &Pattern) {
        if self.wanted.label.as_deref() != Some("extension") || !pattern.digits_only() {
            return;
        }
        let written: Vec<char> = std::iter::once('x').chain(pattern.chars.iter().copied()).collect();
        for &atom in &self.row.atoms {
            if self.row.low(atom) == written {
                self.push(self.row.bytes(atom.from, atom.to), How::Notation, 0.9);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::is_in;

    #[test]
    fn an_extension_is_found_in_the_number_that_it_is_of() {
        assert!(is_in("extension 44", "Call 628-555-0192 extension 44 before noon."));
        assert!(!is_in("extension 44", "Call 628-555-0144 extension 45 before noon."));
        assert!(!is_in("extension 44", "Call 628-555-0144 before noon."));
    }
}
