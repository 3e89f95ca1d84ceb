//! A bank account as its country writes it, beside its IBAN: bank and account as two numbers (registry of ISO 13616).

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::row::Row;

/// Where the digits of the bank and of the account stand in the IBAN of a country.
const PARTS: &[(&str, Range<usize>, Range<usize>)] = &[
    ("at", 4..9, 9..20),
    ("au", 4..10, 10..20),
    ("be", 4..7, 4..16),
    ("ch", 4..9, 9..21),
    ("cz", 4..8, 8..24),
    ("de", 4..12, 12..22),
    ("es", 4..8, 14..24),
    ("fr", 4..9, 14..25),
    ("gb", 8..14, 14..22),
    ("ie", 8..14, 14..22),
    ("it", 5..10, 15..27),
    ("li", 4..9, 9..21),
    ("lu", 4..7, 7..20),
    ("pl", 4..12, 12..28),
    ("sk", 4..8, 8..24),
];

fn digits(text: &str) -> Option<&str> {
    let bare = text.trim_start_matches('0');
    (bare.len() >= 4 && bare.bytes().all(|b| b.is_ascii_digit())).then_some(bare)
}

/// Bank and account of an IBAN, without leading zeros; `None` for the IBANs of other countries and for other identifiers.
pub(super) fn parts(wanted: &Identifier) -> Option<(&str, &str)> {
    let iban = wanted.canonical.as_str();
    let (_, bank, account) = PARTS.iter().find(|(country, ..)| iban.starts_with(country))?;
    let is_iban = wanted.kind == Kind::Iban && iban.is_ascii();
    let part = |range: &Range<usize>| digits(iban.get(range.clone())?);
    is_iban.then(|| Some((part(bank)?, part(account)?)))?
}

/// Where a row has both numbers: the account's place.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> Vec<Range<usize>> {
    let Some((bank, account)) = parts(wanted) else { return Vec::new() };
    match number(row, bank) {
        Some(_) => number(row, account).into_iter().collect(),
        None => Vec::new(),
    }
}

/// A number whose groups spaces and hyphens may part, with any zeros before it.
fn number(row: &Row<'_>, wanted: &str) -> Option<Range<usize>> {
    let joint = |at: usize| matches!(row.gap(at), [' ' | '-' | '.']);
    for first in (0..row.atoms.len()).filter(|&at| row.atoms[at].digits) {
        let mut said = String::new();
        for last in first..row.atoms.len().min(first + 8) {
            if !row.atoms[last].digits || last > first && !joint(last - 1) {
                break;
            }
            said.push_str(&row.word(row.atoms[last]));
            // A group beside it makes it a part of a longer number, of another IBAN among them.
            let goes_on = |at: usize| {
                joint(at)
                    && [at, at + 1].iter().all(|at| row.low(row.atoms[*at]).iter().any(char::is_ascii_digit))
            };
            let whole =
                (first == 0 || !goes_on(first - 1)) && (last + 1 == row.atoms.len() || !goes_on(last));
            if whole && said.trim_start_matches('0') == wanted {
                return Some(row.bytes(row.atoms[first].from, row.atoms[last].to));
            }
        }
    }
    None
}
