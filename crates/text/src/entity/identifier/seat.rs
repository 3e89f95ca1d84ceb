//! A seat told as its row and its letter: "row 14, seat C" for 14C.

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::label;
use super::pattern::literal;
use super::row::Row;
use super::spelled;

/// Words for rows and seats that are no labels of numbers: each is something else more often.
const ROWS: &[&str] = &["rang", "rad", "rząd", "ряд", "rivi"];
const SEATS: &[&str] = &["col", "column", "place", "miejsce"];

/// Row and letter of a wanted seat.
pub(super) fn parts(wanted: &Identifier) -> Option<(String, String)> {
    let compact: String = wanted.text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
    let cut = compact.find(|c: char| !c.is_ascii_digit())?;
    let (row, letter) = compact.split_at(cut);
    let of_seat = wanted.kind == Kind::Reference && wanted.label.as_deref() == Some("seat");
    let fits = (1..=2).contains(&row.len())
        && letter.len() == 1
        && letter.starts_with(|c: char| c.is_ascii_lowercase());
    (of_seat && fits).then(|| (row.trim_start_matches('0').to_owned(), letter.to_owned()))
}

/// Where a row has both, each behind its noun.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> Vec<Range<usize>> {
    let Some((number, letter)) = parts(wanted) else { return Vec::new() };
    let pieces = spelled::reading(row).unwrap_or_else(|| literal(row));
    let noun = |at: usize, name: &str, more: &[&str]| {
        let word = at.checked_sub(1).map(|left| row.word(row.atoms[left]));
        word.is_some_and(|word| label::canonical(&word) == name || more.contains(&word.as_str()))
    };
    let mut found = Vec::new();
    for piece in &pieces {
        if piece.text.trim_start_matches('0') != number || !noun(piece.first, "row", ROWS) {
            continue;
        }
        let end = row.atoms.len().min(piece.last + 4);
        for at in piece.last + 1..end {
            if row.is(row.atoms[at], &letter) && noun(at, "seat", SEATS) {
                found.push(row.bytes(row.atoms[piece.first].from, row.atoms[at].to));
            }
        }
    }
    found
}
