//! When two identifiers are one identity.

use super::kind::{Identifier, Kind};
use super::label::{self, Fit};
use super::normalize::{percent, phone, place, when};
use super::strict;

/// Whether two identifiers are one identity.
#[must_use]
pub fn same(a: &Identifier, b: &Identifier) -> bool {
    use Kind::{Commit, Coordinates, Date, Email, Ending, Handle, Hash, Mac, Phone, Uuid, Version};
    // Two numbers of one reference are not one number.
    if a.kind == Kind::Reference
        && b.kind == Kind::Reference
        && ['/', '+'].iter().any(|mark| a.canonical.contains(*mark) != b.canonical.contains(*mark))
    {
        return false;
    }
    // Case and zeros tell secrets apart.
    if is_code(a.kind)
        && is_code(b.kind)
        && (strict::case_counts(a) || strict::case_counts(b))
        && written(&a.text) != written(&b.text)
    {
        return false;
    }
    match (a.kind, b.kind) {
        (Phone, Phone) => phone::same(&a.canonical, &b.canonical) || phone::same(&b.canonical, &a.canonical),
        (Coordinates, Coordinates) => place::same(&a.canonical, &b.canonical),
        (Date, Date) => when::same(&a.canonical, &b.canonical),
        (Commit | Hash, Commit | Hash) => begins(&a.canonical, &b.canonical),
        (Uuid | Hash | Mac | Commit, Uuid | Hash | Mac | Commit) => a.canonical == b.canonical,
        (Email, Email) => a.canonical == b.canonical && tags_agree(&a.text, &b.text),
        (Version | Handle, _) if a.kind == b.kind => a.canonical == b.canonical,
        (Ending, Ending) => a.canonical == b.canonical,
        _ if a.kind == b.kind
            && a.canonical == b.canonical
            && !matches!(a.kind, Kind::Reference | Kind::Number) =>
        {
            true
        }
        _ if is_code(a.kind) && is_code(b.kind) => {
            compact(&a.canonical) == compact(&b.canonical)
                && match label::fit(a.label.as_deref(), b.label.as_deref()) {
                    Fit::Same | Fit::Open => true,
                    Fit::Doubtful | Fit::Conflict => {
                        a.canonical.len() >= 6 && a.canonical.bytes().any(|b| !b.is_ascii_digit())
                    }
                }
        }
        _ => a.kind == b.kind && a.canonical == b.canonical,
    }
}

/// Whether two addresses have one tag, or one of them has none: ops+eu@acme.example is not ops+us@acme.example.
fn tags_agree(a: &str, b: &str) -> bool {
    let tag = |text: &str| {
        let (local, _) = text.split_once('@')?;
        Some(percent::percent(local).split_once('+')?.1.to_lowercase())
    };
    tag(a).zip(tag(b)).is_none_or(|(a, b)| a == b)
}

fn written(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Kinds that are runs of letters and digits, which texts do not always tell apart.
pub(super) fn is_code(kind: Kind) -> bool {
    use Kind::{Card, Code, Iban, Isbn, Issn, Key, NationalId, Number, Phone, Plate, Reference};
    matches!(kind, Card | Code | Iban | Isbn | Issn | Key | NationalId | Number | Phone | Plate | Reference)
}

pub(super) fn compact(canonical: &str) -> String {
    let compact: String =
        canonical.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    super::normalize::reference::canonical(&compact)
}

/// Whether the shorter of two hex ids begins the longer, with seven characters at least.
pub(super) fn begins(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short.len() >= 7 && long.starts_with(short)
}
