//! Addresses, and names and ids that stand in addresses: hosts, paths, DOIs, ports.

use std::ops::Range;

use super::Search;
use super::tied::tied_behind;
use crate::entity::identifier::kind::{How, Identifier, Kind};
use crate::entity::identifier::pattern::{Pattern, irregular, literal};
use crate::entity::identifier::row::Row;
use crate::entity::identifier::{host, recognition};

impl Search<'_, '_> {
    /// An e-mail address, a domain or a web address: by its host, by its id, and disguised.
    pub(super) fn addresses(&mut self) {
        self.push_all(host::find(self.wanted, self.row), How::Abbreviated, 0.8);
        self.opaque();
        self.run_on();
        for other in recognition::disguised(self.row) {
            if self.carries(&other) {
                self.push(other.span, How::Obfuscated, 0.9);
            }
        }
    }

    /// A web address that words without spaces run on from: "网址https://mori.example/p7打开".
    fn run_on(&mut self) {
        if !matches!(self.wanted.kind, Kind::Url | Kind::Domain) {
            return;
        }
        let row = self.row;
        let unspaced = |c: char| crate::unicode::token::script(c).is_some_and(|script| script.unspaced());
        for hit in self.hits.iter().filter(|hit| matches!(hit.kind, Kind::Url | Kind::Domain)) {
            let Some(end) = (hit.from + 1..hit.to).find(|&at| unspaced(row.raw[at])) else { continue };
            let written: String = row.raw[hit.from..end].iter().collect();
            let mut own = recognition::recognise(&written).into_iter();
            if row.raw[end - 1].is_ascii_alphanumeric()
                && own.any(|own| own.kind == self.wanted.kind && own.canonical == self.wanted.canonical)
            {
                self.push(row.bytes(hit.from, end), How::Notation, 0.97);
            }
        }
    }

    /// The opaque id of a web address in another address.
    fn opaque(&mut self) {
        let Some(key) = opaque(self.wanted) else { return };
        let pattern = Pattern::of(&key);
        let pieces = literal(self.row);
        for first in 0..pieces.len() {
            if let Some(m) = pattern.at(self.row, &pieces, first) {
                self.push(m.span(self.row, &pieces), How::Within, 0.8);
            }
        }
    }

    /// A name or path as a segment of a longer path or address: "@ana_88" in "https://social.example/@ana_88/1102".
    pub(super) fn segments(&mut self) {
        let row = self.row;
        let wanted: Vec<char> = match self.wanted.kind {
            Kind::Handle => self.wanted.text.trim_start_matches('@').to_lowercase().chars().collect(),
            Kind::Path if self.wanted.canonical.len() > 3 => self.wanted.canonical.chars().collect(),
            _ => return,
        };
        if wanted.len() <= 2 {
            return;
        }
        let within: Vec<Range<usize>> = self
            .hits
            .iter()
            .filter(|hit| hit.kind == Kind::Url || hit.kind == Kind::Path && self.wanted.kind == Kind::Handle)
            .map(|hit| hit.from..hit.to)
            .collect();
        for stretch in within {
            for from in stretch.clone() {
                let to = from + wanted.len();
                let ends = to >= stretch.end || matches!(row.raw_at(to), '/' | '?' | '#' | ' ');
                let begins = self.wanted.kind == Kind::Path
                    || matches!(row.before(from), '/' | '@' | '~') && from > stretch.start;
                if begins && ends && row.low.get(from..to) == Some(&wanted) {
                    self.push(row.bytes(from, to), How::Within, 0.85);
                }
            }
        }
    }

