//! Where in a text something stands that was erased, and what it is, for whoever wrote the text.

use std::ops::Range;

use crate::clause;

use super::carried::carried;

/// Words of a text that are looked at together.
const TOGETHER: usize = 8;

/// The longest statement, in bytes, in which a place is looked for.
const LONGEST: usize = 2048;

/// What of a text was erased.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Collision {
    /// All that it says.
    Text,
    /// A statement of it.
    Statement,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
    /// An address of the web, a host or a path.
    Address,
    /// A card's or an account's number.
    Account,
    /// A password, PIN or token.
    Secret,
    /// A name.
    Name,
    /// A number or code.
    Code,
    /// What stands beside the text.
    Beside,
}

impl Collision {
    /// What it is called, with its article.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "the whole text",
            Self::Statement => "a statement",
            Self::Email => "an e-mail address",
            Self::Phone => "a telephone number",
            Self::Address => "an address",
            Self::Account => "an account number",
            Self::Secret => "a secret",
            Self::Name => "a name",
            Self::Code => "a number or code",
            Self::Beside => "its source or metadata",
        }
    }
}

/// Says what a string that a text [carries](super::carried()) is of.
#[must_use]
pub fn what(string: &str) -> Collision {
    let end = string.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(string.len());
    match &string[..end] {
        "email" => Collision::Email,
        "tel" => Collision::Phone,
        "url" | "domain" | "path" | "ip" => Collision::Address,
        "card" | "iban" | "ending" => Collision::Account,
        "secret" => Collision::Secret,
        "who" | "latin" | "sound" | "heard" | "read" | "tones" | "toned" | "initial" | "initials" => {
            Collision::Name
        }
        _ => Collision::Code,
    }
}

impl Collision {
    /// Where a text carries one of these strings, in characters: in the fewest words that do. Nothing where it carries them only as a
    /// whole.
    #[must_use]
    pub fn place(text: &str, strings: &[&str]) -> Option<Range<usize>> {
        let carries = |part: &str| {
            let all = carried(part);
            strings.iter().any(|string| all.iter().any(|one| one == string))
        };
        let clauses = clause::split(text);
        let spans = clauses.iter().map(|clause| clause.span.clone());
        let clause = spans.filter(|span| span.len() <= LONGEST).find(|span| carries(&text[span.clone()]))?;
        let words = words(&text[clause.clone()], clause.start);
        for size in 1..=TOGETHER.min(words.len()) {
            for run in words.windows(size) {
                let span = run[0].start..run[size - 1].end;
                if carries(&text[span.clone()]) {
                    return Some(in_characters(text, span));
                }
            }
        }
        Some(in_characters(text, clause))
    }
}

/// The words of a part of a text, without the signs around them.
fn words(part: &str, from: usize) -> Vec<Range<usize>> {
    let inside = |sign: char| sign.is_alphanumeric() || matches!(sign, '+' | '#' | '@' | '/' | '(');
    let mut words = Vec::new();
    for word in part.split_whitespace() {
        let bare = word.trim_start_matches(|sign| !inside(sign));
        let bare = bare.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        if !bare.is_empty() {
            let at = from + bare.as_ptr() as usize - part.as_ptr() as usize;
            words.push(at..at + bare.len());
        }
    }
    words
}

/// A place in bytes of a text as one in characters.
#[must_use]
pub fn in_characters(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text[..span.start].chars().count();
    start..start + text[span].chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_says_what_it_is_of() {
        for (string, of) in [
            ("tel~5550100199", Collision::Phone),
            ("secret:hunter2", Collision::Secret),
            ("who:roe sam", Collision::Name),
            ("customer:4471", Collision::Code),
            ("iban:DE89", Collision::Account),
        ] {
            assert_eq!(what(string), of, "{string}");
        }
    }

    #[test]
    fn a_place_is_the_fewest_words_that_carry_it() {
        for (text, string, place) in [
            ("Call 555 010 0199 about tea.", "tel:5550100199", Some(5..17)),
            ("Write to sam@roe.example, please.", "email:sam@roe.example", Some(9..24)),
            ("It rains. Für Öl: sam@roe.example", "email:sam@roe.example", Some(18..33)),
            ("It rains.", "email:sam@roe.example", None),
        ] {
            assert_eq!(Collision::place(text, &[string]), place, "{text}");
        }
    }
}
