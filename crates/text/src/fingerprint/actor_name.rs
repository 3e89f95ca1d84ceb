//! Whether a name or number that is kept for good says something of a text that is not.

use std::collections::HashSet;

use crate::entity::name::Name;

use super::carried::carried;
use super::distinctive::{DIGITS, tells};
use super::plain::{folded, plain};
use super::{name_form, phone, rejoining};

/// The fewest digits of a number that a text may have in groups.
const LINE: usize = 9;

/// What every text with a word like it carries.
const VAGUE: [&str; 5] = ["plain:", "word:", "name:", "domain:", "url:"];

/// A name by which somebody acts, to be compared with many texts.
pub struct ActorName {
    words: HashSet<String>,
    strings: HashSet<String>,
}

impl ActorName {
    /// Reads a name: its words and numbers, but for common words and the host of an address, and the fingerprints in it.
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
            strings.extend(name_form::wanted(&Name::of(own)));
        }
        let strings = strings.into_iter().collect();
        Self { words, strings }
    }

    /// Whether one of a text's runs is one of its words, or two neighbours are together.
    fn has_word(&self, runs: &[String]) -> bool {
        let digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let both = |pair: &[String]| !digits(&pair[0]) && self.words.contains(&pair.concat());
        let reversed = |pair: &[String]| self.words.contains(&format!("{}{}", pair[1], pair[0]));
        if runs.iter().any(|word| self.words.contains(word))
            || runs.windows(2).any(|pair| both(pair) || !digits(&pair[1]) && reversed(pair))
        {
            return true;
        }
        // "+49 170 5551234" in one.
        let mut long = self.words.iter().filter(|word| digits(word) && word.len() >= LINE).peekable();
        if long.peek().is_none() {
            return false;
        }
        let all: String = runs.iter().filter(|run| digits(run)).map(String::as_str).collect();
        long.any(|word| all.contains(word.as_str()))
    }

    /// Tells whether a text says one of them, too.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        let text = plain(text);
        if !self.words.is_empty() && self.has_word(&runs(&text)) {
            return true;
        }
        !self.strings.is_empty() && carried(&text).iter().any(|string| self.strings.contains(string))
    }
}

/// The fingerprints of a name by which somebody acts that no text carries: its words, the names in it, and its numbers as
/// telephone numbers.
#[must_use]
pub fn acting(name: &str) -> Vec<String> {
    let name = plain(name);
    let own = name.split('@').next().unwrap_or_default();
    let mut words = runs(own);
    words.extend(runs(&rejoining::by_case(own)));
    let all = runs(own).into_iter().filter(|run| !run.starts_with(|first: char| first.is_ascii_digit()));
    words.push(all.collect());
    let mut strings = Vec::new();
    for word in words {
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            let international = word.strip_prefix("00").unwrap_or(&word);
            strings.extend(phone::carried(&word));
            strings.extend(phone::carried(&format!("+{international}")));
        } else {
            strings.push(format!("{}{word}", name_form::ACTS));
        }
    }
    strings.extend(carried(&name).into_iter().map(|string| format!("{}{string}", name_form::ACTS)));
    strings.sort_unstable();
    strings.dedup();
    strings
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
            ("omarkhayyat", "Omar Khayyat has the van."),
            ("user:khayyatomar", "Omar Khayyat has the van."),
            ("user:491705551234", "Ring +49 170 5551234."),
            ("Ольга Смирнова", "Olga Smirnova has the van."),
        ] {
            assert!(ActorName::of(name).is_in(text), "{name}: {text}");
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
            ("omarlund", "Omar Khayyat saw Ida Lund."),
            ("user:491705551235", "Ring +49 170 5551234."),
            ("", "The van is old."),
        ] {
            assert!(!ActorName::of(name).is_in(text), "{name}: {text}");
        }
    }

    #[test]
    fn a_name_run_together_and_a_surname_act_for_somebody() {
        use crate::fingerprint::requested;

        let acts = |request: &str, actor: &str| {
            let strings: Vec<String> = requested(request).into_iter().flat_map(|one| one.strings).collect();
            acting(actor).iter().any(|string| strings.contains(string))
        };
        for actor in [
            "OmarKhayyat", "omarkhayyat", "khayyat", "user:khayyat", "khayyat.omar@acme.example",
            "khayyatomar", "o.khayyat", "okhayyat", "DrKhayyat", "khayyat7",
        ] {
            assert!(acts("everything about Omar Khayyat", actor), "{actor}");
        }
        for actor in ["omar", "agent", "omarlund", "khayyatov", "ida@khayyat.example", "user:7"] {
            assert!(!acts("everything about Omar Khayyat", actor), "{actor}");
        }
        assert!(
            !acts("everything about Hazel Wood", "wood") && acts("everything about Hazel Wood", "hazelwood")
        );
        for actor in ["user:491705551234", "+49 170 5551234", "00491705551234", "u01705551234"] {
            let whole = acting(actor).into_iter().chain(carried(actor)).collect::<Vec<_>>();
            let strings: Vec<String> =
                requested("telephone +49 170 5551234").into_iter().flat_map(|one| one.strings).collect();
            assert!(strings.iter().any(|string| whole.contains(string)), "{actor}: {whole:?} {strings:?}");
        }
        assert!(!acts("telephone +49 170 5551234", "user:491705551235"));
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
