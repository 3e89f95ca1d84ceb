//! References of two numbers, each with its own noun: "Op. 12 No. 3", "box 7, folder 12", "third piece of opus twelve".

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::label::{self, Fit};
use super::pattern::literal;
use super::row::Row;
use super::spelled;

/// Nouns of what lies inside another numbered thing.
const INNER: &[&str] = &[
    "piece", "part", "folder", "bay", "shelf", "seat", "row", "unit", "sheet", "page", "item", "chapter",
    "section", "verse", "scene", "movement", "track", "disc", "leaf", "folio", "entry", "bed", "slot",
    "drawer", "line", "article", "paragraph", "volume", "vol", "issue", "bin", "rack", "compartment", "song",
    "étude", "study", "prelude", "sonata", "stück", "satz", "blatt", "seite", "band", "heft", "fach",
    "mappe", "pièce", "mouvement", "feuille", "tome", "numéro", "pezzo", "foglio", "pieza", "hoja", "figure",
    "plate", "clause", "apartment", "apt", "flat", "suite", "room",
];

const MARKS: &[&str] =
    &["no", "nr", "num", "number", "nummer", "n", "numero", "número", "numéro", "nº", "№", "č", "nro"];

const OF: &[&str] = &[
    "of", "from", "in", "on", "at", "auf", "the", "our", "aus", "von", "vom", "im", "des", "der", "de", "du",
    "dell", "del", "di",
];

/// A number of a row in whatever words or figures.
#[derive(Debug)]
struct Token {
    value: u32,
    first: usize,
    last: usize,
    ordinal: bool,
}

fn tokens(row: &Row<'_>) -> Vec<Token> {
    let pieces = spelled::reading(row).unwrap_or_else(|| literal(row));
    let mut all = Vec::new();
    for piece in &pieces {
        let (first, last) = (piece.first, piece.last);
        if piece.text.len() <= 5 && piece.text.bytes().all(|b| b.is_ascii_digit()) {
            if let Ok(value) = piece.text.parse() {
                all.push(Token { value, first, last, ordinal: piece.ordinal });
            }
        } else if first == last
            && first > 0
            && row.atoms[first].letters
            && row.atoms[first - 1].letters
            && row.gap(first - 1).len() <= 2
            && let Some(value) = spelled::roman(row.raw(row.atoms[first]))
        {
            all.push(Token { value, first, last, ordinal: false });
        }
    }
    all
}

fn close(gap: &[char]) -> bool {
    gap.len() <= 3
        && gap.iter().all(|c| matches!(c, ' ' | '.' | ',' | '/' | '-' | '(' | '#' | ':' | '°' | ';'))
}

/// The words between two numbers, where nothing else parts them.
fn between(row: &Row<'_>, left: usize, right: usize) -> Option<Vec<String>> {
    if right - left > 5 || !(left..right).all(|at| close(row.gap(at))) {
        return None;
    }
    Some((left + 1..right).map(|at| row.word(row.atoms[at])).collect())
}

fn is_inner(word: &str) -> bool {
    INNER.contains(&word)
}

/// The references of two numbers that a request asks for.
pub(super) fn wanted(row: &Row<'_>) -> Vec<Identifier> {
    let all = tokens(row);
    let mut found = Vec::new();
    for pair in all.windows(2) {
        let [a, b] = pair else { continue };
        let Some(words) = between(row, a.last, b.first) else { continue };
        let (outer, inner, noun) = if a.ordinal {
            // "third piece of opus twelve"
            let [_, of @ .., label] = words.as_slice() else { continue };
            if of.is_empty() || !of.iter().all(|word| OF.contains(&word.as_str())) || is_inner(label) {
                continue;
            }
            (b.value, a.value, label.clone())
        } else {
            let inner = matches!(words.as_slice(), [one] if is_inner(one) || MARKS.contains(&one.as_str()))
                || matches!(words.as_slice(), [one, two] if is_inner(one) && MARKS.contains(&two.as_str()));
            let Some(noun) = label::before(row, a.first).filter(|noun| !MARKS.contains(&noun.as_str()))
            else {
                continue;
            };
            // "order 12, no. 13" may be two orders.
            let listed = row.gap(a.last).contains(&',')
                && !words.iter().any(|word| is_inner(word))
                && label::canonical(&noun) != "opus";
            if !inner || listed {
                continue;
            }
            (a.value, b.value, noun)
        };
        let (from, to) = (row.atoms[a.first].from, row.atoms[b.last].to);
        found.push(Identifier {
            kind: Kind::Reference,
            canonical: format!("{outer}/{inner}"),
            label: Some(label::canonical(&noun)),
            text: row.written(from, to).to_owned(),
            span: row.bytes(from, to),
        });
    }
    found
}

