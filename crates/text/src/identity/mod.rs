//! When two texts say the same, and when a text carries what was forgotten: as short strings that are equal.
//!
//! A tombstone keeps a keyed digest of a string and nothing else, so likeness cannot be measured later: whatever is to be
//! recognised again must come out as the same string from each of its surface forms. Where that cannot be, two strings
//! differ: a thing that comes back in disguise is the smaller harm than another that cannot be stored.

mod apart;
mod asked;
mod carried;
mod carried_name;
mod code;
mod disguise;
mod distinctive;
mod line;
mod lookalike;
mod markup;
mod normal;
mod person;
mod plain;
mod predicate;
mod short;
mod sound;
mod strings;
mod told;
mod wanted;
mod window;
mod wrapper;

pub use asked::{Asked, asked};
pub use carried::{LONGEST, carried};
pub use disguise::readings;
pub use normal::{laid_forms, met_forms, normal_form, terse_forms};
pub use predicate::predicate_form;
pub use short::is_singular;
pub use told::{Told, acting, reference_is_in};
pub use wanted::{Identity, wanted};
pub use wrapper::layers;

#[cfg(test)]
mod tests;
