//! A text made ready for search: folded characters with their places, cut into atoms once they are folded.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use super::digits::ascii_digit;

/// A run of letters and digits; `from..to` are indices of folded characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Atom {
    pub from: usize,
    pub to: usize,
    pub digits: bool,
    pub letters: bool,
    pub han: bool,
}

impl Atom {
    pub fn len(&self) -> usize {
        self.to - self.from
    }
}

/// The folded text: zero-width characters gone, widths, dashes, spaces, quotes and digits made plain.
#[derive(Debug, Default)]
pub(super) struct Row<'t> {
    pub text: &'t str,
    /// Folded, case kept.
    pub raw: Vec<char>,
    /// Folded, lower case.
    pub low: Vec<char>,
    start: Vec<u32>,
    end: Vec<u32>,
    pub atoms: Vec<Atom>,
}

/// Whether a character belongs to scripts written without spaces, whose runs are cut from Latin ones.
pub(super) fn is_han(c: char) -> bool {
    matches!(u32::from(c), 0x3005..=0x3007 | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x0E00..=0x0E7F)
}

pub(super) fn is_hangul(c: char) -> bool {
    matches!(u32::from(c), 0x1100..=0x11FF | 0x3130..=0x318F | 0xAC00..=0xD7A3)
}

/// Whether what a number stands beside is written to it: a counter, a particle or a copula.
fn runs_on(c: char) -> bool {
    is_han(c) || is_hangul(c)
}

fn is_zero_width(c: char) -> bool {
    matches!(u32::from(c), 0xAD | 0x034F | 0x061C | 0x180E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 | 0xFE00..=0xFE0F | 0xFEFF)
}

