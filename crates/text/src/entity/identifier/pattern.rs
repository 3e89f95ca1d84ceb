//! The wanted code as a pattern of letters and digits, and its match in a row's pieces, whatever stands between.

use std::ops::Range;

use super::digits::{is_year, look_alike};
use super::kind::{Identifier, Kind};
use super::label::{self, Fit};
use super::normalize::reference;
use super::row::Row;
use super::spelled::Piece;
use super::strict;

/// Letters and digits in order, with the places where the request separates them.
#[derive(Debug)]
pub(super) struct Pattern {
    pub chars: Vec<char>,
    breaks: Vec<usize>,
    /// Separators between digits mean nothing (phones, cards, book numbers).
    soft: bool,
    /// Leading zeros mean nothing.
    zeros: bool,
    /// A year and a number: the separator counts though the digits are many.
    year: bool,
    /// The letters' case matters.
    exact: Option<Vec<char>>,
    /// The letters' case alone tells the code from a word.
    telling: bool,
    pub digits: usize,
}

/// A match: pieces first to last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Match {
    pub first: usize,
    pub last: usize,
    pub spoken: bool,
}

impl Match {
    /// Its first and last atom.
    pub fn atoms(&self, pieces: &[Piece]) -> (usize, usize) {
        (pieces[self.first].first, pieces[self.last].last)
    }

    pub fn span(&self, row: &Row<'_>, pieces: &[Piece]) -> Range<usize> {
        let (first, last) = self.atoms(pieces);
        row.span(first, last)
    }
}

/// Whether the case of a code is irregular, so that it carries information ("qR7tLmZ0aE8").
pub(super) fn irregular(raw: &[char]) -> bool {
    let upper = raw.iter().filter(|c| c.is_uppercase()).count();
    let lower = raw.iter().filter(|c| c.is_lowercase()).count();
    let turns = raw.windows(2).filter(|pair| pair[0].is_lowercase() && pair[1].is_uppercase()).count();
    upper >= 2 && lower >= 2 && turns >= 2 && raw.iter().any(char::is_ascii_digit) && !raw.contains(&' ')
}

impl Pattern {
    pub fn of(wanted: &Identifier) -> Self {
        Self::read(wanted, true)
    }

    /// The pattern with the label that is written as its prefix, where there is one ("SN-4402").
    pub fn with_prefix(wanted: &Identifier) -> Option<Self> {
        let whole = Self::read(wanted, false);
        (whole.chars.len() > Self::of(wanted).chars.len()).then_some(whole)
    }

