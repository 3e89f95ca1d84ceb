//! Directed search: every occurrence of the wanted identifier in a row.

use std::ops::Range;

use super::canonical::{self, Hit, book, net, path, phone, place, version, web};
use super::digits::is_year;
use super::kind::{Found, How, Identifier, Kind};
use super::label::{self, Fit};
use super::pattern::{Match, Pattern, gap, irregular, literal, noun};
use super::recognise;
use super::row::Row;
use super::same::{begins, is_code, same};
use super::spelled::{self, Piece};
use super::{
    airline, also, bases, colour, domestic, host, masked, parts, phrase, readings, scale, seat, several,
    strict, yearly,
};

/// Every occurrence of the wanted identifier in a row's text, in whatever surface form.
#[must_use]
pub fn find(wanted: &Identifier, text: &str) -> Vec<Found> {
    search(wanted, text).0
}

/// The number looks right but something speaks against it: where, and why.
pub(super) type Refused = (Range<usize>, String);

/// Occurrences, and refused look-alikes.
pub(super) fn search(wanted: &Identifier, text: &str) -> (Vec<Found>, Vec<Refused>) {
    let mut row = Row::new(text);
    if wanted.text.contains('ı') {
        // Turkish: the capital of ı is I.
        for (low, raw) in row.low.iter_mut().zip(&row.raw) {
            if *raw == 'I' {
                *low = 'ı';
            }
        }
    }
    let mut search =
        Search { wanted, hits: canonical::scan(&row), row: &row, found: Vec::new(), refused: Vec::new() };
    search.run();
    let Search { mut found, mut refused, .. } = search;
    if let Some(row) = readings::decoded(&row) {
        let hits = canonical::scan(&row);
        let mut search = Search { wanted, hits, row: &row, found: Vec::new(), refused: Vec::new() };
        search.run();
        found.extend(search.found.into_iter().map(|one| Found { certainty: one.certainty * 0.97, ..one }));
        refused.extend(search.refused);
    }
    if is_code(wanted.kind)
        && Pattern::of(wanted).digits_only()
        && let Some(row) = readings::confused(&row)
    {
        let hits = canonical::scan(&row);
        let mut search = Search { wanted, hits, row: &row, found: Vec::new(), refused: Vec::new() };
        search.run();
        found.extend(search.found.into_iter().map(|one| Found { certainty: one.certainty * 0.8, ..one }));
    }
    found.sort_by(|a, b| a.span.start.cmp(&b.span.start).then(b.span.end.cmp(&a.span.end)));
    found.dedup_by(|b, a| {
        b.span.start < a.span.end && {
            if b.certainty > a.certainty {
                a.certainty = b.certainty;
            }
            true
        }
    });
    (found, refused)
}

#[derive(Debug)]
struct Search<'s, 't> {
    wanted: &'s Identifier,
    row: &'s Row<'t>,
    hits: Vec<Hit>,
    found: Vec<Found>,
    refused: Vec<Refused>,
}

impl Search<'_, '_> {
    fn run(&mut self) {
        if phrase::is(self.wanted) {
            let (found, longer) = phrase::find(self.wanted, self.row.text);
            for span in found {
                self.push(span, How::Notation, 0.95);
            }
            self.refused.extend(longer.into_iter().map(|span| (span, "a longer phrase".to_owned())));
            return;
        }
        if several::is(self.wanted) {
            for (span, certainty) in several::find(self.wanted, self.row) {
                self.push(span, How::Notation, certainty);
            }
            return;
        }
        if parts::of(self.wanted).is_some() {
            for (span, certainty) in parts::find(self.wanted, self.row) {
                self.push(span, How::Notation, certainty);
            }
            return;
        }
        self.recognised();
        self.segments();
        self.bases();
        self.colours();
        self.born();
        self.frequency();
        match self.wanted.kind {
            Kind::Phone => self.phones(),
            Kind::Version => self.versions(),
            Kind::Ending => self.endings(),
            Kind::Coordinates => self.positions(),
            Kind::Ipv4 => self.dashed(),
            Kind::Doi => self.printed(),
            Kind::Iban => {
                for span in domestic::find(self.wanted, self.row) {
                    self.push(span, How::Notation, 0.9);
                }
            }
            Kind::Key => {
                for span in masked::find(self.wanted, self.row) {
                    self.push(span, How::Masked, 0.55);
                }
            }
            Kind::Email | Kind::Domain | Kind::Url => {
                for span in host::find(self.wanted, self.row) {
                    self.push(span, How::Abbreviated, 0.8);
                }
                self.opaque();
                for other in recognise::disguised(self.row) {
                    if self.carries(&other) {
                        self.push(other.span.clone(), How::Obfuscated, 0.9);
                    }
                }
            }
            _ => {}
        }
        if self.wanted.kind == Kind::Number && self.wanted.canonical.len() >= 9 {
            self.phones();
        }
        if is_code(self.wanted.kind)
            || matches!(self.wanted.kind, Kind::Handle | Kind::Uuid | Kind::Mac | Kind::Hash | Kind::Commit)
        {
            self.codes();
        }
    }

    fn push(&mut self, span: Range<usize>, how: How, certainty: f32) {
        let as_written = self.row.text.get(span.clone()).unwrap_or_default().to_owned();
        let how = if how == How::Notation { classify(self.wanted, &as_written) } else { how };
        self.found.push(Found { span, as_written, how, certainty });
    }

    /// The same number in another base, and a day in seconds.
    fn bases(&mut self) {
        let row = self.row;
        let text = self.wanted.text.to_lowercase();
        let span = |value: bases::Value| row.bytes(row.atoms[value.first].from, row.atoms[value.last].to);
        if let Some(number) = bases::system(self.wanted) {
            for value in bases::systems(row).into_iter().filter(|value| value.value == number) {
                self.push(span(value), How::Notation, 0.9);
            }
        }
        if let Some(number) = bases::number(self.wanted) {
            for value in bases::marked(row).into_iter().filter(|value| value.value == number) {
                let noun = label::before(row, value.first);
                let certainty = match label::fit(self.wanted.label.as_deref(), noun.as_deref()) {
                    Fit::Same => 0.9,
                    Fit::Open if number >= 4096 => 0.8,
                    Fit::Doubtful if number >= 65_536 => 0.7,
                    _ => continue,
                };
                self.push(span(value), How::Notation, certainty);
            }
        }
        let decimal = match self.wanted.kind {
            Kind::Ipv4 => bases::number(self.wanted).filter(|&number| number > 16_777_216),
            Kind::Reference | Kind::Number => bases::based(&text).filter(|&number| number >= 100),
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
                let certainty = match label::fit(self.wanted.label.as_deref(), noun.as_deref()) {
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

    /// A personal number told as the day of birth and the rest.
    fn born(&mut self) {
        let Some((year, day, rest)) = also::born(self.wanted) else { return };
        let same_day = self.hits.iter().any(|hit| {
            hit.kind == Kind::Date && hit.canonical.ends_with(&day) && hit.canonical.get(2..4) == Some(&year)
        });
        if !same_day {
            return;
        }
        for &atom in &self.row.atoms {
            if self.row.is(atom, &rest) {
                let span = self.row.bytes(atom.from, atom.to);
                self.push(span, How::Notation, 0.85);
            }
        }
    }

    /// Whether a recognised thing of the row is, or carries, the wanted one.
    fn carries(&self, other: &Identifier) -> bool {
        if same(self.wanted, other) {
            return true;
        }
        let name = &self.wanted.canonical;
        match (self.wanted.kind, other.kind) {
            (Kind::Ipv4 | Kind::Ipv6 | Kind::Cidr, Kind::Ipv4 | Kind::Ipv6 | Kind::Cidr) => {
                net::host(name) == net::host(&other.canonical)
            }
            (_, Kind::Isbn) => bare_isbn(self.wanted).as_ref() == Some(&other.canonical),
            (Kind::Mac, Kind::Ipv6) => bases::embedded(&other.canonical).as_ref() == Some(name),
            (Kind::Domain, Kind::Url) => web::host_of(&other.canonical) == name,
            (Kind::Domain, Kind::Email) => other.canonical.split('@').nth(1) == Some(name.as_str()),
            (Kind::Url | Kind::Domain, Kind::Url | Kind::Domain) => web::is_of(name, &other.canonical),
            (Kind::Path, Kind::Path) => {
                // "~/x" leaves the owner open.
                let home = |a: &str, b: &str| {
                    a.strip_prefix("~/").is_some_and(|rest| {
                        b.strip_prefix("/home/")
                            .and_then(|b| b.split_once('/'))
                            .is_some_and(|(_, tail)| tail == rest)
                    })
                };
                home(name, &other.canonical) || home(&other.canonical, name)
            }
            _ => false,
        }
    }

    fn recognised(&mut self) {
        let hits = std::mem::take(&mut self.hits);
        for hit in &hits {
            let book = matches!(hit.kind, Kind::Isbn | Kind::Issn)
                && (hit.kind == self.wanted.kind || bare_isbn(self.wanted).is_some());
            if hit.kind == Kind::Phone || is_code(hit.kind) && is_code(self.wanted.kind) && !book {
                continue;
            }
            if matches!(self.wanted.kind, Kind::Handle) {
                continue;
            }
            let other = recognise::identifier(self.row, hit);
            // "Chapter 2.4.1" is no version.
            if hit.kind == Kind::Version
                && !other.text.starts_with(['v', 'V'])
                && other.label.as_deref().is_some_and(|noun| noun != "version" && label::known(noun))
            {
                continue;
            }
            if self.carries(&other) {
                let abbreviated = matches!(hit.kind, Kind::Commit | Kind::Hash)
                    && other.canonical.len() < self.wanted.canonical.len();
                let how = if abbreviated { How::Abbreviated } else { How::Notation };
                let within = self.wanted.kind == Kind::Domain && hit.kind != Kind::Domain;
                let (how, certainty) = if within { (How::Within, 0.8) } else { (how, 0.97) };
                self.push(other.span, how, certainty);
            }
        }
        // The other form of a book or serial number is another run of digits.
        if matches!(self.wanted.kind, Kind::Uuid | Kind::Hash | Kind::Commit) {
            self.abbreviations();
        }
        self.hits = hits;
        if self.wanted.kind == Kind::Commit {
            self.linked_commit();
        }
    }

    /// The opaque id of a web address in another address.
    fn opaque(&mut self) {
        if let Some(key) = opaque(self.wanted) {
            let pattern = Pattern::of(&key);
            let pieces = literal(self.row);
            for first in 0..pieces.len() {
                if let Some(m) = pattern.at(self.row, &pieces, first) {
                    let span = self.row.bytes(
                        self.row.atoms[pieces[m.first].first].from,
                        self.row.atoms[pieces[m.last].last].to,
                    );
                    self.push(span, How::Within, 0.8);
                }
            }
        }
    }

    /// A name or path as a segment of a longer path or address: "@ana_88" in "https://social.example/@ana_88/1102".
    fn segments(&mut self) {
        let wanted: Vec<char> = match self.wanted.kind {
            Kind::Handle => self.wanted.text.trim_start_matches('@').to_lowercase().chars().collect(),
            Kind::Path if self.wanted.canonical.len() > 3 => self.wanted.canonical.chars().collect(),
            _ => return,
        };
        let within: Vec<Range<usize>> = self
            .hits
            .iter()
            .filter(|hit| hit.kind == Kind::Url || hit.kind == Kind::Path && self.wanted.kind == Kind::Handle)
            .map(|hit| hit.from..hit.to)
            .collect();
        for stretch in within {
            for from in stretch.clone() {
                let to = from + wanted.len();
                let ends = to >= stretch.end || matches!(self.row.raw_at(to), '/' | '?' | '#' | ' ');
                let begins = self.wanted.kind == Kind::Path
                    || matches!(self.row.before(from), '/' | '@' | '~') && from > stretch.start;
                if begins && ends && wanted.len() > 2 && self.row.low.get(from..to) == Some(&wanted) {
                    self.push(self.row.bytes(from, to), How::Within, 0.85);
                }
            }
        }
    }

    /// An address in the name that a provider gives its machine: "ec-198-51-100-7.cloud.example".
    fn dashed(&mut self) {
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
                self.push(row.bytes(row.atoms[first].from, row.atoms[last].to), How::Within, 0.8);
            }
        }
    }

    /// A DOI inside another address, or printed with spaces.
    fn printed(&mut self) {
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
            if same && (0..count - 1).all(alike) && !tied_behind(row, last) {
                self.push(row.bytes(row.atoms[first].from, row.atoms[last].to), How::Notation, 0.9);
            }
        }
    }

