//! What a text says, as far as a planner of forgetting must know: identifiers, names, clauses, and the stance in which
//! something is said.
//!
//! Pure functions of text: no I/O, no clock, no randomness; the same bytes give the same answer everywhere.

pub mod clause;
pub mod credential;
mod dictionary;
mod document;
pub mod entity;
pub mod fingerprint;
mod gazetteer;
pub mod gloss;
pub mod initialism;
mod keys;
mod lang;
pub mod mention;
pub mod pages;
pub mod quotation;
pub mod relation;
pub mod request;
mod spans;
pub mod stance;
pub mod steps;
mod unicode;
pub mod word;

pub use document::Document;
pub use entity::name::KnownWords;
use entity::{identifier, name};

/// The number of the rules by which [`keys`] makes its keys. Raised whenever a text may get other keys than before, so that
/// an index of them is made again.
pub const KEY_RULES: i64 = 17;

/// The key of a text that may mention more than its keys say: it has more than are kept, or is longer than is read for them.
pub const MORE_KEY: &str = "…";

/// How many bytes of a text are read for its keys.
const READ: usize = 1 << 20;

/// Returns the keys under which a text is found by what it mentions: identifiers in canonical form, and names by their
/// letters and sound. Without doubles, in a fixed order; of identifiers and of names at most 4,096 each, and of the first MiB. A text
/// that may have more than that has [`MORE_KEY`] among them.
#[must_use]
pub fn keys(text: &str) -> Vec<String> {
    keys_knowing(text, &mut KnownWords::default())
}

/// The same, where many texts are read one after the other: the keys of a word that came before are not worked out again.
pub fn keys_knowing(text: &str, known: &mut KnownWords) -> Vec<String> {
    let read = pages::head(text, READ);
    let (mut identifiers, names) = (identifier::keys_of(read), name::keys_of(read, known));
    if read.len() < text.len() {
        identifiers.leave_out();
    }
    let more = identifiers.lack_some() || names.lack_some();
    let mut keys = identifiers.into_vec();
    keys.extend(names.into_vec());
    keys.extend(more.then(|| MORE_KEY.to_owned()));
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_with_more_keys_than_are_kept_says_so() {
        let has_more = |text: &str| keys(text).iter().any(|key| key == MORE_KEY);
        let tickets = |count: usize| -> String {
            (0..count)
                .map(|number| format!("Ticket {number} of mail{number}@post.example is shut. "))
                .collect()
        };
        assert!(!has_more(&tickets(300)));
        assert!(has_more(&tickets(3000)));
        assert!(!has_more(&"The gate is shut. ".repeat(2000)));
        assert!(has_more(&"The gate is shut. ".repeat(READ / 18 + 1)));
    }

    /// Before texts were read page by page, and what stands in a run once, each of these took minutes.
    #[test]
    fn what_a_long_text_of_one_sign_mentions_is_read() {
        for unit in ["1-", "1.", ". ", "- ", "1 ", "A. ", "7", "x y ", "a@", "(", "1_"] {
            let text = unit.repeat(400_000 / unit.len());
            let _ = keys(&text);
            let _ = identifier::recognise(&text[..100_000]);
            let _ = clause::split(&text[..50_000]);
        }
    }

    #[test]
    fn a_request_of_many_members_is_read() {
        for unit in ["Bo and ", "1, ", "x y ", "Ida, ", "1-", "A. "] {
            let request = unit.repeat(4096 / unit.len());
            let read = request::parse(&request);
            let _ = mention::mentions(&request, &read);
        }
    }

    #[test]
    fn what_a_text_mentions_behind_many_words_has_its_key() {
        let words: String = (0..6000).map(|number| format!("Wort{} ", spelled(number))).collect();
        let text = format!("{words} Write to ida@post.example.");
        assert!(text.len() > 2 * pages::PAGE);
        let [wanted] = identifier::query_mentions("ida@post.example").try_into().unwrap();
        let keys = keys(&text);
        assert!(identifier::query_keys(&wanted).iter().any(|key| keys.contains(key)));
    }

    /// A number in letters.
    fn spelled(number: u32) -> String {
        number.to_string().bytes().map(|digit| char::from(b'a' + digit - b'0')).collect()
    }

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
            let [wanted] =
                identifier::query_mentions(&format!("mail{number}@post.example")).try_into().unwrap();
            assert!(identifier::query_keys(&wanted).iter().any(|key| keys.contains(key)), "{number}");
        }
        for name in people {
            let wanted = name::query_mentions(name);
            let words = name::query_keys(&wanted[0]);
            assert!(
                words.iter().all(|word| word.own.iter().chain(&word.sound).any(|key| keys.contains(key)))
            );
        }
    }
}

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
