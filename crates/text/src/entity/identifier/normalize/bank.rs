//! Bank accounts and payment cards.

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::row::Row;

/// Lengths of account numbers by country (registry of ISO 13616).
const LENGTHS: &[(&str, usize)] = &[
    ("ad", 24),
    ("ae", 23),
    ("al", 28),
    ("at", 20),
    ("ba", 20),
    ("be", 16),
    ("bg", 22),
    ("br", 29),
    ("ch", 21),
    ("cy", 28),
    ("cz", 24),
    ("de", 22),
    ("dk", 18),
    ("ee", 20),
    ("es", 24),
    ("fi", 18),
    ("fo", 18),
    ("fr", 27),
    ("gb", 22),
    ("ge", 22),
    ("gi", 23),
    ("gr", 27),
    ("hr", 21),
    ("hu", 28),
    ("ie", 22),
    ("il", 23),
    ("is", 26),
    ("it", 27),
    ("kw", 30),
    ("lb", 28),
    ("li", 21),
    ("lt", 20),
    ("lu", 20),
    ("lv", 21),
    ("mc", 27),
    ("md", 24),
    ("me", 22),
    ("mk", 19),
    ("mt", 31),
    ("nl", 18),
    ("no", 15),
    ("pl", 28),
    ("pt", 25),
    ("qa", 29),
    ("ro", 24),
    ("rs", 22),
    ("sa", 24),
    ("se", 24),
    ("si", 19),
    ("sk", 24),
    ("sm", 27),
    ("tn", 24),
    ("tr", 26),
    ("ua", 29),
    ("xk", 20),
];

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for at in 0..row.atoms.len() {
        if let Some((last, canonical)) = iban(row, at) {
            scan.push(Kind::Iban, canonical, row.atoms[at].from, row.atoms[last].to);
        } else if let Some((last, canonical)) = card(row, at) {
            scan.push(Kind::Card, canonical, row.atoms[at].from, row.atoms[last].to);
        }
    }
}

fn iban(row: &Row<'_>, at: usize) -> Option<(usize, String)> {
    let head = row.low(row.atoms[at]);
    if head.len() < 4
        || !head[..2].iter().all(char::is_ascii_lowercase)
        || !head[2..4].iter().all(char::is_ascii_digit)
    {
        return None;
    }
    let country: String = head[..2].iter().collect();
    let place = LENGTHS.binary_search_by_key(&country.as_str(), |&(name, _)| name).ok()?;
    let wanted = LENGTHS[place].1;
    let mut compact = String::new();
    for last in at..row.atoms.len().min(at + 12) {
        if last > at && !matches!(row.gap(last - 1), [' ' | '-' | '.']) {
            return None;
        }
        compact.extend(row.low(row.atoms[last]));
        if compact.len() == wanted {
            return compact.is_ascii().then_some((last, compact));
        }
        if compact.len() > wanted {
            return None;
        }
    }
    None
}

/// Whether the digits end in a check digit of Luhn's formula.
fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .chars()
        .rev()
        .enumerate()
        .map(|(at, c)| {
            let digit = c.to_digit(10).unwrap_or(0);
            if at % 2 == 0 { digit } else { digit * 2 / 10 + digit * 2 % 10 }
        })
        .sum();
    sum.is_multiple_of(10)
}

fn card(row: &Row<'_>, at: usize) -> Option<(usize, String)> {
    let first = row.atoms[at];
    if !first.digits || !matches!(row.low(first)[0], '2'..='6') {
        return None;
    }
    if matches!(first.len(), 15 | 16) {
        let digits = row.word(first);
        return luhn(&digits).then_some((at, digits));
    }
    if first.len() != 4 {
        return None;
    }
    let mut digits = String::new();
    let mut sizes = Vec::new();
    for last in at..row.atoms.len().min(at + 5) {
        let atom = row.atoms[last];
        if !atom.digits || (last > at && !matches!(row.gap(last - 1), [' ' | '-' | '.'])) {
            break;
        }
        sizes.push(atom.len());
        digits.extend(row.low(atom));
        if matches!(sizes.as_slice(), [4, 4, 4, 4] | [4, 6, 5]) {
            return Some((last, digits));
        }
    }
    None
}