    /// The same position, as exactly as the less exact of the two says it.
    fn positions(&mut self) {
        let wanted = Row::new(&self.wanted.text);
        let Some(wanted) = place::pairs(&wanted).into_iter().next() else { return };
        for other in place::pairs(self.row) {
            let Some(certainty) = wanted.same(&other) else { continue };
            self.push(self.row.bytes(other.from, other.to), How::Notation, certainty);
        }
    }

    /// A commit of which the wanted id is the beginning, in an address: ".../commit/7f3c9a2e51b0d4".
    fn linked_commit(&mut self) {
        for at in 0..self.row.atoms.len() {
            let atom = self.row.atoms[at];
            let within = || {
                self.hits.iter().any(|hit| {
                    matches!(hit.kind, Kind::Url | Kind::Path) && hit.from <= atom.from && atom.to <= hit.to
                })
            };
            if matches!(self.row.before(atom.from), '/' | '=' | '@')
                && (7..=40).contains(&atom.len())
                && self.row.low(atom).iter().all(char::is_ascii_hexdigit)
                && begins(&self.row.word(atom), &self.wanted.canonical)
                && within()
            {
                self.push(self.row.bytes(atom.from, atom.to), How::Within, 0.9);
            }
        }
    }

    /// Hex ids cut short, also with "…".
    fn abbreviations(&mut self) {
        for at in 0..self.row.atoms.len() {
            let atom = self.row.atoms[at];
            let cut =
                self.row.raw_at(atom.to) == '…' || self.row.raw[atom.to..].starts_with(&['.', '.', '.']);
            if atom.len() >= 7
                && atom.len() < self.wanted.canonical.len()
                && self.row.low(atom).iter().all(char::is_ascii_hexdigit)
                && begins(&self.row.word(atom), &self.wanted.canonical)
                && (cut || self.wanted.kind == Kind::Commit && (atom.len() < 40))
                && self.row.before(atom.from) != '#'
                && !matches!(self.row.before(atom.from), '-' | '_')
                && !(matches!(self.row.raw_at(atom.to), '-' | '_')
                    && self.row.raw_at(atom.to + 1).is_alphanumeric())
            {
                let span = self.row.bytes(atom.from, atom.to);
                self.push(span, How::Abbreviated, if atom.digits { 0.5 } else { 0.9 });
            }
        }
    }

    fn phones(&mut self) {
        let row = self.row;
        let mut at = 0;
        while at < row.atoms.len() {
            if !row.atoms[at].digits {
                at += 1;
                continue;
            }
            let next = phone::run(row, at);
            if let Some((span, exact)) = self.phone_in(at, next) {
                self.push(span, How::CountryCode, if exact { 0.97 } else { 0.85 });
            }
            at = next;
        }
        for i in 0..self.found.len() {
            if self.found[i].how == How::CountryCode {
                let how = classify(self.wanted, &self.found[i].as_written);
                self.found[i].how = how;
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
                let span = row.bytes(row.atoms[first].from, atom.to);
                self.push(span, How::Spelled, 0.9);
            }
        }
    }

