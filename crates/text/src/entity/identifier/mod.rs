//! Identifiers in short texts: what a text carries, what a request asks for, and where a row holds it in whatever
//! surface form.
//!
//! Equality is of identity: a prefix, a suffix or a one-digit neighbour is another identifier.

mod airline;
mod bases;
mod code_group;
mod colour;
mod decoding;
pub(crate) mod digits;
mod domestic;
mod equivalent;
mod find;
mod haystack;
mod host;
mod keys;
mod kind;
mod label;
mod line;
mod model_suffix;
mod near_miss;
mod normalize;
mod parts;
mod pattern;
pub(crate) mod phrase;
mod plain;
mod query_mention;
mod recognition;
mod release;
mod row;
mod same;
mod scale;
mod seat;
mod spelled;
mod street;
mod strict;
mod yearly;

pub use digits::{is_year, numbers};
pub use haystack::{Haystack, find, near};
pub(crate) use keys::keys_of;
pub use keys::{keys, query_keys};
pub use kind::{Found, How, Identifier, Kind, Near, is_value};
pub use query_mention::query_mentions;
pub use recognition::recognise;
pub use same::same;
pub use scale::{Scale, Value, values};

/// The canonical form of what holds a thing, where that is told as well: the house of a flat, the address of a zone.
pub(crate) fn wider(one: &Identifier) -> Option<&str> {
    let wider = match one.kind {
        Kind::House => street::whole(&one.canonical),
        Kind::Ipv6 => normalize::net::host(&one.canonical),
        _ => return None,
    };
    (wider.len() < one.canonical.len()).then_some(wider)
}

/// A canonical address without user and password.
pub(crate) fn anonymous(canonical: &str) -> String {
    normalize::web::anonymous(canonical)
}

/// A canonical address with the user alone, where it names one.
pub(crate) fn of_user(canonical: &str) -> Option<String> {
    normalize::web::of_user(canonical)
}

/// Whether a canonical address keeps its password to itself.
pub(crate) fn is_hidden(canonical: &str) -> bool {
    normalize::web::is_hidden(canonical)
}

/// The host of a canonical address.
pub(crate) fn host_of(canonical: &str) -> &str {
    normalize::web::host_of(canonical)
}

#[cfg(test)]
mod tests;
