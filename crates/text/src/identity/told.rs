//! Whether a name or number that is kept for good says something of a text that is not.

use std::collections::HashSet;

use crate::name::{self, Name};
use crate::word;

use super::carried::carried;
use super::person;
use super::plain::{folded, plain};

/// The fewest letters of a word that tells, and the fewest digits.
const LETTERS: usize = 3;
const DIGITS: usize = 3;

/// What every text with a word like it carries.
const VAGUE: [&str; 5] = ["plain:", "word:", "name:", "domain:", "url:"];

/// What programs and posts are called: nobody's name.
const ROLES: &[&str] = &[
    "admin", "agent", "api", "app", "assistant", "backend", "bot", "client", "console", "cron", "engine",
    "import", "importer", "job", "library", "manager", "memory", "operator", "owner", "planner", "root",
    "script", "server", "service", "support", "sync", "system", "team", "test", "tester", "user", "web",
    "worker",
];

/// A name by which somebody acts, to be compared with many texts.
pub struct Told {
    words: HashSet<String>,
    strings: HashSet<String>,
}

impl Told {
    /// Reads a name: its words and numbers, but for common words and the host of an address, and the identities in it.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let name = plain(name);
        let own = name.split('@').next().unwrap_or_default();
        let words = runs(own).into_iter().filter(|word| tells(word)).collect();
        // A single word has its letters alone to be known by.
        let several = own.contains(char::is_whitespace) || !name.is_ascii();
        let mut strings = Vec::new();
        if several || name.bytes().any(|byte| byte == b'@' || byte.is_ascii_digit()) {
            strings = carried(own);
            strings.retain(|string| !VAGUE.iter().any(|vague| string.starts_with(vague)));
            strings.extend(carried(&name).into_iter().filter(|string| string.starts_with("email:")));
        }
        if several {
            strings.extend(person::wanted(&Name::of(own)));
        }
        let strings = strings.into_iter().collect();
        Self { words, strings }
    }

    /// Tells whether a text says one of them, too.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        let text = plain(text);
        if !self.words.is_empty() && runs(&text).iter().any(|word| self.words.contains(word)) {
            return true;
        }
        !self.strings.is_empty() && carried(&text).iter().any(|string| self.strings.contains(string))
    }
}

/// Tells whether the letters or the digits of a reference such as `T-1192` stand in a text, the digits however they are parted.
#[must_use]
pub fn reference_is_in(letters: &str, digits: &str, text: &str) -> bool {
    let text = plain(text);
    let bare = |digits: &str| digits.trim_start_matches('0').to_owned();
    let (letters, digits) = (folded(letters), bare(digits));
    let said = |word: &String| {
        word.chars().count() > 1 && *word == letters
            || word.starts_with(|first: char| first.is_ascii_digit()) && bare(word) == digits
    };
    let all: String = text.chars().filter(char::is_ascii_digit).collect();
    runs(&text).iter().any(said) || digits.len() >= DIGITS && all.contains(&digits)
}

fn tells(word: &str) -> bool {
    let count = word.chars().count();
    if word.starts_with(|first: char| first.is_ascii_digit()) {
        return count >= DIGITS;
    }
    let least = if word.is_ascii() { LETTERS } else { 1 };
    count >= least && !ROLES.contains(&word) && !name::english_word(word) && word::has_content(word)
}

/// The runs of letters and of digits in a text, folded.
fn runs(text: &str) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    let mut before = None;
    for letter in folded(text).chars() {
        let kind = letter.is_alphanumeric().then(|| letter.is_ascii_digit());
        match (kind, runs.last_mut()) {
            (Some(_), Some(last)) if before == kind => last.push(letter),
            (Some(_), _) => runs.push(letter.to_string()),
            (None, _) => {}
        }
        before = kind;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_of_a_text_that_has_a_word_or_an_identity_of_it() {
        for (name, text) in [
            ("sam.roe", "Sam Roe owes 300."),
            ("Salk", "bruno SALK has flat 3"),
            ("roe@acme.example", "Roe is ill."),
            ("support for Ida Lund", "Lund called."),
            ("badge-77120", "The badge is B-77120."),
            ("grüner", "Gruner has the van."),
            ("Ольга Смирнова", "Olga Smirnova has the van."),
        ] {
            assert!(Told::of(name).is_in(text), "{name}: {text}");
        }
        for (name, text) in [
            ("agent", "The agent likes tea."),
            ("user", "User likes tea."),
            ("library", "The library is shut."),
            ("support-bot-2", "Support has 2 vans."),
            ("bob@acme.example", "acme.example is down."),
            ("bob@acme.example", "The agent at acme.example has room 3."),
            ("sam.roe", "Ida Lund has the van."),
            ("Ida Lund", "Bruno Salk has the van."),
            ("", "The van is old."),
        ] {
            assert!(!Told::of(name).is_in(text), "{name}: {text}");
        }
    }

    #[test]
    fn a_reference_stands_in_a_text_by_its_letters_or_digits() {
        for (reference, text) in [
            ("T-4471", "The safe opens with 4471."),
            ("T-4471", "PIN 4 4 7 1"),
            ("T-4471", "It is 994471."),
            ("T-04471", "It is ４４７１."),
            ("SALK-1", "Bruno Salk has the van."),
            ("SALK-1", "The tag is SALK77."),
            ("T-7", "flat 7"),
        ] {
            let (letters, digits) = reference.split_once('-').unwrap();
            assert!(reference_is_in(letters, digits, text), "{reference}: {text}");
        }
        for (reference, text) in [
            ("T-4471", "The safe opens with 4472."),
            ("T-1", "flat 17, T shirt"),
            ("DSR-1192", "Bruno Salk has flat 3."),
        ] {
            let (letters, digits) = reference.split_once('-').unwrap();
            assert!(!reference_is_in(letters, digits, text), "{reference}: {text}");
        }
    }
}