    /// An address in the name that a provider gives its machine: "ec-198-51-100-7.cloud.example".
    pub(super) fn dashed(&mut self) {
        let row = self.row;
        let octets: Vec<&str> = self.wanted.canonical.split('.').collect();
        for first in 0..row.atoms.len().saturating_sub(octets.len() - 1) {
            let last = first + octets.len() - 1;
            let same = (first..=last).zip(&octets).all(|(at, octet)| row.is(row.atoms[at], octet));
            let joined = (first..last).all(|at| matches!(row.gap(at), ['-' | '_']));
            let digits = |at: usize| row.atoms.get(at).is_some_and(|atom| atom.digits);
            let longer = first > 0 && row.gap(first - 1) == ['-'] && digits(first - 1)
                || row.gap(last) == ['-'] && digits(last + 1);
            if same && joined && !longer {
                self.push(row.span(first, last), How::Within, 0.8);
            }
        }
    }

    /// A DOI inside another address, or printed with spaces.
    pub(super) fn printed(&mut self) {
        let row = self.row;
        let wanted = Row::new(&self.wanted.canonical);
        let count = wanted.atoms.len();
        for first in 0..row.atoms.len().saturating_sub(count - 1) {
            let last = first + count - 1;
            let alike = |at: usize| {
                let gap: Vec<char> = row.gap(first + at).iter().copied().filter(|c| *c != ' ').collect();
                gap == wanted.gap(at)
            };
            let same = (0..count).all(|at| row.low(row.atoms[first + at]) == wanted.low(wanted.atoms[at]));
            let goes_on = tied_behind(row, row.atoms[last].to, &['-', '_', '/', '.']);
            if same && (0..count - 1).all(alike) && !goes_on {
                self.push(row.span(first, last), How::Notation, 0.9);
            }
        }
    }

    /// An address and its port in words: "192.0.2.44 port 5060"; the two halves of a code as two fields.
    pub(super) fn port(&mut self) {
        let row = self.row;
        let Some((host, port)) = self.wanted.text.rsplit_once(':') else { return };
        let (host, port) = (Row::new(host), Row::new(port));
        let (count, [port_atom]) = (host.atoms.len(), port.atoms.as_slice()) else { return };
        if count == 0 || host.text.contains(':') || port_atom.len() < 2 {
            return;
        }
        let alike = |own: &[char], wanted: &[char]| {
            let bare = |chars: &[char]| chars.iter().collect::<String>().trim_start_matches('0').to_owned();
            own == wanted || wanted.iter().all(char::is_ascii_digit) && bare(own) == bare(wanted)
        };
        for first in 0..row.atoms.len().saturating_sub(count) {
            let same = (0..count).all(|i| row.low(row.atoms[first + i]) == host.low(host.atoms[i]))
                && (1..count).all(|i| row.gap(first + i - 1) == host.gap(i - 1));
            let next = first + count;
            if !same || first > 0 && matches!(row.gap(first - 1), ['.' | '-']) {
                continue;
            }
            let named = row.is(row.atoms[next], "port");
            let fields = row.before(row.atoms[first].from) == '='
                && row.atoms.get(next + 1).is_some_and(|second| row.before(second.from) == '=');
            if let Some(&last) = row.atoms.get(next + 1).filter(|_| named || fields)
                && row.gap(next).len() <= 2
                && alike(row.low(last), port.low(*port_atom))
            {
                self.push(row.span(first, next + 1), How::Notation, 0.85);
            }
        }
    }
}

/// The id that a web address is about, if it is unmistakable by itself: mixed case and digits, or a UUID.
pub(in crate::entity::identifier) fn opaque(wanted: &Identifier) -> Option<Identifier> {
    if wanted.kind != Kind::Url {
        return None;
    }
    let token = wanted.canonical.rsplit(['/', '=', '?', '&']).find(|token| !token.is_empty())?;
    let chars: Vec<char> = token.chars().collect();
    let mixed = (8..=64).contains(&chars.len())
        && irregular(&chars)
        && chars.iter().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    mixed.then(|| Identifier {
        kind: Kind::Key,
        canonical: token.to_owned(),
        label: None,
        text: token.to_owned(),
        span: wanted.span.clone(),
    })
}
