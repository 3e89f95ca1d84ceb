//! One release of a package: "django==4.2.7", "lodash@4.17.20", "Django 4.2.7".

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::normalize::version;
use super::row::Row;

/// What parts name and version in a canonical form.
const MARK: char = '@';

/// Name and version of a wanted release.
pub(super) fn parts(wanted: &Identifier) -> Option<(&str, &str)> {
    (wanted.kind == Kind::Version).then(|| wanted.canonical.rsplit_once(MARK)).flatten()
}

fn inside(c: &char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/')
}

/// A name as packages are compared: hyphens, lines and points are one.
fn folded(name: &[char]) -> String {
    name.iter().map(|c| if matches!(c, '_' | '.') { '-' } else { *c }).collect()
}

/// Where the name begins that ends at a place, with the scope that it may have: "@babel/core".
fn begin(row: &Row<'_>, end: usize) -> usize {
    let from = end - row.raw[..end].iter().rev().take_while(|c| inside(c)).count();
    let scoped = row.raw[from..end].contains(&'/') && row.before(from) == '@';
    if scoped { from - 1 } else { from }
}

/// The place of the mark between a name and the version behind it, in the characters before the version.
fn name_end(row: &Row<'_>, version: usize, marks: &[&str]) -> Option<usize> {
    marks.iter().find_map(|mark| {
        let mark: Vec<char> = mark.chars().collect();
        row.low[..version].ends_with(&mark).then(|| version - mark.len())
    })
}

/// The releases that a request asks for.
pub(super) fn wanted(row: &Row<'_>) -> Vec<Identifier> {
    let mut found = Vec::new();
    for (at, atom) in row.atoms.iter().enumerate() {
        let Some(end) = name_end(row, atom.from, &["==", "@"]) else { continue };
        let Some((_, count, canonical, to)) = version::at(row, at).filter(|(_, count, ..)| *count > 1) else {
            continue;
        };
        let from = begin(row, end);
        // "app:pw@10.0.0.5" is a user of a host.
        let user = count > 3 || matches!(row.before(from), ':' | '/');
        if !user && row.raw[from..end].iter().any(|c| c.is_alphabetic()) {
            found.push(Identifier {
                kind: Kind::Version,
                canonical: format!("{}{MARK}{canonical}", folded(&row.low[from..end])),
                label: None,
                text: row.written(from, to).to_owned(),
                span: row.bytes(from, to),
            });
        }
    }
    found
}

/// Where a row has the release, and where it has that version of another package or another version of this one.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    let Some((name, own)) = parts(wanted) else { return (found, others) };
    for (at, atom) in row.atoms.iter().enumerate() {
        let Some((_, count, canonical, to)) = version::at(row, at).filter(|_| !version::goes_on(row, at))
        else {
            continue;
        };
        let marks = ["==", " == ", "@", " version ", " v", " ", ":", "/", "-"];
        let Some(end) = name_end(row, atom.from, &marks).filter(|_| count > 1) else { continue };
        let from = begin(row, end);
        let same_name = folded(&row.low[from..end]) == name;
        let span = row.bytes(from.min(atom.from), to);
        match (same_name, canonical == own) {
            (true, true) => found.push(span),
            (true, false) | (false, true) => others.push(span),
            (false, false) => {}
        }
    }
    (found, others)
}
