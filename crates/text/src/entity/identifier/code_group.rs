//! References of several labelled codes, of which none is enough alone: "ward 3, bay B, bed 2", "kiln 3, batch 7".

use std::ops::Range;

use super::kind::{Found, Identifier, Kind};
use super::label::{self, Fit};
use super::normalize::reference;
use super::row::Row;

/// What parts the codes in a canonical form.
const PLUS: char = '+';

/// Words that tie the place of one thing to another.
const LINKS: &[&str] = &[
    "of", "in", "on", "at", "the", "im", "auf", "an", "am", "der", "im", "von", "vom", "aus", "du", "de",
    "la", "del", "dans", "en", "di", "nel",
];

/// A noun and its code.
#[derive(Debug)]
struct Pair {
    label: String,
    code: String,
    first: usize,
    last: usize,
}

impl Pair {
    /// Whether the code is too short to mean one thing without the others.
    fn weak(&self) -> bool {
        self.code.bytes().filter(u8::is_ascii_digit).count() < 3
    }

    /// The code as one to search for.
    fn wanted(&self) -> Identifier {
        Identifier {
            kind: Kind::Reference,
            canonical: self.code.clone(),
            label: Some(self.label.clone()),
            text: self.code.clone(),
            span: 0..0,
        }
    }
}

/// The pair whose noun is an atom: a known noun, perhaps a mark, and a short code or a single letter.
fn pair(row: &Row<'_>, noun: usize) -> Option<Pair> {
    let word = row.word(row.atoms[noun]);
    let label = label::canonical(&word);
    if !label::known(&word) || matches!(label.as_str(), "week" | "year" | "street" | "colour") {
        return None;
    }
    let mut at = noun + 1;
    let near = |left: usize| {
        row.gap(left).iter().all(|c| matches!(c, ' ' | '.' | '#' | '°' | '№')) && row.gap(left).len() <= 2
    };
    while row.atoms.get(at).is_some_and(|&atom| label::is_marker(&row.word(atom)) && atom.len() > 1)
        && near(at - 1)
    {
        at += 1;
    }
    let atom = *row.atoms.get(at).filter(|_| near(at - 1))?;
    let coded = Some(reference::chain(row, at)).filter(|&last| reference::has_digit(row, at, last));
    let last = coded.filter(|_| atom.len() <= 2 || !atom.letters).unwrap_or(at);
    let last = (at..=last).take_while(|&to| to == at || !matches!(row.gap(to - 1), [' ' | '/'])).last()?;
    let code: String =
        row.low[atom.from..row.atoms[last].to].iter().filter(|c| c.is_alphanumeric()).collect();
    let letter = atom.letters && atom.len() == 1 && row.capitals(atom);
    (letter || code.bytes().any(|b| b.is_ascii_digit()) && code.len() <= 5).then(|| Pair {
        label,
        code: reference::canonical(&code),
        first: noun,
        last,
    })
}

/// The longest chain of pairs from a noun on.
fn chain(row: &Row<'_>, noun: usize) -> Vec<Pair> {
    let mut all: Vec<Pair> = Vec::new();
    let mut at = noun;
    while at < row.atoms.len() {
        let Some(next) = pair(row, at) else { break };
        if all.iter().any(|known| known.label == next.label) {
            break;
        }
        at = next.last + 1;
        all.push(next);
        let tied = |left: usize| row.gap(left).iter().all(|c| matches!(c, ' ' | ',' | '/' | '(' | ':'));
        let mut left = at - 1;
        while left + 1 < row.atoms.len()
            && tied(left)
            && LINKS.contains(&row.word(row.atoms[left + 1]).as_str())
        {
            left += 1;
        }
        if left + 1 >= row.atoms.len() || !tied(left) {
            break;
        }
        at = left + 1;
    }
    all
}

/// The references of several codes that a request asks for.
pub(super) fn wanted(row: &Row<'_>) -> Vec<Identifier> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < row.atoms.len() {
        let all = chain(row, at);
        if let [first, .., last] = all.as_slice()
            && all.iter().any(Pair::weak)
        {
            let (from, to) = (row.atoms[first.first].from, row.atoms[last.last].to);
            let codes: Vec<&str> = all.iter().map(|pair| pair.code.as_str()).collect();
            found.push(Identifier {
                kind: Kind::Reference,
                canonical: codes.join(&PLUS.to_string()),
                label: Some(first.label.clone()),
                text: row.written(from, to).to_owned(),
                span: row.bytes(from, to),
            });
            at = last.last;
        }
        at += 1;
    }
    found
}

/// Whether a wanted identifier is one of several codes.
pub(super) fn is(wanted: &Identifier) -> bool {
    wanted.kind == Kind::Reference && wanted.canonical.contains(PLUS)
}

