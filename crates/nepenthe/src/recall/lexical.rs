//! From the words of a text to what the lexical index is asked for.

use nepenthe_text::word::has_content;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::Terms;
use crate::store::StorageError;
use crate::store::lexical::Query;

/// The most words of a query that are looked up; the rest of a longer one is left out.
const MAX_WORDS: usize = 1024;

/// Splits a query into words: runs of letters, numbers and `_`.
fn words(query: &str) -> impl Iterator<Item = &str> {
    query.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Reads what a text asks the lexical index for; `None` where it has no word. No word of it means anything but itself; one that
/// the tokenizer splits further, as it did in the texts, is looked for as a phrase.
pub(super) fn query(text: &str, terms: Terms) -> Result<Option<Query>, StorageError> {
    let words: Vec<&str> = words(text).take(MAX_WORDS).collect();
    // Where no word tells what it is about, all do.
    let any = words.iter().any(|word| is_telling(word));
    let words = words.into_iter().map(|word| (word, !any || is_telling(word)));
    (words.len() > 0).then(|| Query::new(words, terms == Terms::All)).transpose()
}

/// Tells whether a word says what a query is about: no function word of English, and none of those that an apostrophe leaves.
fn is_telling(word: &str) -> bool {
    has_content(word) && !matches!(word, "s" | "t" | "d" | "m" | "ll" | "re" | "ve")
}

/// Asks for the words of a text one after the other; `None` where it has no word. Of a long text, its beginning.
pub(crate) fn phrase(text: &str) -> Result<Option<Query>, StorageError> {
    const MOST: usize = 48;
    const BYTES: usize = 1024;
    let words: Vec<&str> = words(text).take(MOST).collect();
    let phrase = words.join(" ");
    // What one underscore joins to the next is one word here, and many in the index.
    let end = phrase.match_indices([' ', '_']).map(|(at, _)| at).find(|at| *at >= BYTES);
    let phrase = &phrase[..end.unwrap_or(phrase.len())];
    (!words.is_empty()).then(|| Query::new([(phrase, true)].into_iter(), false)).transpose()
}

fn is_word(c: char) -> bool {
    c == '_'
        || if c.is_ascii() {
            c.is_ascii_alphanumeric()
        } else {
            matches!(c.general_category_group(), GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_quotes_and_wildcards_are_only_separators() {
        let read = |text| query(text, Terms::Any).expect("is read");
        assert_eq!(
            read("text: \"a* NOT b\" NEAR(c, 2) ^d; sam@acme.org"),
            read("text a NOT b NEAR c 2 d sam acme org")
        );
        assert_ne!(read("a b"), read("b a"));
    }

    #[test]
    fn a_query_without_a_word_asks_for_nothing() {
        for text in ["", "  ", "\"*\"", "\0", "…—!?", "🙂"] {
            assert_eq!(query(text, Terms::Any).expect("is read"), None, "{text:?}");
        }
    }
}
