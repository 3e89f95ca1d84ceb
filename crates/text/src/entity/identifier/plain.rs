//! What in a request has the form of an identifier and is plain words: "choir conductor 1997", "8-oven weeks", the label "loom_nr".

use super::digits::is_year;
use super::kind::{Identifier, Kind};
use super::label;

/// Words before a year that say when.
const WHEN: &[&str] = &[
    "in", "of", "for", "from", "since", "until", "before", "after", "during", "around", "about", "en",
    "pour", "depuis", "im", "für", "seit", "para", "desde", "por", "nel", "per", "dal", "em", "voor",
    "sinds", "w",
];
/// Ends of a label that says that a number follows.
const NUMBERS: &[&str] = &["_nr", "_no", "_num", "_number", "_id"];

/// Whether what was read as an identifier is none.
pub(super) fn is_plain(request: &str, one: &Identifier) -> bool {
    is_time(request, one) || is_compound(request, one) || is_label(request, one)
}

/// A year behind a word for when, or behind a noun of several words that numbers nothing: "prices for 2012", "ferry helm 2008
/// Anselm", but not "ticket 2004" nor "locker 2011".
fn is_time(request: &str, one: &Identifier) -> bool {
    if !is_year(&one.text) || !matches!(one.kind, Kind::Reference | Kind::Number) {
        return false;
    }
    let before: Vec<&str> = request[..one.span.start].split_whitespace().collect();
    let plain = |word: &&&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
    let said = before.iter().rev().take_while(plain).count();
    let last = before.last().map(|word| word.to_lowercase()).unwrap_or_default();
    let numbered = label::known(&last) || one.label.as_deref().is_some_and(label::known);
    let small = before.last().is_some_and(|word| word.starts_with(char::is_lowercase));
    let described = said > 1 && small && !numbered && !label::is_marker(&last);
    described || said > 0 && before.len() > 1 && WHEN.contains(&last.as_str())
}

/// "8-oven weeks": a number with a noun that says which.
fn is_compound(request: &str, one: &Identifier) -> bool {
    let Some((number, noun)) = one.text.split_once('-') else { return false };
    let follows = request[one.span.end..].strip_prefix(' ').unwrap_or_default();
    (1..=2).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit())
        && noun.len() > 2
        && noun.chars().all(char::is_lowercase)
        && follows.starts_with(char::is_lowercase)
        && one.label.is_none()
}

/// "loom_nr" of "loom_nr 880".
fn is_label(request: &str, one: &Identifier) -> bool {
    let follows = request[one.span.end..].trim_start_matches([' ', ':', '=', '#']);
    let text = one.text.to_lowercase();
    follows.len() < request.len() - one.span.end
        && follows.starts_with(|c: char| c.is_ascii_digit())
        && NUMBERS.iter().any(|end| text.ends_with(end))
}

#[cfg(test)]
mod tests {
    use crate::entity::identifier::query_mentions;

    fn wanted(request: &str) -> Vec<String> {
        query_mentions(request).into_iter().map(|one| one.text).collect()
    }

    #[test]
    fn times_compounds_and_labels_are_plain_words() {
        for request in [
            "choir conductor 1997", "ferry helm 2008 Anselm", "tarif du phare pour 2012",
            "who stokes in 8-oven weeks",
        ] {
            assert_eq!(wanted(request), [""; 0], "{request}");
        }
        assert_eq!(wanted("loom_nr 880 linen"), ["880"]);
    }

    #[test]
    fn what_numbers_something_is_an_identifier() {
        for (request, text) in [
            ("ticket 2004", "2004"),
            ("locker 2011", "2011"),
            ("the parking ticket 2004", "2004"),
            ("order 1987", "1987"),
            ("part 8-oven", "8-oven"),
        ] {
            assert_eq!(wanted(request), [text], "{request}");
        }
    }
}
