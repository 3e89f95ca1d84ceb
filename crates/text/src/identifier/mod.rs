//! Identifiers in short texts: what a text carries, what a request asks for, and where a row holds it in whatever
//! surface form.
//!
//! Equality is of identity: a prefix, a suffix or a one-digit neighbour is another identifier.

mod also;
mod bases;
mod canonical;
mod colour;
mod digits;
mod find;
mod keys;
mod kind;
mod label;
mod near;
mod parts;
mod pattern;
mod readings;
mod recognise;
mod row;
mod same;
mod several;
mod spelled;
mod wanted;

pub use find::find;
pub use keys::{keys, wanted_keys};
pub use kind::{Found, How, Identifier, Kind, Near};
pub use near::near;
pub use recognise::recognise;
pub use same::same;
pub use wanted::wanted;

#[cfg(test)]
mod tests;
