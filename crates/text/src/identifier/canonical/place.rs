//! Positions on earth, in decimal degrees, degrees and minutes, or with seconds.

use super::Scan;
use crate::identifier::kind::Kind;
use crate::identifier::row::Row;

fn hemisphere(row: &Row<'_>, at: usize) -> Option<(bool, f64)> {
    let atom = *row.atoms.get(at)?;
    match (atom.len(), row.raw_at(atom.from)) {
        (1, 'N') => Some((true, 1.0)),
        (1, 'S') => Some((true, -1.0)),
        (1, 'E' | 'O') => Some((false, 1.0)),
        (1, 'W') => Some((false, -1.0)),
        _ => None,
    }
}

/// Degrees in up to three parts from an atom on, and the atom after them.
fn degrees(row: &Row<'_>, mut at: usize) -> Option<(f64, usize)> {
    let mut value = 0.0;
    for part in 0..3 {
        let atom = *row.atoms.get(at).filter(|atom| atom.digits && atom.len() <= 9)?;
        let mut text = row.word(atom);
        let mut next = at + 1;
        if row.gap(at) == ['.']
            && let Some(&fraction) = row.atoms.get(next).filter(|atom| atom.digits && atom.len() <= 12)
        {
            text = format!("{text}.{}", row.word(fraction));
            next += 1;
        }
        value += text.parse::<f64>().ok()? / [1.0, 60.0, 3600.0][part];
        let gap = row.gap(next - 1);
        let more =
            gap.iter().any(|c| matches!(c, '°' | 'º' | '\'' | '′' | ':')) || (part > 0 && gap == [' ']);
        let end =
            gap.contains(&'"') || gap.contains(&',') || !row.atoms.get(next).is_some_and(|atom| atom.digits);
        at = next;
        if end || !more {
            return Some((value, at));
        }
    }
    Some((value, at))
}

fn coordinate(row: &Row<'_>, at: usize) -> Option<(bool, f64, usize)> {
    if let Some((latitude, sign)) = hemisphere(row, at) {
        let (value, next) = degrees(row, at + 1)?;
        return Some((latitude, sign * value, next));
    }
    let (value, next) = degrees(row, at)?;
    let (latitude, sign) = hemisphere(row, next)?;
    Some((latitude, sign * value, next + 1))
}

pub(in crate::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for at in 0..row.atoms.len() {
        let Some((true, latitude, next)) = coordinate(row, at) else {
            plain(scan, at);
            continue;
        };
        if next < row.atoms.len()
            && row.gap(next - 1).len() <= 4
            && let Some((false, longitude, end)) = coordinate(row, next)
        {
            scan.push(
                Kind::Coordinates,
                format!("{latitude:.5},{longitude:.5}"),
                row.atoms[at].from,
                row.atoms[end - 1].to,
            );
        }
    }
}

/// "58.2475, 10.8925": two decimals of four places or more.
fn plain(scan: &mut Scan<'_, '_>, at: usize) {
    let row = scan.row;
    let Some(atoms) = row.atoms.get(at..at + 4) else { return };
    if !atoms.iter().all(|atom| atom.digits && atom.len() <= 9)
        || row.gap(at) != ['.']
        || row.gap(at + 2) != ['.']
        || !matches!(
            row.gap(at + 1),
            [','] | [',', ' '] | [' '] | [',', ' ', '-'] | [',', '-'] | ['/'] | [' ', '-']
        )
        || atoms[1].len() < 4
        || atoms[3].len() < 4
    {
        return;
    }
    let number = |i: usize| format!("{}.{}", row.word(atoms[i]), row.word(atoms[i + 1])).parse::<f64>();
    let (Ok(mut latitude), Ok(mut longitude)) = (number(0), number(2)) else { return };
    let mut from = atoms[0].from;
    if row.before(from) == '-' {
        latitude = -latitude;
        from -= 1;
    }
    if row.gap(at + 1).contains(&'-') {
        longitude = -longitude;
    }
    if latitude.abs() <= 90.0 && longitude.abs() <= 180.0 {
        scan.push(Kind::Coordinates, format!("{latitude:.5},{longitude:.5}"), from, atoms[3].to);
    }
}

/// Whether two canonical positions are within some ten metres.
pub(in crate::identifier) fn same(a: &str, b: &str) -> bool {
    let parse = |text: &str| {
        let (latitude, longitude) = text.split_once(',')?;
        Some((latitude.parse::<f64>().ok()?, longitude.parse::<f64>().ok()?))
    };
    match (parse(a), parse(b)) {
        (Some((a, b)), Some((c, d))) => (a - c).abs() < 0.000_15 && (b - d).abs() < 0.000_15,
        _ => false,
    }
}
