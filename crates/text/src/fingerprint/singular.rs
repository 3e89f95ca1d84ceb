//! Statements of few words that are said of one thing all the same.

use crate::entity::identifier::{self, Identifier, is_value};
use crate::entity::name::{self, Kind};
use crate::word;

/// Labels whose value is its bearer's alone, whatever word it is.
const SECRETS: &[&str] = &[
    "password", "passphrase", "passcode", "passwort", "kennwort", "pin", "code", "codeword", "secret", "key",
    "token", "login", "username", "user",
];

/// Fewest letters and digits of an identifier by which a short statement is known: "Step 2" is said of many things.
const LONG: usize = 4;

/// A statement of two words with more bytes than this is said of nothing else, whatever it holds.
const LONGEST: usize = 4096;

/// Whether a statement of two words is said of one thing: it has an identifier or number that is no date, time or amount,
/// or a label with a secret or a person. "Status: closed" is said of many.
#[must_use]
pub fn is_singular(text: &str) -> bool {
    word::words(text).len() > 1
        && (text.len() > LONGEST || identifier::recognise(text).iter().any(tells) || is_labelled(text))
}

fn tells(one: &Identifier) -> bool {
    let size = one.text.chars().filter(|character| character.is_alphanumeric()).count();
    let secret = one.label.as_deref() == Some("key");
    let year = size == 4 && (one.canonical.starts_with("19") || one.canonical.starts_with("20"));
    !is_value(one.kind) && (size >= LONG && !year || size >= LONG - 1 && secret)
}

fn is_labelled(text: &str) -> bool {
    let Some((label, value)) = text.split_once([':', '=']) else { return false };
    let label = word::fold(label.trim());
    let known = |word: &str| SECRETS.contains(&word);
    let person = || name::names(value).iter().any(|name| name.kind == Kind::Person);
    let value = value.trim();
    !value.is_empty()
        && value.split_whitespace().count() == 1
        && (label.split_whitespace().any(known) || person())
}
