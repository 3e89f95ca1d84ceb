//! UUIDs, link-layer addresses, digests and commit ids.

use super::Scan;
use crate::entity::identifier::bases;
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::label;
use crate::entity::identifier::row::{Atom, Row};

fn is_hex(row: &Row<'_>, atom: Atom) -> bool {
    row.low(atom).iter().all(char::is_ascii_hexdigit)
}

fn shape(scan: &Scan<'_, '_>, at: usize, lengths: &[usize], gap: char) -> bool {
    let row = scan.row;
    lengths.iter().enumerate().all(|(i, &length)| {
        row.atoms.get(at + i).is_some_and(|&atom| atom.len() == length && is_hex(row, atom))
            && (i == 0 || row.gap(at + i - 1) == [gap])
    })
}

fn compact(row: &Row<'_>, from: usize, to: usize) -> String {
    row.low[from..to].iter().filter(|c| c.is_alphanumeric()).collect()
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    for at in 0..row.atoms.len() {
        let atom = row.atoms[at];
        match atom.len() {
            2 => {
                // "7f:3a:19:c0"
                for count in [3, 4, 5, 7] {
                    if shape(scan, at, &[2; 8][..count], ':')
                        && !(at > 0 && row.gap(at - 1) == [':'])
                        && row.gap(at + count - 1) != [':']
                        && !(at..at + count).all(|i| row.atoms[i].digits)
                    {
                        let to = row.atoms[at + count - 1].to;
                        scan.push(Kind::Reference, compact(row, atom.from, to), atom.from, to);
                    }
                }
                for gap in [':', '-'] {
                    if shape(scan, at, &[2; 8], gap)
                        && !(at > 0 && row.gap(at - 1) == [gap])
                        && row.gap(at + 7) != [gap]
                    {
                        let to = row.atoms[at + 7].to;
                        let whole = compact(row, atom.from, to);
                        scan.push(Kind::Mac, bases::shortened(&whole).unwrap_or(whole), atom.from, to);
                    }
                    if shape(scan, at, &[2; 6], gap)
                        && !(at > 0 && row.gap(at - 1) == [gap])
                        && row.gap(at + 5) != [gap]
                    {
                        let to = row.atoms[at + 5].to;
                        scan.push(Kind::Mac, compact(row, atom.from, to), atom.from, to);
                    }
                }
            }
            // Vendor and product: "046d:c52b".
            4 if shape(scan, at, &[4; 2], ':')
                && row.before(atom.from) != ':'
                && row.raw_at(row.atoms[at + 1].to) != ':'
                && !(at..at + 2).all(|i| row.atoms[i].digits)
                && !(at..at + 2).all(|i| row.atoms[i].letters) =>
            {
                let to = row.atoms[at + 1].to;
                scan.push(Kind::Reference, compact(row, atom.from, to), atom.from, to);
            }
            4 if shape(scan, at, &[4; 3], '.') && !(at..at + 3).all(|i| row.atoms[i].digits) => {
                let to = row.atoms[at + 2].to;
                scan.push(Kind::Mac, compact(row, atom.from, to), atom.from, to);
            }
            8 if shape(scan, at, &[8, 4, 4, 4, 12], '-') => {
                let to = row.atoms[at + 4].to;
                scan.push(Kind::Uuid, compact(row, atom.from, to), atom.from, to);
            }
            32 if is_hex(row, atom) => {
                scan.push(Kind::Uuid, row.word(atom), atom.from, atom.to);
            }
            40 if is_hex(row, atom) => {
                scan.push(Kind::Commit, row.word(atom), atom.from, atom.to);
            }
            56 | 64 | 96 | 128 if is_hex(row, atom) => {
                scan.push(Kind::Hash, row.word(atom), atom.from, atom.to);
            }
            // A link-layer address in capitals without separators; in small letters it may be a commit as well.
            12 if is_hex(row, atom)
                && !atom.digits
                && !atom.letters
                && !is_labelled_otherwise(row, at)
                && !row.raw(atom)[2..].iter().all(char::is_ascii_digit)
                && row.raw(atom).iter().all(|c| !c.is_ascii_lowercase()) =>
            {
                scan.push(Kind::Mac, row.word(atom), atom.from, atom.to);
            }
            7..=39 if is_hex(row, atom) && !atom.digits && !atom.letters && !colour(row, atom) => {
                let raw = row.raw(atom);
                // Capitals, mixed case and a few digits are codes of other sorts.
                let joined =
                    matches!(row.before(atom.from), '-' | '_') || matches!(row.raw_at(atom.to), '-' | '_');
                if raw.iter().all(|c| !c.is_ascii_uppercase()) && !joined {
                    scan.push(Kind::Commit, row.word(atom), atom.from, atom.to);
                }
            }
            _ => {}
        }
    }
    base64(scan);
}

/// Whether a noun before an atom says that it is something else than a link-layer address: "VAT number BE0123456789".
fn is_labelled_otherwise(row: &Row<'_>, at: usize) -> bool {
    label::before(row, at).is_some_and(|word| label::known(&word) && label::canonical(&word) != "mac")
}

/// A colour of CSS: "#a3f09c".
fn colour(row: &Row<'_>, atom: Atom) -> bool {
    row.before(atom.from) == '#' && matches!(atom.len(), 3 | 4 | 6 | 8)
}

fn base64(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 0;
    while at < row.raw.len() {
        let is_base = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '-' | '_');
        if !is_base(row.raw[at]) {
            at += 1;
            continue;
        }
        let mut from = at;
        while at < row.raw.len() && is_base(row.raw[at]) {
            at += 1;
        }
        for prefix in ["sha256-", "sha384-", "sha512-", "sha1-"] {
            if row.low[from..at].iter().copied().take(prefix.len()).eq(prefix.chars()) {
                from += prefix.len();
            }
        }
        if !matches!(at - from, 27 | 43 | 64 | 86) {
            continue;
        }
        let run = &row.raw[from..at];
        let mixed = run.iter().any(char::is_ascii_lowercase)
            && run.iter().any(char::is_ascii_uppercase)
            && run.iter().any(char::is_ascii_digit);
        if mixed && let Some(hex) = decode(run) {
            let padded = (at..row.raw.len()).take_while(|&i| row.raw[i] == '=').count();
            scan.push(Kind::Hash, hex, from, at + padded.min(2));
        }
    }
}

fn decode(run: &[char]) -> Option<String> {
    let (mut bits, mut count, mut hex) = (0_u32, 0_u32, String::with_capacity(run.len() * 2));
    for &c in run {
        let value = match c {
            'A'..='Z' => u32::from(c) - u32::from('A'),
            'a'..='z' => u32::from(c) - u32::from('a') + 26,
            '0'..='9' => u32::from(c) - u32::from('0') + 52,
            '+' | '-' => 62,
            '/' | '_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | value) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            let byte = (bits >> count) & 0xFF;
            for nibble in [byte >> 4, byte & 15] {
                hex.push(char::from_digit(nibble, 16)?);
            }
        }
    }
    Some(hex)
}
