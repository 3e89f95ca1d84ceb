//! When two texts say the same, and when a text carries what was forgotten: as short strings that are equal.
//!
//! A tombstone keeps a keyed digest of a string and nothing else, so likeness cannot be measured later: whatever is to be
//! recognised again must come out as the same string from each of its surface forms. Where that cannot be, two strings
//! differ: a thing that comes back in disguise is the smaller harm than another that cannot be stored.

mod actor_name;
mod carried;
mod carried_name;
mod code;
mod collision;
mod disguise;
mod distinctive;
mod erased;
mod homoglyph;
mod markup;
mod name_form;
mod normal_form;
mod phone;
mod phonetic;
mod plain;
mod predicate;
mod rejoining;
mod requested;
mod secret;
mod singular;
mod strings;
mod transcript;
mod window;
mod wrapper;

pub use actor_name::{ActorName, acting, reference_is_in};
pub use carried::{LONGEST, carried};
pub use collision::{Collision, in_characters, what};
pub use disguise::readings;
pub use erased::{ErasedValue, erased_values};
pub use normal_form::{laid_forms, met_forms, normal_form, terse_forms};
pub use predicate::predicate_form;
pub use requested::{Fingerprint, KeptName, KeptOut, kept_out, requested};
pub use secret::is_of_login;
pub use singular::is_singular;
pub use wrapper::layers;

#[cfg(test)]
mod tests;
