//! Book, serial and document numbers.

use super::Scan;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label;
use crate::entity::identifier::row::Row;

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    doi(scan);
    let row = scan.row;
    let mut at = 0;
    while at < row.atoms.len() {
        // "ISBN-10", "ISBN 13": the number of digits is no part of them.
        let form = row.is(row.atoms[at], "10") || row.is(row.atoms[at], "13");
        if form && at > 0 && row.is(row.atoms[at - 1], "isbn") {
            at += 1;
            continue;
        }
        let Some((next, digits)) = run(row, at) else {
            at += 1;
            continue;
        };
        let (from, to) = (row.atoms[at].from, row.atoms[next - 1].to);
        let name = label::before(row, at);
        let named = |word: &str| name.as_deref() == Some(word);
        if let Some(isbn) = isbn(&digits).filter(|_| digits.len() == 13 || named("isbn") || next - at >= 4) {
            scan.push(Kind::Isbn, isbn, from, to);
        } else if let Some(issn) = issn(&digits)
            && (digits.len() == 13
                || named("issn")
                || (next - at == 2
                    && row.atoms[at].len() == 4
                    && row.gap(at) == ['-']
                    && valid_issn(&digits)))
        {
            scan.push(Kind::Issn, issn, from, to);
        }
        at = next;
    }
}

/// A run of digits with an X perhaps at its end, in groups joined by one hyphen or space.
fn run(row: &Row<'_>, at: usize) -> Option<(usize, String)> {
    let mut digits = String::new();
    let mut next = at;
    while let Some(&atom) = row.atoms.get(next) {
        if next > at && !matches!(row.gap(next - 1), ['-' | ' ' | '.']) {
            break;
        }
        let low = row.low(atom);
        let (head, tail) = low.split_at(low.len() - 1);
        if !head.iter().all(char::is_ascii_digit) || !(tail[0].is_ascii_digit() || tail[0] == 'x') {
            break;
        }
        if digits.len() + low.len() > 13 {
            break;
        }
        digits.extend(low);
        next += 1;
        if tail[0] == 'x' {
            break;
        }
    }
    (digits.len() >= 8).then_some((next, digits))
}

fn sum(digits: &str, weights: impl Iterator<Item = u32>) -> u32 {
    digits.chars().zip(weights).map(|(c, weight)| weight * c.to_digit(10).unwrap_or(10)).sum()
}

/// The thirteen digits of a book number in either form.
pub(in crate::entity::identifier) fn isbn(digits: &str) -> Option<String> {
    match digits.len() {
        13 if (digits.starts_with("978") || digits.starts_with("979")) && !digits.ends_with('x') => {
            Some(digits.to_owned())
        }
        10 if sum(digits, (1..=10).rev()).is_multiple_of(11) => {
            let body = format!("978{}", &digits[..9]);
            let check = (10 - sum(&body, [1, 3].into_iter().cycle()) % 10) % 10;
            Some(format!("{body}{check}"))
        }
        _ => None,
    }
}

/// The ten characters of a book number that begins with 978.
pub(in crate::entity::identifier) fn short(isbn: &str) -> Option<String> {
    let body = isbn.strip_prefix("978").filter(|rest| rest.len() == 10)?.get(..9)?;
    let check = (11 - sum(body, (2..=10).rev()) % 11) % 11;
    let check = if check == 10 { 'X' } else { char::from_digit(check, 10)? };
    Some(format!("{body}{check}"))
}

fn issn_check(body: &str) -> char {
    match (11 - sum(body, (2..=8).rev()) % 11) % 11 {
        10 => 'x',
        check => char::from_digit(check, 10).unwrap_or('0'),
    }
}

fn valid_issn(digits: &str) -> bool {
    digits.len() == 8 && digits.ends_with(issn_check(&digits[..7]))
}

/// The eight characters of a serial number, also out of its barcode.
fn issn(digits: &str) -> Option<String> {
    match digits.len() {
        8 => Some(digits.to_owned()),
        13 if digits.starts_with("977") => Some(format!("{}{}", &digits[3..10], issn_check(&digits[3..10]))),
        12 if digits.starts_with("977") => Some(format!("{}{}", &digits[3..10], issn_check(&digits[3..10]))),
        _ => None,
    }
}

fn doi(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for at in 0..row.atoms.len().saturating_sub(2) {
        let (ten, registrant) = (row.atoms[at], row.atoms[at + 1]);
        if !(row.is(ten, "10")
            && row.gap(at) == ['.']
            && registrant.digits
            && (4..=9).contains(&registrant.len()))
            || row.raw_at(registrant.to) != '/'
        {
            continue;
        }
        let mut to = registrant.to;
        while to < row.raw.len() && !matches!(row.raw[to], ' ' | '"' | '<' | '>' | '\'' | ',' | ';') {
            to += 1;
        }
        while to > registrant.to + 1 && matches!(row.raw[to - 1], '.' | ')' | ':' | '?' | '!' | ']') {
            to -= 1;
        }
        if to > registrant.to + 1 {
            scan.push(Kind::Doi, row.low[ten.from..to].iter().collect(), ten.from, to);
        }
    }
}
