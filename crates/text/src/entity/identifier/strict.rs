//! What tells a name of a system or a secret from another with the same letters and digits.

use super::kind::{Identifier, Kind};
use super::row::Row;

/// Whether the separators belong to it: a user's name, written with its @ or its noun.
pub(super) fn separators_count(wanted: &Identifier) -> bool {
    wanted.kind == Kind::Handle && (wanted.text.starts_with('@') || wanted.label.as_deref() == Some("user"))
}

/// Whether leading zeros belong to it: a PIN, a password, a code of digits, a user's name.
pub(super) fn zeros_count(wanted: &Identifier) -> bool {
    let digits = || wanted.text.chars().all(|c| !c.is_alphabetic());
    case_counts(wanted) || wanted.kind == Kind::Code && digits() || separators_count(wanted)
}

/// Whether capitals belong to it: a key, a token, a password, but not bytes in hex, nor a passphrase of plain words.
pub(super) fn case_counts(wanted: &Identifier) -> bool {
    let text = &wanted.text;
    wanted.kind == Kind::Key && !is_bytes(text) && !is_product_key(text) && !is_passphrase(text)
}

/// "heron-lamp-42": words in small letters and a number, which are printed and read out in any case.
fn is_passphrase(text: &str) -> bool {
    let parts = || text.split(['-', '_', '.', ' ']);
    let word = |part: &&str| part.len() >= 3 && part.bytes().all(|b| b.is_ascii_lowercase());
    let number = |part: &&str| part.bytes().all(|b| b.is_ascii_digit());
    parts().filter(word).count() >= 2
        && parts().any(|part| number(&part))
        && parts().all(|part| word(&part) || number(&part))
}

/// "PX7QR-44M2T-9WNDA": capitals and digits in groups, which are typed in any case.
fn is_product_key(text: &str) -> bool {
    let mut groups = text.split('-');
    let upper = |group: &str| group.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    text.matches('-').count() >= 2 && groups.all(|group| (4..=6).contains(&group.len()) && upper(group))
}

/// "7F:3A:19:C0".
fn is_bytes(text: &str) -> bool {
    let groups = || text.split([':', '-', ' ']);
    groups().count() > 2
        && groups().all(|group| group.len() == 2 && group.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Whether a stretch of a row has the separators of the wanted name, in the same places.
pub(super) fn has_separators(wanted: &Identifier, row: &Row<'_>, from: usize, to: usize) -> bool {
    let shape = |chars: &[char]| -> Vec<char> {
        chars.iter().map(|c| if c.is_alphanumeric() { 'x' } else { *c }).collect()
    };
    let own = Row::new(wanted.text.trim_start_matches('@'));
    let (Some(first), Some(last)) = (own.atoms.first(), own.atoms.last()) else { return true };
    let line = |c: char| c == '_';
    shape(&own.low[first.from..last.to]) == shape(&row.low[from..to])
        && line(own.before(first.from)) == line(row.before(from))
        && line(own.raw_at(last.to)) == line(row.raw_at(to))
}
