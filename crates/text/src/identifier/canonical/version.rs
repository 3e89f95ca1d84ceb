//! Versions of software.

use super::Scan;
use crate::identifier::kind::Kind;
use crate::identifier::label;
use crate::identifier::row::Row;

/// A version from an atom on: whether it said "v", its canonical form and the place after it.
pub(in crate::identifier) fn at(row: &Row<'_>, at: usize) -> Option<(bool, usize, String, usize)> {
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

pub(in crate::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut i = 0;
    while i < row.atoms.len() {
        let inner = i > 0 && row.gap(i - 1) == ['.'] && row.atoms[i - 1].digits;
        if !inner && let Some((marked, count, canonical, to)) = at(row, i) {
            let named = || label::before(row, i).is_some_and(|word| label::canonical(&word) == "version");
            if count >= 2 && (marked || count >= 3 && !canonical.contains('-') || named()) && count <= 4 {
                scan.push(Kind::Version, canonical, row.atoms[i].from, to);
            }
        }
        i += 1;
    }
}
