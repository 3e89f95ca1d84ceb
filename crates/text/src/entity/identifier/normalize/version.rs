//! Versions of software.

use super::Scan;
use crate::entity::identifier::digits::is_year;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label;
use crate::entity::identifier::row::Row;

/// A version from an atom on: whether it said "v", its canonical form and the place after it.
pub(in crate::entity::identifier) fn at(row: &Row<'_>, at: usize) -> Option<(bool, usize, String, usize)> {
    let first = row.atoms[at];
    let low = row.low(first);
    let marked = low[0] == 'v' && low.len() > 1 && low[1..].iter().all(char::is_ascii_digit);
    if !(marked || first.digits) || first.len() > 6 {
        return None;
    }
    let mut parts = vec![low[usize::from(marked)..].iter().collect::<String>()];
    let mut to = first.to;
    let mut next = at + 1;
    let mut pre = String::new();
    while row.gap(next - 1) == ['.']
        && parts.len() < 5
        && row.atoms.get(next).is_some_and(|atom| atom.digits && atom.len() <= 6)
    {
        parts.push(row.word(row.atoms[next]));
        to = row.atoms[next].to;
        next += 1;
    }
    // "2.0rc1" and "-rc1", "-alpine".
    while let ['-' | '+'] = row.gap(next - 1)
        && let Some(&atom) = row.atoms.get(next)
        && pre.len() < 40
    {
        pre.push('-');
        pre.push_str(&row.word(atom));
        to = atom.to;
        next += 1;
        if row.gap(next - 1) == ['.']
            && row.atoms.get(next).is_some_and(|atom| atom.digits)
            && pre.ends_with(char::is_alphabetic)
        {
            pre.push_str(&row.word(row.atoms[next]));
            to = row.atoms[next].to;
            next += 1;
        }
    }
    if row.gap(next - 1) == ['.']
        && pre.is_empty()
        && row.atoms.get(next).is_some_and(|&atom| {
            !atom.letters && atom.to - atom.from < 8 && row.low(atom)[0].is_ascii_digit()
        })
    {
        let atom = row.atoms[next];
        pre = format!("-{}", row.word(atom));
        to = atom.to;
    }
    let mut parts: Vec<&str> = parts
        .iter()
        .map(|part| part.trim_start_matches('0'))
        .map(|part| if part.is_empty() { "0" } else { part })
        .collect();
    let count = parts.len();
    while parts.len() > 1 && parts.last() == Some(&"0") {
        parts.pop();
    }
    Some((marked, count, format!("{}{pre}", parts.join(".")), to))
}

/// Whether a longer version goes on at an atom: "2.3" of v1.2.3.
pub(in crate::entity::identifier) fn goes_on(row: &Row<'_>, at: usize) -> bool {
    let numbered = |low: &[char]| {
        let digits = low.strip_prefix(&['v']).unwrap_or(low);
        !digits.is_empty() && digits.iter().all(char::is_ascii_digit)
    };
    at > 0 && row.gap(at - 1) == ['.'] && numbered(row.low(row.atoms[at - 1]))
}

/// Whether dotted numbers are too long for those of a version: 756.1234.5678.97, but not 10.0.19041.1234 or 2024.10.15.1201.
fn is_number(canonical: &str) -> bool {
    let first = canonical.split('.').next().unwrap_or_default();
    let digits = canonical.bytes().filter(u8::is_ascii_digit).count();
    first.len() >= 3 && digits >= 11 && !is_year(first)
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut i = 0;
    while i < row.atoms.len() {
        if !goes_on(row, i)
            && let Some((marked, count, canonical, to)) = at(row, i)
        {
            let named = || label::before(row, i).is_some_and(|word| label::canonical(&word) == "version");
            let alone = count >= 3 && !canonical.contains('-') && !is_number(&canonical);
            if count >= 2 && (marked || alone || named()) && count <= 4 {
                scan.push(Kind::Version, canonical, row.atoms[i].from, to);
            }
        }
        i += 1;
    }
}
