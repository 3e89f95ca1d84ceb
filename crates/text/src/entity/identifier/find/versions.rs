//! Versions: with their points, in the name of a file, and in words.

use super::Search;
use super::tied::tied_behind;
use crate::entity::identifier::kind::{How, Identifier, Kind};
use crate::entity::identifier::label;
use crate::entity::identifier::normalize::version;
use crate::entity::identifier::pattern::{Match, Pattern, gap};

impl Search<'_, '_> {
    pub(super) fn versions(&mut self) {
        self.dotted();
        self.in_files();
        self.in_words();
    }

    /// "v2.4.0", "version 2.4".
    fn dotted(&mut self) {
        let row = self.row;
        for at in 0..row.atoms.len() {
            if version::goes_on(row, at) {
                continue;
            }
            let Some((marked, count, mut canonical, to)) = version::at(row, at) else { continue };
            if let Some(cut) = canonical.find("-bin").or_else(|| canonical.find("-zip")) {
                canonical.truncate(cut);
            }
            if canonical != self.wanted.canonical || tied_behind(row, to, &['-']) {
                continue;
            }
            let named = label::before(row, at).map(|word| label::canonical(&word));
            let certainty = match named.as_deref() {
                Some("version") => 0.97,
                Some(word) if !marked && label::known(word) && !label::names_words(word) => continue,
                _ if marked || count >= 3 => 0.95,
                Some(word) if label::known(word) => continue,
                _ if count == 2 => 0.6,
                _ => continue,
            };
            let atom = row.atoms[at];
            self.push(row.bytes(atom.from, to.max(atom.to)), How::Notation, certainty);
        }
    }

    /// In the name of a file: "setup_2_4_0.exe".
    fn in_files(&mut self) {
        let row = self.row;
        for first in 0..row.atoms.len() {
            let Some(last) = row.run_of_digits(first, 16, |gap| gap == ['_']) else { continue };
            let begins =
                first == 0 || !(matches!(row.gap(first - 1), ['_' | '.']) && row.atoms[first - 1].digits);
            let parts: Vec<String> = (first..=last).map(|at| row.word(row.atoms[at])).collect();
            let dotted = parts.join(".");
            if parts.len() >= 3
                && begins
                && dotted.trim_end_matches(".0") == self.wanted.canonical.trim_end_matches(".0")
            {
                self.push(row.span(first, last), How::Separators, 0.85);
            }
        }
    }

    /// "Two point four", also with the zeros that the canonical form drops.
    fn in_words(&mut self) {
        let row = self.row;
        let Some(pieces) = self.line.pieces() else { return };
        let digits: String = self.wanted.canonical.chars().filter(|c| c.is_ascii_digit()).collect();
        let dotted = |m: &Match| {
            (m.first..m.last).all(|i| gap(row, pieces, i).iter().any(|c| c.is_alphabetic() || *c == '.'))
        };
        let goes_on = |m: &Match| {
            pieces.get(m.last + 1).is_some_and(|next| next.spoken)
                && gap(row, pieces, m.last).iter().any(|c| c.is_alphabetic())
        };
        for candidate in [digits.clone(), format!("{digits}0"), format!("{digits}00")] {
            let wanted = Identifier { kind: Kind::Phone, text: candidate, ..self.wanted.clone() };
            let pattern = Pattern::of(&wanted);
            for first in 0..pieces.len() {
                let Some(m) = pattern.at(row, pieces, first) else { continue };
                if m.spoken && m.last > m.first && dotted(&m) && !goes_on(&m) {
                    self.push(m.span(row, pieces), How::Spelled, 0.85);
                }
            }
        }
    }
}
