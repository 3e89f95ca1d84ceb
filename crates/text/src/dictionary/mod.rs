//! Dictionaries of other languages into English, and the language of a text by them.

pub(crate) mod entries;
pub(crate) mod language;
pub(crate) mod token;

use token::{Writing, tokens};

/// Whether a word of a script with capitals, other than Latin, stands in a dictionary: "Стол", but not "Щербаков".
pub(crate) fn is_foreign_noun(word: &str) -> bool {
    let tokens = tokens(word);
    let [token] = tokens.as_slice() else { return false };
    matches!(token.script, Writing::Cyrillic | Writing::Greek)
        && language::of(&tokens).iter().any(|(_, tongue)| tongue.dictionary().word(token.text).is_some())
}
