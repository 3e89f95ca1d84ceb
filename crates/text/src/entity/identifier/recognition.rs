//! What a text carries.

use super::kind::{Identifier, Kind};
use super::label::{self, Fit};
use super::normalize::{self, Hit, reference, web};
use super::row::Row;
use super::street::{self, House};
use crate::pages::{by_page, shifted};

/// All identifiers of a text, in order. A long text is read [page by page](crate::pages).
#[must_use]
pub fn recognise(text: &str) -> Vec<Identifier> {
    by_page(text, of_page, |one, by| one.span = shifted(&one.span, by))
}

fn of_page(text: &str) -> Vec<Identifier> {
    let row = Row::new(text);
    let mut found: Vec<Identifier> = normalize::scan(&row).iter().map(|hit| identifier(&row, hit)).collect();
    let houses = street::all(text).into_iter().filter(|one| one.certain).map(|one| house(text, one));
    for other in disguised(&row).into_iter().chain(houses) {
        found.retain(|known| known.span.end <= other.span.start || other.span.end <= known.span.start);
        found.push(other);
    }
    found.sort_by_key(|known| known.span.start);
    found
}

/// A hit as an identifier of the row's text, with its label.
pub(super) fn identifier(row: &Row<'_>, hit: &Hit) -> Identifier {
    let first = row.atom_from(hit.from);
    let last = row.atom_from(hit.to).saturating_sub(1).max(first);
    let mut named = label::of(row, first, last).map(|word| label::canonical(&word));
    let mut canonical = hit.canonical.clone();
    // "ORD-004471" is number 4471 of the orders.
    if hit.kind == Kind::Reference
        && last > first
        && let Some(&prefix) = row.atoms.get(first).filter(|atom| atom.letters)
        && row.atoms[first + 1..=last].iter().any(|atom| !atom.letters)
        && label::known(&row.word(prefix))
        && label::fit(named.as_deref(), Some(&row.word(prefix))) != Fit::Conflict
        && !row.is(prefix, "sha")
    {
        named = Some(label::canonical(&row.word(prefix)));
        let rest: String = row.low[prefix.to..hit.to].iter().filter(|c| c.is_alphanumeric()).collect();
        canonical = reference::canonical(&rest);
    }
    Identifier {
        kind: hit.kind,
        canonical,
        label: named,
        text: row.written(hit.from, hit.to).to_owned(),
        span: row.bytes(hit.from, hit.to),
    }
}

/// A house as an identifier of the text.
pub(super) fn house(text: &str, house: House) -> Identifier {
    Identifier {
        kind: Kind::House,
        canonical: house.canonical(),
        label: None,
        text: text[house.span.clone()].to_owned(),
        span: house.span,
    }
}

/// Addresses written with (at) and (dot).
pub(super) fn disguised(row: &Row<'_>) -> Vec<Identifier> {
    let Some(plain) = web::plain(row) else { return Vec::new() };
    let direct = normalize::scan(row);
    normalize::scan(&plain)
        .iter()
        .filter(|hit| matches!(hit.kind, Kind::Email | Kind::Domain | Kind::Url | Kind::Ipv4))
        .map(|hit| identifier(&plain, hit))
        .filter(|other| !direct.iter().any(|hit| hit.canonical == other.canonical))
        .collect()
}
