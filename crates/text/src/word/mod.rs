//! Words: where they stand, their folded form and stem, and whether they carry content.

mod emoji;
mod english;
pub mod lists;
mod stop;

pub use emoji::is_emoji;
pub use english::english_word;

use std::ops::Range;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

use crate::unicode::runs::runs;

/// One word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Where it stands, in bytes.
    pub span: Range<usize>,
    /// Lower case, without accents.
    pub folded: String,
    /// Its English stem (Snowball); the folded form where that has no stem.
    pub stem: String,
    /// Whether it carries content: neither a function word nor a word of commands to forget.
    pub content: bool,
}

/// The longest text, in bytes, that is looked at. What comes behind is not read.
const LONGEST: usize = 64 * 1024;

/// Tells whether two stems may be of one word: they are equal, or begin with the same letters, at least so many.
#[must_use]
pub fn begin_alike(one: &str, other: &str, letters: usize) -> bool {
    one == other || one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count() >= letters
}

/// Tells whether a letter is of another script than Latin, and so one that the rules of names may not surely read.
#[must_use]
pub fn is_foreign(character: char) -> bool {
    let shared = [Script::Latin, Script::Common, Script::Inherited];
    character.is_alphabetic() && !shared.contains(&character.script())
}

/// Tells whether a letter is of a script that the rules of names can only guess at: its letters do not say how they
/// sound, or the rules know few of its spellings. Of Latin, Cyrillic and Greek letters a name is surely another where
/// the rules do not find it.
#[must_use]
pub fn is_unread(character: char) -> bool {
    is_foreign(character) && !matches!(character.script(), Script::Cyrillic | Script::Greek)
}

/// Splits a text into its words: runs of letters, digits and marks; an apostrophe inside a word belongs to it, and a
/// possessive ending does not.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let stemmer = Stemmer::create(Algorithm::English);
    let word = |span: Range<usize>| {
        let folded = fold(&text[span.clone()]);
        let stem = stemmer.stem(&folded).into_owned();
        let content = !stop::is_stop(&folded);
        Word { span, folded, stem, content }
    };
    spans(text).map(word).collect()
}

/// Tells whether any word of a text carries content.
#[must_use]
pub fn has_content(text: &str) -> bool {
    spans(text).any(|span| !stop::is_stop(&fold(&text[span])))
}

/// Where the words of a text stand, without their possessive endings.
fn spans(text: &str) -> impl Iterator<Item = Range<usize>> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let belongs = |run: &str, character: char, next: Option<char>| {
        let inside = character.is_alphanumeric() || is_combining_mark(character);
        let apostrophe = matches!(character, '\'' | '’') && next.is_some_and(char::is_alphabetic);
        inside || apostrophe && !run.is_empty()
    };
    runs(text, belongs).map(|span| {
        let written = &text[span.clone()];
        let possessive = ["'s", "’s", "'S", "’S"].iter().find(|ending| written.ends_with(**ending));
        span.start..span.end - possessive.map_or(0, |ending| ending.len())
    })
}

/// Lower case, compatibility forms (NFKD) without combining marks, and straight apostrophes.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd()
        .filter(|character| !is_combining_mark(*character))
        .flat_map(char::to_lowercase)
        .map(|character| if character == '’' { '\'' } else { character })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(text: &str) -> Vec<String> {
        words(text).into_iter().filter(|word| word.content).map(|word| word.stem).collect()
    }

    #[test]
    fn words_are_folded_and_stemmed() {
        assert_eq!(stems("Alice's phones are in the Café’s drawers"), ["alic", "phone", "cafe", "drawer"]);
        assert_eq!(stems("svc=ledger owner=mirela"), ["svc", "ledger", "owner", "mirela"]);
        assert_eq!(stems("I don't know"), ["know"]);
    }

    #[test]
    fn spans_are_those_of_the_bare_word() {
        let text = "Zoë's ångström";
        let spans: Vec<&str> = words(text).iter().map(|word| &text[word.span.clone()]).collect();
        assert_eq!(spans, ["Zoë", "ångström"]);
    }
}