/// The two numbers of a wanted reference, and the noun of the second.
pub(super) fn of(wanted: &Identifier) -> Option<(u32, u32, Option<String>)> {
    if wanted.kind != Kind::Reference {
        return None;
    }
    let (outer, inner) = wanted.canonical.split_once('/')?;
    let row = Row::new(&wanted.text);
    let noun = row.atoms.iter().map(|&atom| row.word(atom)).find(|word| is_inner(word));
    Some((outer.parse().ok()?, inner.parse().ok()?, noun))
}

/// Where a row holds the two numbers as parts of one reference.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> Vec<(Range<usize>, f32)> {
    let Some((outer, inner, noun)) = of(wanted) else { return Vec::new() };
    let all = tokens(row);
    let name = wanted.label.as_deref();
    let fits = |word: &str| {
        MARKS.contains(&word)
            || noun.as_deref().is_some_and(|noun| label::fit(Some(noun), Some(word)) == Fit::Same)
    };
    let labelled = |token: &Token| {
        label::before(row, token.first).is_some_and(|word| {
            matches!((label::fit(name, Some(&word)), noun.is_some()), (Fit::Same, _) | (Fit::Open, true))
        })
    };
    let mut found = Vec::new();
    // "R7 S3", "R7/S3": the first letters of both nouns.
    let initial = |noun: Option<&str>| noun.and_then(|noun| noun.chars().next());
    if let (Some(one), Some(two)) = (initial(name), initial(noun.as_deref())) {
        let is = |at: usize, initial: char, value: u32| {
            let word = row.word(row.atoms[at]);
            word.strip_prefix(initial).is_some_and(|number| number.parse() == Ok(value))
                && row.capitals(row.atoms[at])
        };
        for at in 1..row.atoms.len() {
            let near = matches!(row.gap(at - 1), [' ' | '/' | '-' | '.' | ':'] | [',', ' ']);
            if near && is(at - 1, one, outer) && is(at, two, inner) {
                found.push((row.bytes(row.atoms[at - 1].from, row.atoms[at].to), 0.8));
            }
        }
    }
    for pair in all.windows(2) {
        let [a, b] = pair else { continue };
        let Some(words) = between(row, a.last, b.first) else { continue };
        let end = row.atoms[b.last].to;
        let goes_on =
            matches!(row.raw_at(end), '/' | '-' | '.' | '_' | ':') && row.raw_at(end + 1).is_alphanumeric();
        let whole = !goes_on && row.raw_at(end) != '%';
        let forward = a.value == outer
            && b.value == inner
            && !b.ordinal
            && labelled(a)
            && words.iter().all(|word| fits(word))
            && (!words.is_empty()
                || matches!(row.gap(a.last), ['/' | '-' | '.' | ':'] | [' '] | [',', ' '])
                || row.gap(a.last) == ['('] && row.raw_at(end) == ')');
        let backward = a.value == inner
            && b.value == outer
            && labelled(b)
            && words.len() >= 2
            && words[usize::from(a.ordinal)..words.len() - 1]
                .iter()
                .all(|word| OF.contains(&word.as_str()) || MARKS.contains(&word.as_str()))
            && (a.ordinal || label::before(row, a.first).is_some_and(|word| fits(&word)) || numbered(row, a));
        if whole && (forward || backward) {
            let span = row.bytes(row.atoms[a.first].from, end);
            found.push((span, if words.is_empty() { 0.85 } else { 0.92 }));
        }
    }
    found
}

/// "No. 3 of op. 12": a mark alone in front.
fn numbered(row: &Row<'_>, token: &Token) -> bool {
    token.first.checked_sub(1).is_some_and(|at| MARKS.contains(&row.word(row.atoms[at]).as_str()))
}
