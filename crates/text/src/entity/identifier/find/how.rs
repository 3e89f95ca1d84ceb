//! In what way a row writes the wanted identifier.

use crate::entity::identifier::digits::{ascii_digit, look_alike};
use crate::entity::identifier::kind::{How, Identifier, Kind};
use crate::entity::identifier::normalize::path;
use crate::entity::identifier::row::Row;

pub(super) fn classify(wanted: &Identifier, written: &str) -> How {
    if wanted.text == written {
        return How::Verbatim;
    }
    if wanted.text.to_lowercase() == written.to_lowercase() {
        return How::Case;
    }
    if written
        .chars()
        .any(|c| !c.is_ascii() && ascii_digit(c).is_some() && !('\u{FF10}'..='\u{FF19}').contains(&c))
    {
        return How::Digits;
    }
    if written.chars().any(|c| ('\u{FF01}'..='\u{FF5E}').contains(&c)) {
        return How::Width;
    }
    let compact = |text: &str| {
        let row = Row::new(text);
        row.low.iter().filter(|c| c.is_alphanumeric()).collect::<String>()
    };
    let (a, b) = (compact(&wanted.text), compact(written));
    if a == b {
        return How::Separators;
    }
    let look = |text: &str| text.chars().map(look_alike).collect::<String>();
    if look(&a) == look(&b) {
        return How::Homoglyph;
    }
    if written.contains("xn--") || written.contains('%') && wanted.kind == Kind::Url {
        return How::Encoded;
    }
    match wanted.kind {
        Kind::Number if unpadded(&a) == unpadded(&b) => How::ZeroPadding,
        Kind::Phone | Kind::Number if b.contains(a.get(a.len().saturating_sub(6)..).unwrap_or_default()) => {
            How::CountryCode
        }
        Kind::Url | Kind::Domain | Kind::Email => How::UrlForm,
        Kind::Hash | Kind::Commit => How::Encoded,
        Kind::Reference | Kind::Plate | Kind::Key | Kind::Code | Kind::NationalId
            if unpadded(&a) == unpadded(&b) =>
        {
            How::ZeroPadding
        }
        Kind::Path if path::canonical(written) == wanted.canonical => How::UrlForm,
        _ => How::Notation,
    }
}

/// Without the zeros that lead its numbers.
fn unpadded(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len());
    for c in compact.chars() {
        if c != '0' || out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push(c);
        }
    }
    out
}