    /// The wanted number in a run of groups: the whole run, or whole groups set off by spaces.
    fn phone_in(&self, at: usize, next: usize) -> Option<(Range<usize>, bool)> {
        let row = self.row;
        let wanted = &self.wanted.canonical;
        let bare = self.wanted.kind == Kind::Number;
        let reaches = |from: usize, to: usize| {
            let mut number = phone::dialled(row, from, to);
            number.international |= phone::linked(row, from);
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
        };
        let clear_left = |i: usize| {
            let before = row.before(row.atoms[i].from);
            !matches!(before, '-' | '_' | '/' | '.' | '#')
                || phone::linked(row, i)
                || i == 0
                || !row.atoms[i - 1].digits && before == '-'
        };
        let clear_right = |i: usize| {
            let end = row.atoms[i - 1].to;
            !(matches!(row.raw_at(end), '-' | '_' | '/' | '.' | ',') && row.raw_at(end + 1).is_ascii_digit())
        };
        if clear_left(at)
            && clear_right(next)
            && let Some(number) = reaches(at, next)
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
                    && clear_left(from)
                    && clear_right(to)
                    && let Some(number) = reaches(from, to)
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

    fn versions(&mut self) {
        let row = self.row;
        for at in 0..row.atoms.len() {
            if version::goes_on(row, at) {
                continue;
            }
            let Some((marked, count, canonical, mut to)) = version::at(row, at) else { continue };
            let mut canonical = canonical;
            if let Some(cut) = canonical.find("-bin").or_else(|| canonical.find("-zip")) {
                canonical.truncate(cut);
            }
            if canonical != self.wanted.canonical {
                continue;
            }
            if row.raw_at(to) == '-' && row.raw_at(to + 1).is_alphanumeric() {
                continue;
            }
            to = to.max(row.atoms[at].to);
            let named = label::before(row, at).map(|word| label::canonical(&word));
            let certainty = match named.as_deref() {
                Some("version") => 0.97,
                Some(word) if !marked && label::known(word) && !label::names_words(word) => continue,
                _ if marked || count >= 3 => 0.95,
                Some(word) if label::known(word) => continue,
                _ if count == 2 => 0.6,
                _ => continue,
            };
            let span = row.bytes(row.atoms[at].from, to);
            self.push(span, How::Notation, certainty);
        }
        // In the name of a file: "setup_2_4_0.exe".
        for first in 0..row.atoms.len() {
            let Some(last) = row.run_of_digits(first, |gap| gap == ['_']) else { continue };
            let begins =
                first == 0 || !(matches!(row.gap(first - 1), ['_' | '.']) && row.atoms[first - 1].digits);
            let parts: Vec<String> = (first..=last).map(|at| row.word(row.atoms[at])).collect();
            let dotted = parts.join(".");
            if parts.len() >= 3
                && begins
                && dotted.trim_end_matches(".0") == self.wanted.canonical.trim_end_matches(".0")
            {
                self.push(row.bytes(row.atoms[first].from, row.atoms[last].to), How::Separators, 0.85);
            }
        }
        if let Some(pieces) = spelled::reading(row) {
            let digits: String = self.wanted.canonical.chars().filter(|c| c.is_ascii_digit()).collect();
            let dotted = |m: &Match| {
                (m.first..m.last).all(|i| gap(row, &pieces, i).iter().any(|c| c.is_alphabetic() || *c == '.'))
            };
            for candidate in [digits.clone(), format!("{digits}0"), format!("{digits}00")] {
                let wanted = Identifier { kind: Kind::Phone, text: candidate, ..self.wanted.clone() };
                let pattern = Pattern::of(&wanted);
                for first in 0..pieces.len() {
                    if let Some(m) =
                        pattern.at(row, &pieces, first).filter(|m| m.spoken && m.last > m.first && dotted(m))
                    {
                        let next_spoken = pieces.get(m.last + 1).is_some_and(|next| {
                            next.spoken && gap(row, &pieces, m.last).iter().any(|c| c.is_alphabetic())
                        });
                        if !next_spoken {
                            let span = row.bytes(
                                row.atoms[pieces[m.first].first].from, row.atoms[pieces[m.last].last].to,
                            );
                            self.push(span, How::Spelled, 0.85);
                        }
                    }
                }
            }
        }
    }

    /// "ending 0917", "**** 0917", "..0142", and full cards that end so.
    fn endings(&mut self) {
        let row = self.row;
        let tail = self.wanted.canonical.clone();
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            if !(atom.digits && row.word(atom) == tail) {
                continue;
            }
            let before = row.before(atom.from);
            let words: Vec<String> = (at.saturating_sub(4)..at).map(|i| row.word(row.atoms[i])).collect();
            let said = words
                .iter()
                .rev()
                .position(|word| is_ending(word))
                .is_some_and(|back| words.iter().rev().take(back).all(|word| is_between(word)));
            let mut left = atom.from;
            while left > 0 && matches!(row.raw[left - 1], ' ' | '-') && atom.from - left < 2 {
                left -= 1;
            }
            let masked = matches!(row.before(left), '*' | '•' | '…' | '·')
                || row.raw[..left].ends_with(&['.', '.'])
                || before == 'x';
            if !(said || masked) {
                continue;
            }
            let span = row.bytes(atom.from, atom.to);
            if self.brand_differs() {
                self.refused.push((span, "the same last digits, of another card".to_owned()));
            } else {
                self.push(span, How::Notation, 0.9);
            }
        }
        for hit in self
            .hits
            .iter()
            .filter(|hit| {
                let kind = match self.wanted.label.as_deref() {
                    Some("phone") => Kind::Phone,
                    Some("account" | "iban") => Kind::Iban,
                    _ => Kind::Card,
                };
                hit.kind == kind && hit.canonical.ends_with(&tail)
            })
            .cloned()
            .collect::<Vec<_>>()
        {
            let span = row.bytes(hit.from, hit.to);
            self.push(span, How::Within, 0.7);
        }
        for at in 0..row.atoms.len() {
            // 411111xxxxxx1199
            let low = row.low(row.atoms[at]);
            let masked = low.iter().filter(|&&c| c == 'x').count() >= 4
                && low.iter().all(|&c| c == 'x' || c.is_ascii_digit());
            if masked && row.word(row.atoms[at]).ends_with(&format!("x{tail}")) {
                let span = row.bytes(row.atoms[at].from, row.atoms[at].to);
                self.push(span, How::Masked, 0.85);
            }
        }
    }

    /// Whether the row speaks of a card of another brand.
    fn brand_differs(&self) -> bool {
        const BRANDS: &[&str] = &[
            "visa", "mastercard", "amex", "maestro", "discover", "diners", "jcb", "shell", "texaco", "esso",
            "aral", "bp", "total", "debit", "credit",
        ];
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

    fn codes(&mut self) {
        let pattern = Pattern::of(self.wanted);
        if pattern.chars.is_empty() || pattern.letters_only() && pattern.chars.len() < 2 {
            return;
        }
        let pieces = literal(self.row);
        self.matches(&pattern, &pieces, false);
        if let Some(pieces) = spelled::reading(self.row) {
            self.matches(&pattern, &pieces, true);
            self.unprefixed(&pattern, &pieces);
            if self.wanted.kind == Kind::Phone {
                for digits in phone::national(&self.wanted.canonical) {
                    let pattern = Pattern::of(&Identifier { text: digits, ..self.wanted.clone() });
                    self.matches(&pattern, &pieces, true);
                }
            }
        }
        for (form, certainty) in also::forms(self.wanted) {
            let mut other = Search {
                wanted: &form,
                row: self.row,
                hits: self.hits.clone(),
                found: Vec::new(),
                refused: Vec::new(),
            };
            other.codes();
            let sure = |one: Found| Found { certainty: one.certainty * certainty, how: How::Notation, ..one };
            // Without the hyphen, and without any other mark.
            let undivided = also::undivided(&self.wanted.text).as_ref() == Some(&form.text);
            let found = other.found.into_iter().filter(|one| {
                !undivided || one.as_written.chars().all(|c| super::digits::ascii_digit(c).is_some())
            });
            self.found.extend(found.map(sure));
            self.refused.extend(other.refused);
        }
        self.otherwise(&pieces);
        if let Some(text) = turned(&self.wanted.text) {
            let pattern = Pattern::of(&Identifier { text, ..self.wanted.clone() });
            self.matches(&pattern, &pieces, false);
        }
        if let Some(whole) = Pattern::with_prefix(self.wanted) {
            self.matches(&whole, &pieces, false);
        }
        self.together();
        self.unprefixed(&pattern, &pieces);
        self.joined(&pattern);
        self.apart(&pattern);
        self.district(&pattern);
        self.zone(&pattern);
        self.dialled(&pattern);
        if pattern.digits_only() && pattern.digits <= 4 {
            self.roman(&pattern);
        }
        self.spaced(&pattern);
        for span in airline::find(self.wanted, self.row) {
            self.push(span, How::Spelled, 0.85);
        }
        for span in seat::find(self.wanted, self.row).into_iter().chain(yearly::find(self.wanted, self.row)) {
            self.push(span, How::Notation, 0.88);
        }
        self.masked(&pattern);
        self.cut();
        self.port();
    }

    /// The same letters and digits in another case, with other zeros or other separators, where those count.
    fn otherwise(&mut self, pieces: &[Piece]) {
        if !strict::zeros_count(self.wanted) {
            return;
        }
        let reason = if strict::separators_count(self.wanted) {
            "another name: separators and zeros count in names of users"
        } else {
            "another secret: capitals and zeros count"
        };
        let pattern = Pattern::loose(self.wanted);
        for first in 0..pieces.len() {
            let Some(m) = pattern.at(self.row, pieces, first) else { continue };
            let (from, to) =
                (self.row.atoms[pieces[m.first].first].from, self.row.atoms[pieces[m.last].last].to);
            self.refused.push((self.row.bytes(from, to), reason.to_owned()));
        }
    }

    /// The last signs of a long number or code, where the row says that there is more: "pallet …00017", "frame ends in 118K".
    fn cut(&mut self) {
        let row = self.row;
        let whole: Vec<char> =
            Row::new(&self.wanted.text).low.iter().copied().filter(|c| c.is_alphanumeric()).collect();
        let numbered = matches!(
            self.wanted.kind,
            Kind::Reference | Kind::Number | Kind::Code | Kind::NationalId | Kind::Card
        );
        if !numbered || whole.len() < 8 {
            return;
        }
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            if self.covered(atom) {
                self.push(row.bytes(atom.from, atom.to), How::Masked, 0.7);
                continue;
            }
            let told = self.wanted.kind != Kind::Card && row.low(atom).iter().any(char::is_ascii_digit);
            if !told || atom.len() < 4 || atom.len() + 2 > whole.len() || !whole.ends_with(row.low(atom)) {
                continue;
            }
            let Some(from) = self.ending(at) else { continue };
            let mut nouns = (from.saturating_sub(3)..from).map(|i| row.word(row.atoms[i]));
            let label =
                if self.wanted.kind == Kind::Card { Some("card") } else { self.wanted.label.as_deref() };
            if label.is_some() && nouns.any(|noun| label::fit(label, Some(&noun)) == Fit::Same) {
                self.push(row.bytes(atom.from, atom.to), How::Abbreviated, 0.7);
            }
        }
    }

    /// Whether an atom is the end of the wanted number, with a mask of the same form before it: "xxx-xx-4320".
    fn covered(&self, atom: super::row::Atom) -> bool {
        let row = self.row;
        let wanted: Vec<char> = self.wanted.text.to_lowercase().chars().collect();
        let Some(before) = wanted.len().checked_sub(atom.len()).filter(|before| *before >= 4) else {
            return false;
        };
        let Some(from) = atom.from.checked_sub(before).filter(|_| atom.len() >= 3) else { return false };
        let hides = |own: char, wanted: char| match wanted.is_alphanumeric() {
            true => matches!(own, 'x' | '*' | '•' | '#' | '·'),
            false => own == wanted,
        };
        row.low(atom) == &wanted[before..]
            && wanted[..before].iter().any(|c| !c.is_alphanumeric())
            && !row.before(from).is_alphanumeric()
            && row.low[from..atom.from].iter().zip(&wanted).all(|(own, wanted)| hides(*own, *wanted))
    }

