//! Which turns order that something be deleted.

use std::sync::LazyLock;

use regex::Regex;

/// What a turn comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// It is written as it stands.
    Text,
    /// It orders a deletion, in these words; the rest of it is written.
    Order {
        /// The sentences that order, and those that speak of what is ordered.
        words: String,
        /// What else it says; empty where it says nothing else.
        rest: String,
    },
}

/// An order begins a sentence, behind a label such as `Cleanup note:` and words such as `please`; or it is a request for a
/// deletion, or that something be not kept.
static ORDER: LazyLock<Regex> = LazyLock::new(|| {
    let verb = "(?:delete|remove|erase|scrub|purge|wipe|forget)";
    let lead = r"(?:(?:please|also|yes|now|then|and|ok|okay|kindly|just|so)[\s,.]+)*";
    let start = format!(r"^(?:[A-Z][\w’' -]{{0,50}}:\s*)?{lead}{verb}\s");
    let request = format!(r"\bplease (?:also |now )?{verb}\s|\brequest(?:ing)? (?:the )?deletion of\b");
    expression(&format!(r"{start}|{request}|\bdo not (?:retain|keep|remember|store)\s"))
});

/// What is said beside an order about the same thing.
static ABOUT: LazyLock<Regex> = LazyLock::new(|| {
    expression(r"\b(?:delet|remov|eras|retain|retriev|recover|reconstruct|confirmable|unavailable|restate)")
});

fn expression(text: &str) -> Regex {
    regex::RegexBuilder::new(text).case_insensitive(true).build().expect("a constant expression")
}

/// Tells whether a turn orders a deletion. A question, a report that something was deleted and a plan to delete it order
/// nothing.
#[must_use]
pub fn said(text: &str) -> Said {
    let sentences = sentences(text);
    let orders = |sentence: &&&str| !sentence.ends_with('?') && ORDER.is_match(sentence);
    if !sentences.iter().any(|sentence| orders(&sentence)) {
        return Said::Text;
    }
    let (words, rest): (Vec<&str>, Vec<&str>) =
        sentences.iter().partition(|sentence| orders(sentence) || ABOUT.is_match(sentence));
    Said::Order { words: words.join(" "), rest: rest.join(" ") }
}

/// Returns the sentences: a sentence ends with a mark that white space and an upper-case letter follow.
fn sentences(text: &str) -> Vec<&str> {
    let mut sentences = Vec::new();
    let mut start = 0;
    for (at, mark) in text.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?')) {
        let after = &text[at + mark.len_utf8()..];
        let next = after.trim_start();
        if next.len() < after.len() && next.starts_with(char::is_uppercase) {
            sentences.push(text[start..=at].trim());
            start = text.len() - next.len();
        }
    }
    sentences.push(text[start..].trim());
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

#[cfg(test)]
mod tests {
    use super::{Said, said};

    #[test]
    fn orders_are_told_from_reports_plans_and_questions() {
        let order = |words: &str, rest: &str| Said::Order { words: words.into(), rest: rest.into() };
        let table = [
            ("Delete the gate code 4417.", order("Delete the gate code 4417.", "")),
            (
                "Yes, please forget my old address. The new one is 12 Elm Row.",
                order("Yes, please forget my old address.", "The new one is 12 Elm Row."),
            ),
            (
                "Cleanup note: remove badge QX-1. It should not be recoverable. Badge QX-2 is active.",
                order(
                    "Cleanup note: remove badge QX-1. It should not be recoverable.",
                    "Badge QX-2 is active.",
                ),
            ),
            (
                "I formally request deletion of the file.",
                order("I formally request deletion of the file.", ""),
            ),
            (
                "The code changed. Do not retain 4417 in later answers.",
                order("Do not retain 4417 in later answers.", "The code changed."),
            ),
            ("The gate code 4417 was deleted.", Said::Text),
            ("I will delete the code once the gate is changed.", Said::Text),
            ("Deleted values stay deleted.", Said::Text),
            ("Delete the code?", Said::Text),
            ("Do not remove the fence.", Said::Text),
            ("The remove-before-flight tag is red.", Said::Text),
        ];
        for (text, expected) in table {
            assert_eq!(said(text), expected, "{text}");
        }
    }
}