/// The codes of a wanted reference, each as one to search for.
pub(super) fn each(wanted: &Identifier) -> Vec<Identifier> {
    chain(&Row::new(&wanted.text), 0).iter().map(Pair::wanted).collect()
}

/// A search for one identifier in a text.
type FindOne = fn(&Identifier, &str) -> Vec<Found>;

/// Where a row holds all codes: each with its noun, or one behind the other as people write them ("W3-B-2").
pub(super) fn find(wanted: &Identifier, row: &Row<'_>, find_one: FindOne) -> Vec<(Range<usize>, f32)> {
    let all = chain(&Row::new(&wanted.text), 0);
    let found: Option<Vec<(Range<usize>, f32)>> =
        all.iter().map(|pair| with_noun(pair, row, find_one)).collect();
    let mut spans = Vec::new();
    if let Some(found) = found
        && let Some(last) = found.iter().max_by_key(|(span, _)| span.end)
    {
        let certainty = found.iter().map(|(_, certainty)| *certainty).fold(1.0, f32::min);
        let start = found.iter().map(|(span, _)| span.start).min().unwrap_or(last.0.start);
        spans.push((start..last.0.end, certainty.max(0.6)));
    }
    let forward: Vec<&Pair> = all.iter().collect();
    let backward: Vec<&Pair> = all.iter().rev().collect();
    for order in [forward, backward] {
        for first in 0..row.atoms.len() {
            if let Some(last) = behind_each_other(&order, row, first) {
                spans.push((row.bytes(row.atoms[first].from, row.atoms[last].to), 0.75));
            }
        }
    }
    spans
}

/// Where a row has a code with its noun.
fn with_noun(pair: &Pair, row: &Row<'_>, find_one: FindOne) -> Option<(Range<usize>, f32)> {
    if pair.code.chars().count() > 1 || pair.code.starts_with(|c: char| c.is_ascii_digit()) {
        return find_one(&pair.wanted(), row.text)
            .into_iter()
            .filter(|found| found.certainty >= 0.4)
            .map(|found| (found.span, found.certainty))
            .next();
    }
    (0..row.atoms.len().saturating_sub(1)).find_map(|at| {
        let noun = label::fit(Some(&pair.label), Some(&row.word(row.atoms[at]))) == Fit::Same;
        let letter =
            row.is(row.atoms[at + 1], &pair.code) && row.gap(at).iter().all(|c| matches!(c, ' ' | '-' | '.'));
        (noun && letter).then(|| (row.bytes(row.atoms[at].from, row.atoms[at + 1].to), 0.9))
    })
}

/// The last atom of the codes in a row from an atom on, with marks between or the first letters of their nouns before.
fn behind_each_other(order: &[&Pair], row: &Row<'_>, first: usize) -> Option<usize> {
    let mut lettered = true;
    for (place, pair) in order.iter().enumerate() {
        let atom = *row.atoms.get(first + place)?;
        let plain = reference::canonical(&row.word(atom));
        let initial = pair.label.chars().next()?;
        let short = row.word(atom).strip_prefix(initial).map(reference::canonical);
        let same = plain == pair.code && (!atom.letters || row.capitals(atom));
        if !same && short.as_deref() != Some(pair.code.as_str()) {
            return None;
        }
        lettered &= !same;
        if place > 0
            && !matches!(row.gap(first + place - 1), ['-' | '/' | '.' | '_' | ':'] | [' '] | [',', ' '])
        {
            return None;
        }
    }
    let last = first + order.len() - 1;
    let marked = (first..last).all(|at| matches!(row.gap(at), ['-' | '/' | '.' | '_' | ':']));
    let tie = |c: char| matches!(c, '-' | '/' | '.' | '_' | ':' | '%');
    let goes_on = tie(row.raw_at(row.atoms[last].to)) && row.raw_at(row.atoms[last].to + 1).is_alphanumeric();
    let began = tie(row.before(row.atoms[first].from)) && first > 0;
    // Two numbers with a mark between are a date, a score or a ratio as often.
    let letters = order.iter().any(|pair| pair.code.chars().any(char::is_alphabetic));
    let telling = lettered || marked && (letters || order.len() > 2 || !is_score(row, first, last));
    (telling && !goes_on && !began).then_some(last)
}

/// Whether two numbers with a mark between stand where a date, a time or a score stands: anywhere but at the start.
fn is_score(row: &Row<'_>, first: usize, last: usize) -> bool {
    first > 0 && !label::known(&row.word(row.atoms[first - 1]))
        || matches!(row.gap(first), [':' | '.']) && last > first
}