    fn read(wanted: &Identifier, strip: bool) -> Self {
        let row = Row::new(&wanted.text);
        let said = wanted.kind == Kind::Reference
            && (row.atoms.iter().all(|atom| atom.letters)
                && wanted.canonical.bytes().any(|b| b.is_ascii_digit())
                || super::colour::value(wanted).is_some());
        let row = if said { Row::new(&wanted.canonical) } else { row };
        let (mut chars, mut breaks): (Vec<char>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut raw: Vec<char> = Vec::new();
        let prefixed = strip
            && wanted.kind == Kind::Reference
            && row.atoms.len() > 1
            && row.atoms[0].letters
            && row.atoms[1..].iter().any(|atom| !atom.letters)
            && label::known(&row.word(row.atoms[0]))
            && label::fit(wanted.label.as_deref(), Some(&row.word(row.atoms[0]))) != Fit::Conflict;
        for atom in &row.atoms[usize::from(prefixed)..] {
            if !chars.is_empty() {
                breaks.push(chars.len());
            }
            chars.extend(row.low(*atom));
            raw.extend(row.raw(*atom));
        }
        // "30 114" is one number with its thousands set apart.
        let sizes: Vec<usize> = row.atoms.iter().map(super::row::Atom::len).collect();
        let grouped = row.atoms.iter().all(|atom| atom.digits)
            && sizes.len() > 1
            && sizes[0] <= 3
            && sizes[1..].iter().all(|&size| size == 3)
            && (0..sizes.len() - 1).all(|at| matches!(row.gap(at), [' ' | ',' | '\'']));
        if grouped {
            breaks.clear();
        }
        let digits = chars.iter().filter(|c| c.is_ascii_digit()).count();
        let soft = matches!(
            wanted.kind,
            Kind::Phone
                | Kind::Card
                | Kind::Iban
                | Kind::Isbn
                | Kind::Issn
                | Kind::Uuid
                | Kind::Mac
                | Kind::Hash
        ) || digits == chars.len() && digits >= 7;
        let year = matches!(row.atoms.as_slice(), [a, b] if is_year(&row.word(*a)) && b.digits && b.len() <= 4
            || a.digits && a.len() <= 4 && is_year(&row.word(*b)))
            && matches!(row.gap(0), ['/' | '-']);
        let soft = soft && !year;
        let counting = matches!(wanted.kind, Kind::Mac | Kind::Uuid | Kind::Hash | Kind::Card)
            || strict::zeros_count(wanted);
        let zeros = (!soft || digits == chars.len()) && !counting;
        let letters = digits == 0;
        let capitals = letters && chars.len() >= 2 && raw.iter().all(|c| !c.is_lowercase());
        let telling = capitals || irregular(&raw);
        let exact = (telling || strict::case_counts(wanted)).then_some(raw);
        let mut pattern = Pattern { chars, breaks, soft, zeros, year, exact, telling, digits };
        if pattern.zeros {
            pattern.strip();
        }
        pattern
    }

    /// The longest group of digits as the request divides them.
    pub fn longest_group(&self) -> String {
        let mut best = String::new();
        let mut group = String::new();
        for (at, &c) in self.chars.iter().enumerate() {
            if !c.is_ascii_digit() || self.breaks.contains(&at) {
                group.clear();
            }
            if c.is_ascii_digit() {
                group.push(c);
                if group.len() > best.len() {
                    best.clone_from(&group);
                }
            }
        }
        best
    }

    /// Whether the places of the separators matter.
    pub fn divided(&self) -> bool {
        self.hard() && !self.breaks.is_empty()
    }

    /// Whether separators between digits are part of the number.
    fn hard(&self) -> bool {
        !self.soft && (self.digits < 7 || self.year)
    }

    pub fn letters_only(&self) -> bool {
        self.digits == 0
    }

    pub fn digits_only(&self) -> bool {
        self.digits == self.chars.len()
    }

    pub fn is_exact(&self) -> bool {
        self.telling
    }

    /// Leading zeros of numbers leave the pattern, where the canonical form drops them.
    fn strip(&mut self) {
        let hard = self.hard();
        let mut at = 0;
        while at < self.chars.len() {
            let begins = self.chars[at].is_ascii_digit()
                && (at == 0 || !self.chars[at - 1].is_ascii_digit() || self.breaks.contains(&at) && hard);
            let follows = self.chars.get(at + 1).is_some_and(char::is_ascii_digit)
                && (!hard || !self.breaks.contains(&(at + 1)));
            // A group of nothing but zeros stays as it is: "RMA-00-5581".
            let ends = |at: usize| !self.chars[at].is_ascii_digit() || hard && self.breaks.contains(&at);
            let group = at + 1..(at + 1..self.chars.len()).find(|&at| ends(at)).unwrap_or(self.chars.len());
            let zeros_alone = self.chars[group].iter().all(|&c| c == '0');
            if begins && self.chars[at] == '0' && follows && !zeros_alone && self.strippable(at) {
                self.chars.remove(at);
                self.digits -= 1;
                if let Some(exact) = &mut self.exact {
                    exact.remove(at);
                }
                for place in self.breaks.iter_mut().filter(|place| **place > at) {
                    *place -= 1;
                }
            } else {
                at += 1;
            }
        }
    }

    /// Zeros mean nothing at the start of the whole, behind a prefix of letters, and after a separator.
    fn strippable(&self, at: usize) -> bool {
        if self.breaks.contains(&at) && at > 0 && self.chars[at - 1].is_ascii_digit() {
            return true;
        }
        let prefix = self.chars[..at].iter().all(|c| !c.is_ascii_digit()) && at <= 5;
        let run = self.chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
        let after = self.chars.len() - at - run;
        prefix && (after <= 1 || self.breaks.contains(&(at + run)))
    }

    /// The match that begins at a piece.
    pub fn at(&self, row: &Row<'_>, pieces: &[Piece], first: usize) -> Option<Match> {
        let mut at = 0;
        let mut breaks: Vec<usize> = Vec::new();
        let mut spoken = false;
        let mut last = first;
        loop {
            let piece = pieces.get(last)?;
            if last > first {
                let gap = gap(row, pieces, last - 1);
                let single = piece.text.chars().count() == 1 && pieces[last - 1].text.chars().count() == 1;
                let initial =
                    gap == ['.', ' '] && pieces[last - 1].text.chars().count() == 1 && last > first + 1;
                if !initial
                    && !soft_gap(
                        gap,
                        piece.spoken
                            || pieces[last - 1].spoken
                            || single
                            || gap == [','] && thousands(&pieces[last - 1].text, &piece.text),
                    )
                {
                    return None;
                }
                if !(piece.first == pieces[last - 1].last && piece.first == piece.last) {
                    breaks.push(at);
                }
            }
            spoken |= piece.spoken;
            if last > first && (piece.ordinal || pieces[first].ordinal) {
                return None;
            }
            let mut before: Option<char> = None;
            for (offset, c) in piece.text.chars().enumerate() {
                let wanted = self.chars.get(at).copied();
                if wanted.is_some_and(|wanted| alike(wanted, c)) && self.case(row, piece, at, offset) {
                    at += 1;
                } else if c == '0'
                    && self.zeros
                    && wanted.is_some_and(|wanted| wanted.is_ascii_digit())
                    && !before.is_some_and(|c| c.is_ascii_digit() && c != '0')
                    && (at == 0
                        || !self.chars[at - 1].is_ascii_digit()
                        || self.breaks.contains(&at) && breaks.contains(&at))
                    && self.strippable(at)
                {
                    // A leading zero.
                } else {
                    return None;
                }
                before = Some(c);
            }
            if at == self.chars.len() {
                return (at > 0 && self.separated(&breaks, row, pieces, first, last)).then_some(Match {
                    first,
                    last,
                    spoken,
                });
            }
            last += 1;
            if last - first > 40 {
                return None;
            }
        }
    }

    fn case(&self, row: &Row<'_>, piece: &Piece, at: usize, offset: usize) -> bool {
        let Some(exact) = &self.exact else { return true };
        if piece.spoken {
            return !self.letters_only() || !self.telling;
        }
        let (Some(wanted), Some(atom)) = (exact.get(at), row.atoms.get(piece.first)) else { return false };
        let written = row.raw_at(atom.from + offset);
        // A letter of another script that looks alike has a case of its own.
        *wanted == written || !self.telling && !wanted.to_lowercase().eq(written.to_lowercase())
    }

    /// Whether the row's separators can be those of the wanted code.
    fn separated(
        &self,
        breaks: &[usize],
        row: &Row<'_>,
        pieces: &[Piece],
        first: usize,
        last: usize,
    ) -> bool {
        if self.soft {
            return true;
        }
        let spoken = pieces[first..=last].iter().any(|piece| piece.spoken);
        let mut from = 0;
        while from < self.chars.len() {
            let digit = self.chars[from].is_ascii_digit();
            let mut to = from + 1;
            while to < self.chars.len() && self.chars[to].is_ascii_digit() == digit {
                to += 1;
            }
            let inner = |list: &[usize]| -> Vec<usize> {
                list.iter().copied().filter(|&at| at > from && at < to).collect()
            };
            let (wanted, found) = (inner(&self.breaks), inner(breaks));
            let single = to - from > 1 && found.len() == to - from - 1;
            let fits = if digit {
                if wanted.is_empty() {
                    found.is_empty() || single || spoken || self.grouped(from, to, &found, row, pieces, first)
                } else if self.hard() {
                    wanted == found
                        || spoken && wanted.iter().all(|at| found.contains(at))
                        || found.is_empty() && !self.digits_only() && to - from >= 5
                } else {
                    true
                }
            } else if self.letters_only() {
                wanted.is_empty()
                    && (found.is_empty()
                        || to - from >= 6
                            && (first..last).all(|i| matches!(gap(row, pieces, i), ['_' | '-'])))
                    || single && to - from > 3
                    || found.iter().all(|at| wanted.contains(at))
            } else {
                found.is_empty() || single || wanted.is_empty() || found.iter().all(|at| wanted.contains(at))
            };
            if !fits {
                return false;
            }
            from = to;
        }
        true
    }

    /// Groups that people make in a number: thousands, or any in a long one, but no slashes.
    fn grouped(
        &self,
        from: usize,
        to: usize,
        found: &[usize],
        row: &Row<'_>,
        pieces: &[Piece],
        first: usize,
    ) -> bool {
        let thousands =
            found.iter().all(|at| (to - at).is_multiple_of(3)) && found.iter().all(|&at| at > from);
        let slashed = (first..first + found.len()).any(|i| gap(row, pieces, i).contains(&'/'));
        // Zeros in front count too: "0045-71".
        let parts = pieces.iter().skip(first).map(|piece| piece.text.as_str());
        let digits = parts.take_while(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let written: usize = digits.take(found.len() + 1).map(str::len).sum();
        !slashed && (thousands || written.max(to - from) >= 5)
    }
}

/// Characters between two pieces.
pub(super) fn gap<'r>(row: &'r Row<'_>, pieces: &[Piece], left: usize) -> &'r [char] {
    match (pieces.get(left), pieces.get(left + 1)) {
        (Some(a), Some(b)) if a.last < b.first => {
            row.raw.get(row.atoms[a.last].to..row.atoms[b.first].from).unwrap_or(&[])
        }
        _ => &[],
    }
}

/// The label of pieces; a counter of Han script may stand in the same atom.
pub(super) fn noun(row: &Row<'_>, pieces: &[Piece], first: usize, last: usize) -> Option<String> {
    if pieces[last].ordinal {
        return row.atoms.get(pieces[last].last + 1).filter(|atom| atom.letters).map(|&atom| row.word(atom));
    }
    match pieces.get(last + 1) {
        Some(next) if next.first == pieces[last].last && next.last == next.first => {
            label::counter(&next.text.chars().collect::<Vec<char>>())
                .or_else(|| label::of(row, pieces[first].first, pieces[last].last))
        }
        // A number in words is no noun of the next one.
        _ if pieces[first].spoken && first > 0 && pieces[first - 1].spoken => None,
        _ => label::of(row, pieces[first].first, pieces[last].last),
    }
}

/// Whether two groups of digits can be parted by a comma for thousands.
fn thousands(left: &str, right: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    (1..=3).contains(&left.len()) && right.len() == 3 && digits(left) && digits(right)
}

/// Signs that people put between the parts of a code.
pub(super) fn parts_codes(c: char) -> bool {
    " -./_·:()[]%#*\"'".contains(c)
}

/// Separators that people put into codes.
fn soft_gap(gap: &[char], spoken: bool) -> bool {
    if gap.len() > if spoken { 12 } else { 3 } {
        return false;
    }
    // A filler word ("dash") may stand between spoken pieces.
    if spoken && gap.iter().any(|c| c.is_alphabetic()) {
        return true;
    }
    matches!(gap, ['&' | '!' | '$' | '=' | '?' | '~' | '^' | '@'])
        || gap.iter().all(|&c| parts_codes(c) || matches!(c, '+' | '\\' | '•') || (spoken && c == ','))
            && !(gap.len() >= 2 && gap[0] == '.' && gap[1] == ' ')
}

fn alike(wanted: char, c: char) -> bool {
    wanted == c || look_alike(wanted) == look_alike(c) || (wanted == '0' && c == 'ø')
}

/// A row's atoms as pieces.
pub(super) fn literal(row: &Row<'_>) -> Vec<Piece> {
    (0..row.atoms.len()).map(|at| Piece::new(row.word(row.atoms[at]), at, at, false)).collect()
}

/// The compact canonical form of a wanted code.
pub(super) fn compact(pattern: &Pattern) -> String {
    reference::canonical(&pattern.chars.iter().collect::<String>())
}