/// Dashes, quotes and spaces as ASCII has them.
pub(super) fn plain(c: char) -> char {
    match c {
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2043}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => '-',
        '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' | '\u{2032}' | '\u{02BC}' => '\'',
        '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{00AB}' | '\u{00BB}' => '"',
        '\u{2044}' | '\u{2215}' => '/',
        '\u{2024}' | '\u{3002}' => '.',
        'º' | 'ª' => '°',
        '\u{3001}' => ',',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

fn lower(c: char) -> char {
    if c.is_ascii() { c.to_ascii_lowercase() } else { c.to_lowercase().next().unwrap_or(c) }
}

impl<'t> Row<'t> {
    pub fn new(text: &'t str) -> Self {
        let mut row = Row { text, ..Row::default() };
        row.raw.reserve(text.len());
        row.low.reserve(text.len());
        row.start.reserve(text.len());
        row.end.reserve(text.len());
        for (at, c) in text.char_indices() {
            let stop = at + c.len_utf8();
            if c.is_ascii() {
                row.push(if c.is_ascii_whitespace() { ' ' } else { c }, at, stop);
            } else if !is_zero_width(c) {
                row.fold(c, at, stop);
            }
        }
        row.cut();
        row
    }

    /// A row of other characters over the same places (for disguised forms).
    pub fn rewritten(&self, chars: &[(char, usize, usize)]) -> Row<'t> {
        let mut row = Row { text: self.text, ..Row::default() };
        for &(c, from, to) in chars {
            row.push(c, self.start[from] as usize, self.end[to - 1] as usize);
        }
        row.cut();
        row
    }

    fn fold(&mut self, c: char, at: usize, stop: usize) {
        if let Some(digit) = ascii_digit(c) {
            return self.push(digit, at, stop);
        }
        let c = plain(c);
        let code = u32::from(c);
        if matches!(code, 0x300..=0x36F)
            && let Some(last) = self.raw.last_mut()
            && let Some(joined) = compose(*last, c)
        {
            *last = joined;
            if let (Some(low), Some(end)) = (self.low.last_mut(), self.end.last_mut()) {
                *low = lower(joined);
                *end = u32::try_from(stop).unwrap_or(u32::MAX);
            }
            return;
        }
        if matches!(code, 0x2070..=0x209C | 0x2100..=0x2114 | 0x2117..=0x214F | 0x2460..=0x24FF | 0xFF00..=0xFFEF | 0x1D400..=0x1D7FF)
        {
            for folded in std::iter::once(c).nfkc() {
                self.push(plain(folded), at, stop);
            }
        } else {
            self.push(c, at, stop);
        }
    }

    fn push(&mut self, c: char, at: usize, stop: usize) {
        self.raw.push(c);
        self.low.push(lower(c));
        self.start.push(u32::try_from(at).unwrap_or(u32::MAX));
        self.end.push(u32::try_from(stop).unwrap_or(u32::MAX));
    }

    fn cut(&mut self) {
        let mut at = 0;
        let n = self.low.len();
        while at < n {
            let c = self.low[at];
            if !c.is_alphanumeric() {
                at += 1;
                continue;
            }
            let han = runs_on(c);
            let from = at;
            let (mut digits, mut letters) = (true, true);
            while at < n && self.low[at].is_alphanumeric() && runs_on(self.low[at]) == han {
                digits &= self.low[at].is_ascii_digit();
                letters &= !self.low[at].is_ascii_digit();
                at += 1;
            }
            self.atoms.push(Atom { from, to: at, digits, letters, han });
        }
    }

    /// Bytes of the folded characters `from..to`.
    pub fn bytes(&self, from: usize, to: usize) -> Range<usize> {
        match (self.start.get(from), to.checked_sub(1).and_then(|last| self.end.get(last))) {
            (Some(&start), Some(&end)) if from < to => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// Bytes of the atoms `first..=last`, with what stands between them.
    pub fn span(&self, first: usize, last: usize) -> Range<usize> {
        self.bytes(self.atoms[first].from, self.atoms[last].to)
    }

    /// As the text writes the folded characters `from..to`.
    pub fn written(&self, from: usize, to: usize) -> &'t str {
        self.text.get(self.bytes(from, to)).unwrap_or_default()
    }

    pub fn low(&self, atom: Atom) -> &[char] {
        &self.low[atom.from..atom.to]
    }

    pub fn raw(&self, atom: Atom) -> &[char] {
        &self.raw[atom.from..atom.to]
    }

    pub fn word(&self, atom: Atom) -> String {
        self.low(atom).iter().collect()
    }

    pub fn is(&self, atom: Atom, word: &str) -> bool {
        self.low(atom).iter().copied().eq(word.chars())
    }

    pub fn raw_at(&self, at: usize) -> char {
        self.raw.get(at).copied().unwrap_or(' ')
    }

    pub fn before(&self, at: usize) -> char {
        at.checked_sub(1).map_or(' ', |last| self.raw_at(last))
    }

    /// The atom that begins at or after a place.
    pub fn atom_from(&self, at: usize) -> usize {
        self.atoms.partition_point(|atom| atom.from < at)
    }

    /// The last atom of the run of digits from an atom on that such marks alone part; `None` where the atom holds anything else, or the
    /// run has more atoms than `most`.
    pub fn run_of_digits(&self, first: usize, most: usize, parts: impl Fn(&[char]) -> bool) -> Option<usize> {
        let end = self.atoms.len().min(first.saturating_add(most).saturating_add(1));
        let run =
            (first..end).take_while(|&at| self.atoms[at].digits && (at == first || parts(self.gap(at - 1))));
        run.last().filter(|last| last - first < most)
    }

    /// The characters between two neighbouring atoms.
    pub fn gap(&self, left: usize) -> &[char] {
        match (self.atoms.get(left), self.atoms.get(left + 1)) {
            (Some(a), Some(b)) => &self.raw[a.to..b.from],
            _ => &[],
        }
    }

    /// Whether an atom is written in capitals (digits aside), with one letter at least.
    pub fn capitals(&self, atom: Atom) -> bool {
        let mut any = false;
        for &c in self.raw(atom) {
            if c.is_lowercase() {
                return false;
            }
            any |= c.is_uppercase();
        }
        any
    }
}