    /// The first atom of the words that say that an atom is no more than an ending; the atom itself behind an ellipsis.
    fn ending(&self, at: usize) -> Option<usize> {
        let row = self.row;
        let before = &row.raw[..row.atoms[at].from];
        if before.ends_with(&['…']) || before.ends_with(&['.', '.']) {
            return Some(at);
        }
        let words = (at.saturating_sub(4)..at).rev();
        let mut said = words.map(|i| (i, row.word(row.atoms[i]))).skip_while(|(_, word)| is_between(word));
        said.next().filter(|(_, word)| is_ending(word)).map(|(i, _)| i)
    }

    /// An address and its port in words: "192.0.2.44 port 5060"; the two halves of a code as two fields.
    fn port(&mut self) {
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
                self.push(row.bytes(row.atoms[first].from, last.to), How::Notation, 0.85);
            }
        }
    }

    /// A code of letters and digits without its separators, as one run: "M302" for M3-02, "blutshxl" for BLU-TSH-XL.
    fn together(&mut self) {
        let row = self.row;
        let whole = Row::new(&self.wanted.text);
        let compact: Vec<char> = whole.low.iter().copied().filter(|c| c.is_alphanumeric()).collect();
        let letters = compact.iter().filter(|c| c.is_alphabetic()).count();
        let enough = if letters == compact.len() { 6 } else { 4 };
        let code = matches!(self.wanted.kind, Kind::Reference | Kind::Code | Kind::Key);
        if !code
            || whole.atoms.len() < 2
            || letters == 0
            || compact.len() < enough
            || self.wanted.text.contains(' ')
        {
            return;
        }
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            let alike = if strict::case_counts(self.wanted) {
                row.raw(atom).iter().eq(whole.raw.iter().filter(|c| c.is_alphanumeric()))
            } else {
                row.low(atom) == compact
            };
            if alike && !tied(row, at) {
                self.push(row.bytes(atom.from, atom.to), How::Separators, 0.9);
            }
        }
        if letters < compact.len() {
            return;
        }
        // Letters alone, parted by other marks.
        for first in 0..row.atoms.len().saturating_sub(whole.atoms.len() - 1) {
            let last = first + whole.atoms.len() - 1;
            let alike = |a, b| match strict::case_counts(self.wanted) {
                true => row.raw(a) == whole.raw(b),
                false => row.low(a) == whole.low(b),
            };
            let same = (first..=last).all(|at| alike(row.atoms[at], whole.atoms[at - first]));
            let parted = (first..last).all(|at| matches!(row.gap(at), ['-' | '_' | '/' | '.' | ' ']));
            let begun = matches!(row.before(row.atoms[first].from), '-' | '_' | '/');
            let goes_on = matches!(row.raw_at(row.atoms[last].to), '-' | '_' | '/')
                && row.raw_at(row.atoms[last].to + 1).is_alphanumeric();
            if same && parted && !begun && !goes_on {
                self.push(row.bytes(row.atoms[first].from, row.atoms[last].to), How::Separators, 0.85);
            }
        }
    }

    /// The number without a prefix that its noun begins with: customer C-10442 as "customer 10442" or in words, sample S-0042A as
    /// "sample 42A"; where it is long enough, also without a noun, as in "parts for 7731". Another prefix is part of the number.
    fn unprefixed(&mut self, pattern: &Pattern, pieces: &[Piece]) {
        let letters = pattern.chars.iter().take_while(|c| !c.is_ascii_digit()).count();
        let noun = self.wanted.label.clone().unwrap_or_default();
        let rest = pattern.chars.len() - letters;
        let prefix: String = pattern.chars[..letters].iter().collect();
        // "DE" before a tax number, "CH" before another number of a country's own.
        let national = (letters == 2 || letters == 3 && noun == "vat")
            && (rest >= 9 || rest >= 7 && matches!(noun.as_str(), "vat" | "national" | "passport"));
        let initial = noun.chars().next() == pattern.chars.first().copied()
            || label::fit(Some(&noun), Some(&prefix)) == Fit::Same;
        let long = rest >= 4;
        // A letter behind the number tells it from its neighbours.
        let suffixed = rest == pattern.digits + 1 && pattern.chars.last().is_some_and(|c| c.is_alphabetic());
        // "R12" of a rack is rack 12; the letter of "B7" may tell where it is.
        if !(1..=5).contains(&letters)
            || rest < 2
            || rest != pattern.digits && !suffixed
            || strict::case_counts(self.wanted)
            || !(initial && (long || letters <= 3) || national)
        {
            return;
        }
        let bare = Pattern::of(&Identifier {
            text: pattern.chars[letters..].iter().collect(),
            ..self.wanted.clone()
        });
        for first in 0..pieces.len() {
            let Some(m) = bare.at(self.row, pieces, first) else { continue };
            let named = label::of(self.row, pieces[m.first].first, pieces[m.last].last);
            let fit = label::fit(Some(&noun), named.as_deref());
            let alone = !suffixed && letters == 2 && rest >= 9 && fit != Fit::Conflict
                || !suffixed && long && named.is_none();
            if (alone || named.is_some() && fit == Fit::Same)
                && self.judge(&bare, pieces, &m).is_ok()
                && !pieces[..m.first].last().is_some_and(|left| {
                    left.text.len() <= 3 && matches!(gap(self.row, pieces, m.first - 1), ['-' | '_' | '/'])
                })
            {
                let span = self.row.bytes(
                    self.row.atoms[pieces[m.first].first].from,
                    self.row.atoms[pieces[m.last].last].to,
                );
                self.push(span, How::Abbreviated, 0.65);
            }
        }
    }

    /// The number written to its noun, or to the noun's first letter: "ENG2" for engine 2, "T9" for table 9.
    fn joined(&mut self, pattern: &Pattern) {
        let Some(noun) = self.wanted.label.clone().filter(|_| pattern.digits_only()) else { return };
        let row = self.row;
        let undivided: String = self.wanted.text.chars().filter(char::is_ascii_digit).collect();
        let number: String = pattern.chars.iter().collect();
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            let low = row.low(atom);
            let letters = low.iter().take_while(|c| c.is_alphabetic()).count();
            let digits: String = low[letters..].iter().collect();
            let stripped = digits.trim_start_matches('0');
            let equal = !stripped.is_empty()
                && (stripped == number && !pattern.divided()
                    || stripped == undivided.trim_start_matches('0'));
            if letters == 0 || !equal || tied(row, at) {
                continue;
            }
            let prefix: String = low[..letters].iter().collect();
            let before = label::before(row, at);
            let other =
                before.as_deref().is_some_and(|word| label::fit(Some(&noun), Some(word)) != Fit::Same);
            let certainty = if letters > 1 && label::fit(Some(&noun), Some(&prefix)) == Fit::Same {
                0.85
            } else if letters == 1
                && noun.starts_with(&prefix)
                && label::known(&noun)
                && row.raw(atom)[0].is_uppercase()
                && !other
                && number.len() <= 3
            {
                0.55
            } else {
                continue;
            };
            self.push(row.bytes(atom.from, atom.to), How::Abbreviated, certainty);
        }
    }

    /// "x205" for extension 205.
    fn dialled(&mut self, pattern: &Pattern) {
        if self.wanted.label.as_deref() != Some("extension") || !pattern.digits_only() {
            return;
        }
        let written: Vec<char> = std::iter::once('x').chain(pattern.chars.iter().copied()).collect();
        for &atom in &self.row.atoms {
            if self.row.low(atom) == written {
                let span = self.row.bytes(atom.from, atom.to);
                self.push(span, How::Notation, 0.9);
            }
        }
    }

    /// A code of digits in groups behind its noun: "PIN: 25 08" for 2508.
    fn spaced(&mut self, pattern: &Pattern) {
        let row = self.row;
        let secret = matches!(self.wanted.kind, Kind::Key | Kind::Code);
        let digits: String = self.wanted.text.chars().filter(char::is_ascii_digit).collect();
        if !secret || !pattern.digits_only() || !(4..=8).contains(&digits.len()) {
            return;
        }
        for first in 0..row.atoms.len() {
            let Some(last) = row.run_of_digits(first, |gap| matches!(gap, [' ' | '-'])) else { continue };
            let said: String = (first..=last).map(|at| row.word(row.atoms[at])).collect();
            let noun = label::before(row, first);
            let fits =
                noun.is_some() && label::fit(self.wanted.label.as_deref(), noun.as_deref()) == Fit::Same;
            if last > first && said == digits && fits {
                self.push(row.bytes(row.atoms[first].from, row.atoms[last].to), How::Separators, 0.85);
            }
        }
    }

    /// A machine-readable zone: the number, its check digit and more in one line with fillers.
    fn zone(&mut self, pattern: &Pattern) {
        if !self.row.text.contains("<<") || pattern.chars.len() < 6 {
            return;
        }
        for at in 0..self.row.atoms.len() {
            let atom = self.row.atoms[at];
            let low = self.row.low(atom);
            if low.len() >= pattern.chars.len() + 10 && low.starts_with(&pattern.chars) {
                let span = self.row.bytes(atom.from, atom.from + pattern.chars.len());
                self.push(span, How::Within, 0.85);
            }
        }
    }

    /// A plate read out with the name of its district: "Köln, Anton Berta, vier zwei".
    fn district(&mut self, pattern: &Pattern) {
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
        let other = Identifier { text: rest, ..self.wanted.clone() };
        let tail = Pattern::of(&other);
        let Some(pieces) = spelled::reading(row) else { return };
        for first in 0..pieces.len() {
            let Some(m) = tail.at(row, &pieces, first).filter(|m| m.spoken) else { continue };
            let (a, b) = (pieces[m.first].first, pieces[m.last].last);
            let goes_on = pieces
                .get(m.last + 1)
                .is_some_and(|next| next.spoken && !next.ordinal && gap(row, &pieces, m.last) == [' ']);
            let place = (a.saturating_sub(3)..a).any(|at| {
                let atom = row.atoms[at];
                atom.letters
                    && atom.len() >= 3
                    && row.raw(atom)[0].is_uppercase()
                    && row.low(atom)[0] == text.low(head)[0]
                    && !label::known(&row.word(atom))
            });
            if place && !goes_on {
                self.push(row.bytes(row.atoms[a].from, row.atoms[b].to), How::Spelled, 0.65);
            }
        }
    }

    /// The prefix written out or apart from its number: "Henry Draper 1896", "carrier XB, number 041".
    fn apart(&mut self, pattern: &Pattern) {
        let letters = pattern.chars.iter().take_while(|c| !c.is_ascii_digit()).count();
        let digits: String = pattern.chars[letters..].iter().collect();
        if strict::case_counts(self.wanted) {
            return;
        }
        if !(2..=4).contains(&letters) || digits.is_empty() || digits.bytes().any(|b| !b.is_ascii_digit()) {
            return;
        }
        let row = self.row;
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
            let whole = left < at
                && left > 0
                && near(left - 1)
                && row.low(row.atoms[left - 1]) == &pattern.chars[..letters];
            let initials = left >= letters
                && (0..letters).all(|i| {
                    let word = row.atoms[left - letters + i];
                    word.len() > 2
                        && word.letters
                        && row.raw(word)[0].is_uppercase()
                        && row.low(word)[0] == pattern.chars[i]
                        && row.gap(left - letters + i).iter().all(|&c| c == ' ')
                });
            if whole || initials {
                let from = if whole { left - 1 } else { left - letters };
                let span = row.bytes(row.atoms[from].from, atom.to);
                self.push(span, How::Spelled, 0.75);
            }
        }
    }

    /// A card of which a row shows the first six and last four digits.
    fn masked(&mut self, pattern: &Pattern) {
        if self.wanted.kind != Kind::Card || pattern.chars.len() < 12 {
            return;
        }
        let row = self.row;
        let is_mask = |c: char| matches!(c, 'x' | '*' | '•');
        let mut at = 0;
        while at < row.low.len() {
            if !row.low[at].is_ascii_digit() || row.before(at).is_alphanumeric() {
                at += 1;
                continue;
            }
            let from = at;
            let mut shown = Vec::new();
            while at < row.low.len()
                && shown.len() < 20
                && (row.low[at].is_ascii_digit()
                    || is_mask(row.low[at])
                    || (matches!(row.low[at], ' ' | '-')
                        && row.low.get(at + 1).is_some_and(|&c| c.is_ascii_digit() || is_mask(c))))
            {
                if !matches!(row.low[at], ' ' | '-') {
                    shown.push(row.low[at]);
                }
                at += 1;
            }
            let known = shown.iter().filter(|c| c.is_ascii_digit()).count();
            if shown.len() == pattern.chars.len()
                && known < shown.len()
                && known >= 10
                && shown.iter().zip(&pattern.chars).all(|(c, w)| is_mask(*c) || c == w)
            {
                let span = row.bytes(from, at);
                self.push(span, How::Masked, 0.85);
            }
        }
    }

    fn roman(&mut self, pattern: &Pattern) {
        let row = self.row;
        let value: String = pattern.chars.iter().collect();
        for at in 0..row.atoms.len() {
            let atom = row.atoms[at];
            if atom.letters
                && (row.capitals(atom) || atom.len() >= 2)
                && spelled::roman(&row.raw(atom).iter().map(char::to_ascii_uppercase).collect::<Vec<_>>())
                    .is_some_and(|number| number.to_string() == value)
                && let Some(label) = self.wanted.label.as_deref()
                && (initial(row, at, label)
                    || label::before(row, at)
                        .is_some_and(|noun| label::fit(Some(label), Some(&noun)) == Fit::Same))
            {
                let span = row.bytes(atom.from, atom.to);
                self.push(span, How::Spelled, 0.8);
            }
        }
    }

    fn matches(&mut self, pattern: &Pattern, pieces: &[Piece], spoken: bool) {
        for first in 0..pieces.len() {
            let Some(m) = pattern.at(self.row, pieces, first) else { continue };
            if spoken && !m.spoken {
                continue;
            }
            let (a, b) = (pieces[m.first].first, pieces[m.last].last);
            let (from, to) = (self.row.atoms[a].from, self.row.atoms[b].to);
            let span = self.row.bytes(from, to);
            if !m.spoken
                && strict::separators_count(self.wanted)
                && !strict::has_separators(self.wanted, self.row, from, to)
            {
                continue;
            }
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

    /// How sure a match is, or why it is another thing.
    fn judge(&self, pattern: &Pattern, pieces: &[Piece], m: &Match) -> Result<f32, String> {
        let row = self.row;
        let (a, b) = (pieces[m.first].first, pieces[m.last].last);
        let (from, to) = (row.atoms[a].from, row.atoms[b].to);
        let around = self.hits.iter().find(|hit| hit.from <= from && to <= hit.to);
        let mut within = false;
        if let Some(hit) = around.filter(|hit| (hit.from, hit.to) != (from, to)) {
            use Kind::{
                Cidr, Coordinates, Date, Doi, Email, Handle, Ipv4, Ipv6, Path, Phone, Plate, Reference, Url,
                Version,
            };
            match hit.kind {
                Path | Url => within = true,
                Reference | Plate | Handle | Kind::Number | Kind::Key | Kind::Code | Kind::Domain => {}
                Phone if m.spoken || self.wanted.kind == Kind::Mac => {}
                Email if pattern.digits == 0 || pattern.digits_only() => {
                    return Err("part of an e-mail address".to_owned());
                }
                Email => {}
                Version if !pattern.digits_only() => {}
                Date
                | Coordinates
                | Ipv4
                | Ipv6
                | Cidr
                | Doi
                | Phone
                | Version
                | Kind::Amount
                | Kind::Time => {
                    return Err(format!(
                        "part of another thing: {} ({})",
                        row.written(hit.from, hit.to),
                        hit.kind
                    ));
                }
                _ if pattern.soft_equal(hit) => {}
                _ => return Err(format!("part of a longer {}: {}", hit.kind, row.written(hit.from, hit.to))),
            }
        } else if let Some(hit) = around
            && matches!(hit.kind, Kind::Time | Kind::Date | Kind::Amount)
            && (pattern.digits_only() || hit.kind != Kind::Amount)
        {
            return Err(format!("a {}: {}", hit.kind, row.written(hit.from, hit.to)));
        }
        // "The hall phone ends in 3308": of another number.
        if pattern.digits_only() && pattern.digits < 7 && self.ending(a).is_some() {
            return Err("the last digits of a longer one".to_owned());
        }
        within |= self.branched(a);
        let mut certainty: f32 = 1.0;
        let (left, right) = self.neighbours(pattern, pieces, m, within)?;
        certainty *= left * right;
        if within {
            certainty *= 0.85;
        }
        if pattern.letters_only() {
            return self.word(pattern, a, b, certainty);
        }
        self.labelled(pattern, pieces, m, certainty)
    }

    /// Whether words and slashes alone stand before an atom in its run: "feature/ops-412-rotate".
    fn branched(&self, at: usize) -> bool {
        let row = self.row;
        let from = row.atoms[at].from;
        let lead: Vec<char> = row.raw[..from].iter().rev().take_while(|c| **c != ' ').copied().collect();
        let spelled = |c: &char| c.is_alphabetic() || matches!(c, '/' | '-' | '_');
        lead.first() == Some(&'/') && lead.len() >= 4 && lead.iter().all(spelled)
    }

    /// What is joined to the match at either side.
    fn neighbours(
        &self,
        pattern: &Pattern,
        pieces: &[Piece],
        m: &Match,
        within: bool,
    ) -> Result<(f32, f32), String> {
        let row = self.row;
        // A key is a key, whether or not chance put a digit into it.
        let is_word = pattern.letters_only() && self.wanted.kind != Kind::Key;
        let longer = |word: &str| format!("part of a longer one, joined to {word}");
        let mut left = 1.0;
        if let Some(before) = m.first.checked_sub(1) {
            let piece = &pieces[before];
            let gap = gap(row, pieces, before);
            let digits = piece.text.bytes().all(|b| b.is_ascii_digit());
            let same_atom = piece.last == pieces[m.first].first && gap.is_empty();
            let starts_digit = pattern.chars.first().is_some_and(char::is_ascii_digit)
                || pieces[m.first].text.starts_with(|c: char| c.is_ascii_digit());
            match gap {
                [] if !same_atom && !row.atoms[piece.last].han && !row.atoms[pieces[m.first].first].han => {}
                ['-' | '/' | '.' | ':' | '_' | '·' | ','] => {
                    let mark = gap[0];
                    let neutral = within && matches!(mark, '/' | '_')
                        || mark == ':'
                        || mark == ',' && !digits
                        || (mark == '.' && !digits && piece.text.len() > 1);
                    let initial = || {
                        let noun = label::before(row, piece.first);
                        let own = self.wanted.label.as_deref();
                        pattern.digits >= 4
                            && piece.text.chars().count() == 1
                            && mark == '-'
                            && noun.as_deref().is_some_and(|noun| noun.starts_with(&piece.text))
                            && label::fit(own, noun.as_deref()) == Fit::Same
                    };
                    let labelled = label::known(&piece.text)
                        || initial()
                        || label::is_marker(&piece.text)
                        || self.wanted.label.as_deref().is_some_and(|label| {
                            label::abbreviates(&piece.text, label)
                                || label::fit(Some(label), Some(&piece.text)) == Fit::Same
                        });
                    // "mobile.checkout.fast" is not checkout.fast.
                    if is_word && mark == '.' && self.wanted.text.contains('.') {
                        return Err(longer(&piece.text));
                    }
                    if neutral && !(digits && starts_digit && mark == '.') || labelled && !digits {
                    } else if m.spoken && piece.spoken && !piece.ordinal {
                        return Err(longer(&piece.text));
                    } else if digits
                        || piece.text.chars().count() <= 3
                        || mark == '-' && !piece.text.chars().all(|c| c.is_alphabetic())
                    {
                        if !(m.spoken && !piece.spoken && mark == ',') {
                            return Err(longer(&piece.text));
                        }
                    } else if is_word && !matches!(mark, '/' | ':') {
                        return Err(longer(&piece.text));
                    } else {
                        left = if mark == '_' { 0.85 } else { 0.6 };
                    }
                }
                [' '] if pattern.digits_only() && !m.spoken && self.lettered(piece.first) => {
                    return Err(longer(&piece.text));
                }
                [' '] if digits && starts_digit => {
                    let grouped =
                        piece.text.len() <= 3 && pieces[m.first].text.len() == 3 && pattern.digits_only();
                    // Both in groups: "9 4400 1122" is not 4400 1122.
                    let parted = pattern.digits_only() && m.last > m.first && gap_is_space(row, pieces, m);
                    if grouped || parted || (m.spoken && piece.spoken && !piece.ordinal) {
                        return Err(longer(&piece.text));
                    }
                }
                _ if m.spoken
                    && piece.spoken
                    && !piece.ordinal
                    && !gap.iter().any(|c| matches!(c, '.' | ':' | ';'))
                    && gap.len() <= 2
                    && !self.of_another(pieces, before, gap) =>
                {
                    return Err(longer(&piece.text));
                }
                _ => {}
            }
        }
        let mut right = 1.0;
        if let Some(piece) = pieces.get(m.last + 1) {
            let gap = gap(row, pieces, m.last);
            let digits = piece.text.bytes().all(|b| b.is_ascii_digit());
            let mixed = piece.text.bytes().any(|b| b.is_ascii_digit());
            let count = piece.text.chars().count();
            match gap {
                ['-' | '/' | '.' | '_' | '·' | ','] => {
                    let mark = gap[0];
                    let file = mark == '.'
                        && !mixed
                        && (2..=5).contains(&count)
                        && row.atoms.get(piece.first).is_some_and(|&atom| !row.capitals(atom));
                    if mark == ',' {
                        if digits && count == 3 && pattern.digits_only() {
                            return Err(longer(&piece.text));
                        }
                    } else if within && mark == '/' {
                    } else if file && !is_word {
                        right = 0.8;
                    } else if within && matches!(mark, '-' | '_') && self.slug(pieces, m)
                        || mark == '/' && count == 1 && !digits && callsign(&pattern.chars)
                    {
                        right = 0.9;
                    } else if mixed
                        || mark == '-' && self.wanted.text.contains(['.', ':', '/'])
                        || (count <= 3 && mark != '.')
                        || mark == '.' && count <= 2
                        || is_word
                    {
                        return Err(longer(&piece.text));
                    } else {
                        right = if mark == '_' { 0.85 } else { 0.6 };
                    }
                }
                [' '] if digits => {
                    let last = &pieces[m.last].text;
                    if pattern.digits_only()
                        && (last.len() <= 3 && count == 3 && last.bytes().all(|b| b.is_ascii_digit()))
                        || m.spoken && piece.spoken
                        || pattern.digits_only() && m.last > m.first && gap_is_space(row, pieces, m)
                    {
                        return Err(longer(&piece.text));
                    }
                }
                [' '] if matches!(piece.text.as_str(), "bis" | "ter" | "quater") => {
                    return Err(longer(&piece.text));
                }
                ['@'] if is_word => return Err("part of an e-mail address".to_owned()),
                [',', ..] if !pattern.digits_only() && pattern.chars.len() >= 6 => right = 0.9,
                _ if m.spoken
                    && piece.spoken
                    && gap.len() <= 2
                    && !gap.iter().any(|c| matches!(c, '.' | ':' | ';' | '\'' | '"')) =>
                {
                    return Err(longer(&piece.text));
                }
                _ => {}
            }
            let ends_digit = pattern.chars.last().is_some_and(char::is_ascii_digit);
            let unit = (pattern.digits_only() || ends_digit && m.last > m.first)
                && matches!(gap, [' '] | [] | ['-'])
                && is_unit(&piece.text);
            if unit && pattern.digits < 7 {
                return Err(format!("a measure: {} {}", self.wanted.text, piece.text));
            }
        }
        if pattern.digits_only()
            && pattern.digits < 7
            && (matches!(row.raw_at(row.atoms[pieces[m.last].last].to), '%' | '€' | '$' | '£' | '°'))
        {
            return Err("an amount or measure".to_owned());
        }
        Ok((left, right))
    }

    /// Whether an atom is the letter with which a number behind a noun begins: "Bestellung A 1042".
    fn lettered(&self, at: usize) -> bool {
        let row = self.row;
        let atom = row.atoms[at];
        let word = row.word(atom);
        let noun = at.checked_sub(1).map(|left| row.word(row.atoms[left]));
        let own = self.wanted.label.as_deref().is_some_and(|label| label::abbreviates(&word, label));
        atom.letters
            && atom.len() <= 2
            && row.capitals(atom)
            && !own
            && !label::known(&word)
            && !label::is_marker(&word)
            && (atom.len() == 1 || !label::is_function(&word))
            && at > 0
            && matches!(row.gap(at - 1), [' '] | ['.', ' '] | [':', ' '])
            && noun.is_some_and(|noun| label::known(&noun) || label::is_marker(&noun))
    }

    /// Whether words alone go on behind the number in the name of a file: "0007-use-sqlite.md".
    fn slug(&self, pieces: &[Piece], m: &Match) -> bool {
        let row = self.row;
        let zeros = row.word(row.atoms[pieces[m.last].last]).starts_with('0');
        // The key of an issue: "ops412-rotate-logs".
        let digits = self.wanted.canonical.bytes().filter(u8::is_ascii_digit).count();
        let letters = self.wanted.canonical.bytes().take_while(u8::is_ascii_alphabetic).count();
        let keyed = letters >= 2 && digits >= 2 && letters + digits == self.wanted.canonical.len();
        let plain = |piece: &Piece| {
            piece.text.chars().count() >= 3
                && row.raw(row.atoms[piece.first]).iter().all(|c| c.is_lowercase())
        };
        let words = pieces[m.last + 1..]
            .iter()
            .enumerate()
            .take_while(|(at, _)| matches!(gap(row, pieces, m.last + at), ['-' | '_']))
            .take_while(|(_, piece)| piece.text.chars().all(char::is_alphabetic))
            .count();
        zeros && words >= 2 || keyed && words >= 1 && pieces.get(m.last + 1).is_some_and(plain)
    }

    /// Whether a number before a comma has a noun of its own: "sheet four, one hundred twelve".
    fn of_another(&self, pieces: &[Piece], before: usize, gap: &[char]) -> bool {
        let noun = label::before(self.row, pieces[before].first);
        let part = before.checked_sub(1).is_some_and(|at| pieces[at].spoken);
        gap.contains(&',')
            && !part
            && noun.is_some()
            && self.wanted.label.is_some()
            && label::fit(self.wanted.label.as_deref(), noun.as_deref()) != Fit::Same
    }

    /// A number or mixed code: what the row's noun says.
    fn labelled(
        &self,
        pattern: &Pattern,
        pieces: &[Piece],
        m: &Match,
        certainty: f32,
    ) -> Result<f32, String> {
        let row = self.row;
        let (a, b) = (pieces[m.first].first, pieces[m.last].last);
        let noun = noun(row, pieces, m.first, m.last);
        let noun = noun
            .as_deref()
            .filter(|noun| !(noun.len() > 3 && (noun.ends_with("ed") || noun.ends_with("ing"))));
        // "/b/8815": a letter of an address is no noun.
        let noun =
            noun.filter(|noun| noun.len() > 2 || row.before(row.atoms[a].from) != '/' || label::known(noun));
        // "the no. 7 jersey"
        let behind = || {
            let word = row.atoms.get(b + 1).filter(|_| row.gap(b) == [' ']).map(|&atom| row.word(atom))?;
            let marked = a > 0 && label::is_marker(&row.word(row.atoms[a - 1]));
            (marked && label::fit(self.wanted.label.as_deref(), Some(&word)) == Fit::Same).then_some(word)
        };
        let behind = if noun.is_none() && self.wanted.label.is_some() { behind() } else { None };
        let noun = noun.or(behind.as_deref());
        let mut fit = label::fit(self.wanted.label.as_deref(), noun);
        if pieces[m.first].ordinal {
            let owner = a.checked_sub(1).map(|at| row.word(row.atoms[at])).unwrap_or_default();
            return match fit {
                Fit::Same if noun.is_some() => Ok(certainty * 0.95),
                _ if self.heads(b) => Ok(certainty * 0.9),
                Fit::Doubtful if pattern.digits >= 2 && is_possessive(&owner) => Ok(certainty * 0.65),
                _ => Err("an ordinal of another thing".to_owned()),
            };
        }
        // A bracket parts a number from an unknown word before it.
        if fit == Fit::Doubtful && pattern.digits_only() && row.before(row.atoms[a].from) == '(' {
            fit = Fit::Open;
        }
        let noun = noun.filter(|_| fit != Fit::Open || row.before(row.atoms[a].from) != '(');
        let size = pattern.chars.len();
        let other = || format!("the same number, but of another thing: {}", noun.unwrap_or_default());
        if !pattern.digits_only() {
            return Ok(certainty
                * match fit {
                    Fit::Same => 0.97,
                    Fit::Open if size <= 2 && self.wanted.label.is_some() && noun.is_none() => 0.65,
                    Fit::Open => 0.93,
                    Fit::Doubtful if size <= 3 => 0.45,
                    Fit::Doubtful => 0.85,
                    Fit::Conflict if size <= 3 => return Err(other()),
                    Fit::Conflict => 0.7,
                });
        }
        if fit == Fit::Open && noun.is_none() && self.wanted.label.is_some() {
            if self.dated(a, b) {
                return Err("a date".to_owned());
            }
            if self.counted(a, b) {
                return Err("a count".to_owned());
            }
        }
        let marked = row.before(row.atoms[a].from) == '#';
        // Zeros that both have are digits like others: code 080333.
        let written = row.written(row.atoms[a].from, row.atoms[b].to);
        let length = if written == self.wanted.text { written.chars().count() } else { size };
        Ok(certainty
            * match fit {
                Fit::Same => 0.97,
                Fit::Open if noun.is_some() => {
                    if size >= 3 || self.wanted.label.is_none() {
                        0.85
                    } else {
                        0.55
                    }
                }
                Fit::Open if self.wanted.label.is_none() => 0.93,
                Fit::Open if marked => 0.8,
                Fit::Open if size <= 2 => return Err("the number alone, without its noun".to_owned()),
                Fit::Open
                    if size == 4
                        && matches!(pattern.chars[..2], ['1', '8' | '9'] | ['2', '0'])
                        && self.year(a, b) =>
                {
                    return Err("a year".to_owned());
                }
                Fit::Open if pattern.chars.ends_with(&['0', '0']) && size <= 5 => 0.45,
                Fit::Open if size == 3 => 0.6,
                Fit::Open => 0.85,
                Fit::Doubtful if length >= 6 && turned(&self.wanted.text).is_none() => 0.6,
                // The same number with the same marks in it.
                Fit::Doubtful
                    if turned(&self.wanted.text).is_none()
                        && self.wanted.text.bytes().filter(u8::is_ascii_digit).count() >= 5
                        && self.wanted.text.contains(['-', '/', '.', '_', ':'])
                        && row.written(row.atoms[a].from, row.atoms[b].to) == self.wanted.text =>
                {
                    0.7
                }
                Fit::Conflict if size >= 9 => 0.6,
                Fit::Doubtful | Fit::Conflict => return Err(other()),
            })
    }

    /// Whether the noun is the second of a compound behind an ordinal: "the fourteenth tasting round".
    fn heads(&self, ordinal: usize) -> bool {
        let row = self.row;
        let word = |at: usize| row.atoms.get(at).filter(|atom| atom.letters).map(|&atom| row.word(atom));
        let (Some(first), Some(second)) = (word(ordinal + 1), word(ordinal + 2)) else { return false };
        let tight = row.gap(ordinal) == [' '] && row.gap(ordinal + 1) == [' '];
        let label = self.wanted.label.as_deref();
        let fits = |word: &str| label::fit(label, Some(word)) == Fit::Same;
        label.is_some() && tight && !label::is_function(&first) && !label::known(&first) && fits(&second)
    }

    /// Whether two short numbers stand where dates stand: "on 12/5".
    fn dated(&self, a: usize, b: usize) -> bool {
        let row = self.row;
        let short = |at: usize| row.atoms[at].digits && row.atoms[at].len() <= 2;
        b == a + 1
            && short(a)
            && short(b)
            && a > 0
            && matches!(
                row.word(row.atoms[a - 1]).as_str(),
                "on" | "am"
                    | "le"
                    | "el"
                    | "il"
                    | "since"
                    | "until"
                    | "till"
                    | "before"
                    | "after"
                    | "vom"
                    | "bis"
                    | "seit"
            )
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
            && matches!(
                row.word(next).as_str(),
                "were"
                    | "are"
                    | "have"
                    | "had"
                    | "came"
                    | "went"
                    | "left"
                    | "passed"
                    | "each"
                    | "per"
                    | "of"
                    | "ago"
            )
    }

    /// Whether four digits stand where years stand: behind a preposition or at the end of a phrase.
    fn year(&self, a: usize, _b: usize) -> bool {
        let row = self.row;
        a > 0
            && matches!(
                row.word(row.atoms[a - 1]).as_str(),
                "in" | "since"
                    | "until"
                    | "from"
                    | "by"
                    | "of"
                    | "seit"
                    | "bis"
                    | "von"
                    | "en"
                    | "de"
                    | "im"
                    | "nel"
                    | "dal"
                    | "before"
                    | "after"
                    | "circa"
                    | "c"
            )
    }

    /// A word that names something: only where the row writes it as a name.
    fn word(&self, pattern: &Pattern, a: usize, b: usize, certainty: f32) -> Result<f32, String> {
        let row = self.row;
        let label_fit =
            label::before(row, a).map(|noun| label::fit(self.wanted.label.as_deref(), Some(&noun)));
        let compound =
            a < b || self.wanted.text.contains(['_', '-', '.', '/']) || self.wanted.text.contains(' ');
        if pattern.is_exact() {
            return Ok(certainty * if label_fit == Some(Fit::Conflict) { 0.6 } else { 0.93 });
        }
        let apart = (a..b).all(|at| row.gap(at) == [' ']) && !self.wanted.text.contains(' ');
        if compound && apart && b - a == 1 && label_fit != Some(Fit::Same) {
            // "a new cart" is not the flag new-cart.
            return Ok(certainty * 0.4);
        }
        if compound {
            return Ok(certainty * 0.93);
        }
        let atom = row.atoms[a];
        let before = row.before(atom.from);
        if matches!(label_fit, Some(Fit::Same)) || label_fit == Some(Fit::Open) && self.wanted.label.is_some()
        {
            return Ok(certainty * 0.96);
        }
        let user = || self.wanted.label.as_deref().is_some_and(|label| matches!(label, "user" | "account"));
        if before == '@'
            || before == '\\' && user()
            || before == '#' && self.wanted.label.as_deref() == Some("hashtag")
        {
            return Ok(certainty * 0.93);
        }
        if matches!(before, '"' | '`' | '\'' | '=')
            && matches!(row.raw_at(atom.to), '"' | '`' | '\'' | ' ' | ';' | ',')
        {
            return Ok(certainty * 0.8);
        }
        if row.capitals(atom)
            && (2..5).contains(&atom.len())
            && !self.wanted.text.chars().any(char::is_uppercase)
        {
            return Err("in capitals, another word".to_owned());
        }
        let previous = a.checked_sub(1).map(|i| row.word(row.atoms[i]));
        let next = row.atoms.get(b + 1).map(|&atom| row.word(atom)).unwrap_or_default();
        let next_gap = row.gap(b);
        let closing = b + 1 >= row.atoms.len()
            || next_gap.iter().any(|c| matches!(c, ',' | '.' | ';' | ':' | ')' | '|' | '>' | '-'));
        let verb = next_gap == [' '] && is_verb(&next);
        let possessive = next_gap == ['\''] && next == "s";
        let opening = previous.is_none() || {
            let gap = row.gap(a - 1);
            gap.iter().any(|c| matches!(c, ':' | '|' | '>' | '.' | ';' | ']' | '('))
                || gap.starts_with(&[' ', '-', ' '])
        };
        if opening && (verb || possessive || next_gap.first() == Some(&':')) {
            return Ok(certainty * 0.75);
        }
        let preposition = previous.as_deref().is_some_and(|word| {
            matches!(
                word,
                "of" | "by"
                    | "from"
                    | "to"
                    | "for"
                    | "with"
                    | "as"
                    | "on"
                    | "at"
                    | "and"
                    | "via"
                    | "into"
                    | "von"
                    | "bei"
                    | "auf"
                    | "für"
                    | "de"
                    | "par"
                    | "di"
                    | "por"
            )
        });
        if preposition && (verb || possessive || closing) && !opening {
            return Ok(certainty * 0.6);
        }
        Err("the common word, not the name".to_owned())
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

impl Pattern {
    fn soft_equal(&self, hit: &Hit) -> bool {
        let compact: String = hit.canonical.chars().filter(|c| c.is_alphanumeric()).collect();
        compact.chars().eq(self.chars.iter().copied())
    }
}

/// "2024-1" as "1/2024".
fn turned(text: &str) -> Option<String> {
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

/// The id that a web address is about, if it is unmistakable by itself: mixed case and digits, or a UUID.
pub(super) fn opaque(wanted: &Identifier) -> Option<Identifier> {
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

/// The thirteen digits of ten that may be a book's number, where nothing says what they are.
pub(super) fn bare_isbn(wanted: &Identifier) -> Option<String> {
    let bare = matches!(wanted.kind, Kind::Phone | Kind::Number | Kind::Reference);
    let digits: String = wanted.text.to_lowercase().chars().filter(|c| *c != '-').collect();
    (bare && wanted.label.is_none() && digits.len() == 10 && digits.is_ascii())
        .then(|| book::isbn(&digits))
        .flatten()
}

/// Without the zeros that lead its numbers.
fn unpadded(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len());
    for c in compact.chars() {
        if c != '0' || out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push(c);
        }
    }
    out
}

/// Whether an atom is tied to its neighbours as part of a longer code.
fn tied(row: &Row<'_>, at: usize) -> bool {
    let tie = |c: char| matches!(c, '-' | '_' | '/' | '.' | ':' | '@' | '+');
    let atom = row.atoms[at];
    tie(row.before(atom.from)) && at > 0 && row.gap(at - 1).len() == 1
        || tie(row.raw_at(atom.to)) && row.raw_at(atom.to + 1).is_alphanumeric()
}

/// Whether spaces part the groups of a match.
fn gap_is_space(row: &Row<'_>, pieces: &[Piece], m: &Match) -> bool {
    !m.spoken && (m.first..m.last).all(|at| gap(row, pieces, at) == [' '])
}

/// Whether a code goes on behind an atom.
fn tied_behind(row: &Row<'_>, at: usize) -> bool {
    let end = row.atoms[at].to;
    matches!(row.raw_at(end), '-' | '_' | '/' | '.') && row.raw_at(end + 1).is_alphanumeric()
}

/// A radio call sign: prefix, one digit, letters.
fn callsign(chars: &[char]) -> bool {
    let digit = chars.iter().rposition(char::is_ascii_digit);
    (4..=7).contains(&chars.len()) && digit.is_some_and(|at| (1..=3).contains(&at) && chars.len() - at > 1)
}

fn is_possessive(word: &str) -> bool {
    matches!(
        word,
        "our"
            | "my"
            | "their"
            | "unser"
            | "unsere"
            | "unserem"
            | "unseren"
            | "mein"
            | "notre"
            | "mon"
            | "nuestro"
            | "nuestra"
            | "nostro"
            | "nostra"
            | "onze"
            | "ons"
            | "vårt"
            | "vår"
            | "nosso"
            | "nossa"
    )
}

/// Words between "ending" and the digits.
pub(super) fn is_between(word: &str) -> bool {
    matches!(
        word,
        "in" | "with"
            | "on"
            | "by"
            | "are"
            | "is"
            | "the"
            | "auf"
            | "mit"
            | "en"
            | "par"
            | "con"
            | "four"
            | "three"
            | "4"
            | "3"
            | "digits"
            | "numbers"
            | "figures"
            | "vier"
            | "drei"
            | "ziffern"
            | "stellen"
            | "op"
            | "quatre"
            | "chiffres"
            | "cuatro"
            | "cifras"
            | "quattro"
            | "cifre"
    )
}

/// Words that announce last digits.
pub(super) fn is_ending(word: &str) -> bool {
    matches!(
        word,
        "ending"
            | "ends"
            | "end"
            | "endet"
            | "endend"
            | "terminant"
            | "termina"
            | "terminada"
            | "finissant"
            | "finit"
            | "last"
            | "letzte"
            | "letzten"
            | "derniers"
            | "últimos"
            | "últimas"
            | "ultime"
            | "laatste"
            | "acaba"
            | "terminato"
            | "final"
            | "eindigend"
    )
}

/// Units of measure and money.
pub(super) fn is_unit(word: &str) -> bool {
    matches!(
        word,
        "kg" | "g"
            | "mg"
            | "km"
            | "m"
            | "cm"
            | "mm"
            | "ml"
            | "l"
            | "kb"
            | "mb"
            | "gb"
            | "tb"
            | "w"
            | "kw"
            | "kwh"
            | "hz"
            | "khz"
            | "mhz"
            | "eur"
            | "usd"
            | "gbp"
            | "chf"
            | "euro"
            | "euros"
            | "dollars"
            | "crowns"
            | "rpm"
            | "days"
            | "hours"
            | "minutes"
            | "weeks"
            | "months"
            | "years"
            | "percent"
            | "grams"
            | "litres"
            | "liters"
            | "metres"
            | "meters"
            | "tonnes"
            | "bytes"
            | "kilobytes"
            | "megabytes"
            | "gigabytes"
            | "terabytes"
            | "seconds"
            | "kilometres"
            | "kilometers"
            | "kilograms"
            | "rows"
            | "words"
            | "guests"
            | "visitors"
            | "children"
            | "inches"
            | "feet"
            | "pages"
            | "people"
            | "times"
            | "miles"
            | "pieces"
            | "kcal"
            | "steps"
            | "stunden"
            | "tage"
            | "jahre"
            | "volts"
            | "degrees"
            | "points"
            | "copies"
            | "seats"
    )
}

fn is_verb(word: &str) -> bool {
    const VERBS: &[&str] = &[
        "has", "is", "was", "had", "can", "will", "may", "must", "cannot", "left", "sent", "wrote", "lost",
        "got", "took", "gave", "said", "went", "ran", "won", "paid", "bought", "sold", "kept", "made", "saw",
        "wants", "does", "did", "would", "should", "could", "hat", "ist", "war", "est", "a", "è", "ha", "es",
        "tiene", "back", "down", "needs", "holds", "owns", "runs",
    ];
    VERBS.contains(&word)
        || word.len() > 4 && word.ends_with("ed")
        || word.len() > 3 && word.ends_with('s') && !word.ends_with("ss")
}

/// In what way the row writes the wanted identifier.
fn classify(wanted: &Identifier, written: &str) -> How {
    if wanted.text == written {
        return How::Verbatim;
    }
    if wanted.text.to_lowercase() == written.to_lowercase() {
        return How::Case;
    }
    if written.chars().any(|c| {
        !c.is_ascii() && super::digits::ascii_digit(c).is_some() && !('\u{FF10}'..='\u{FF19}').contains(&c)
    }) {
        return How::Digits;
    }
    if written.chars().any(|c| ('\u{FF01}'..='\u{FF5E}').contains(&c)) {
        return How::Width;
    }
    let compact = |text: &str| {
        let row = Row::new(text);
        row.low.iter().filter(|c| c.is_alphanumeric()).collect::<String>()
    };
    let (a, b) = (compact(&wanted.text), compact(written));
    if a == b {
        return How::Separators;
    }
    let look = |text: &str| text.chars().map(super::digits::look_alike).collect::<String>();
    if look(&a) == look(&b) {
        return How::Homoglyph;
    }
    if written.contains("xn--") || written.contains('%') && wanted.kind == Kind::Url {
        return How::Encoded;
    }
    match wanted.kind {
        Kind::Number if unpadded(&a) == unpadded(&b) => How::ZeroPadding,
        Kind::Phone | Kind::Number if b.contains(a.get(a.len().saturating_sub(6)..).unwrap_or_default()) => {
            How::CountryCode
        }
        Kind::Url | Kind::Domain | Kind::Email => How::UrlForm,
        Kind::Hash | Kind::Commit => How::Encoded,
        Kind::Reference | Kind::Plate | Kind::Key | Kind::Code | Kind::NationalId
            if unpadded(&a) == unpadded(&b) =>
        {
            How::ZeroPadding
        }
        Kind::Path if path::canonical(written) == wanted.canonical => How::UrlForm,
        _ => How::Notation,
    }
}

/// A wanted domain's canonical form.
pub(super) fn domain(text: &str) -> String {
    web::host(text)
}
