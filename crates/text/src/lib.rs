//! What a text says, as far as a planner of forgetting must know: identifiers, names, clauses, and the stance in which
//! something is said.
//!
//! Pure functions of text: no I/O, no clock, no randomness; the same bytes give the same answer everywhere.

pub mod clause;
pub mod gloss;
pub mod identifier;
pub mod identity;
pub mod initialism;
mod keys;
pub mod name;
pub mod quotation;
pub mod request;
pub mod stance;
pub mod word;

use keys::Keys;

/// The number of the rules by which [`keys`] makes its keys. Raised whenever a text may get other keys than before, so that
/// an index of them is made again.
pub const KEY_RULES: i64 = 15;

/// Returns the keys under which a text is found by what it mentions: identifiers in canonical form, and names by their
/// letters and sound. Without doubles, in a fixed order; of identifiers and of names at most 4,096 each.
#[must_use]
pub fn keys(text: &str) -> Vec<String> {
    let mut keys = identifier::keys(text);
    keys.extend(name::keys(text));
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_has_the_keys_of_all_that_it_mentions() {
        let people = ["Hazel Borowski", "Ольга Смирнова", "Quintus Abernathy"];
        let mut text = String::from("Minutes of the meeting. ");
        for number in 0..300 {
            text.push_str(&format!("Ticket {number} of mail{number}@post.example was closed. "));
        }
        people.iter().for_each(|name| text.push_str(&format!("Present: {name}. ")));
        let keys = keys(&text);
        for number in 0..300 {
            let [wanted] = identifier::wanted(&format!("mail{number}@post.example")).try_into().unwrap();
            assert!(identifier::wanted_keys(&wanted).iter().any(|key| keys.contains(key)), "{number}");
        }
        for name in people {
            let wanted = name::wanted(name);
            let words = name::wanted_keys(&wanted[0]);
            assert!(
                words.iter().all(|word| word.own.iter().chain(&word.sound).any(|key| keys.contains(key)))
            );
        }
    }
}
