//! What a text says, as far as a planner of forgetting must know: identifiers, names, clauses, and the stance in which
//! something is said.
//!
//! Pure functions of text: no I/O, no clock, no randomness; the same bytes give the same answer everywhere.

pub mod clause;
pub mod identifier;
pub mod name;
pub mod request;
pub mod stance;
pub mod word;

/// The number of the rules by which [`keys`] makes its keys. Raised whenever a text may get other keys than before, so that
/// an index of them is made again.
pub const KEY_RULES: i64 = 2;

/// The most keys that one text gets.
const MAX_KEYS: usize = 64;

/// Returns the keys under which a text is found by what it mentions: identifiers in canonical form, and names by their
/// sound. At most 64, without doubles, in a fixed order.
#[must_use]
pub fn keys(text: &str) -> Vec<String> {
    let mut keys = identifier::keys(text);
    keys.extend(name::keys(text));
    keys.sort_unstable();
    keys.dedup();
    keys.truncate(MAX_KEYS);
    keys
}
