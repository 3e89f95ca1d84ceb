//! From the words of a text to what the lexical index is asked for.

use nepenthe_text::word::has_content;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::Terms;
use crate::store::StorageError;
use crate::store::lexical::{Query, has_unspaced, unspaced_runs};

/// The most words of a query that are looked up; the rest of a longer one is left out.
const MAX_WORDS: usize = 1024;

/// Splits a query into words: runs of letters, numbers and `_`, and what the index has of scripts without spaces and of emoji.
fn words(query: &str) -> Vec<Word<'_>> {
    let (mut words, mut at) = (Vec::new(), 0);
    for run in unspaced_runs(query) {
        words.extend(spaced(&query[at..run.span.start]).map(Word::Spaced));
        words.extend(run.asked(query).into_iter().map(Word::Unspaced));
        at = run.span.end;
    }
    words.extend(spaced(&query[at..]).map(Word::Spaced));
    words
}

enum Word<'q> {
    Spaced(&'q str),
    Unspaced(String),
}

impl Word<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Spaced(word) => word,
            Self::Unspaced(word) => word,
        }
    }

    /// Tells whether it says what a query is about: no function word of English, and none of those that an apostrophe leaves.
    fn is_telling(&self) -> bool {
        match self {
            Self::Spaced(word) => {
                has_content(word) && !matches!(*word, "s" | "t" | "d" | "m" | "ll" | "re" | "ve")
            }
            Self::Unspaced(_) => true,
        }
    }
}

fn spaced(query: &str) -> impl Iterator<Item = &str> {
    query.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Reads what a text asks the lexical index for; `None` where it has no word. No word of it means anything but itself; one that
/// the tokenizer splits further, as it did in the texts, is looked for as a phrase.
pub(super) fn query(text: &str, terms: Terms) -> Result<Option<Query>, StorageError> {
    let mut words = words(text);
    words.truncate(MAX_WORDS);
    // Where no word tells what it is about, all do.
    let any = words.iter().any(Word::is_telling);
    let asked = words.iter().map(|word| (word.text(), !any || word.is_telling()));
    (!words.is_empty()).then(|| Query::new(asked, terms == Terms::All)).transpose()
}

/// Asks for the words of a text one after the other; `None` where it has no word. Of a long text, its beginning.
pub(crate) fn phrase(text: &str) -> Result<Option<Query>, StorageError> {
    const MOST: usize = 48;
    const BYTES: usize = 1024;
    let (mut words, mut at) = (Vec::new(), 0);
    for run in unspaced_runs(text) {
        words.extend(spaced(&text[at..run.span.start]));
        words.push(&text[run.span.clone()]);
        at = run.span.end;
    }
    words.extend(spaced(&text[at..]));
    words.truncate(MOST);
    let phrase = words.join(" ");
    // What one underscore joins to the next is one word here, and many in the index; of scripts without spaces, any few signs.
    let ends = phrase.char_indices().filter(|(at, _)| *at >= BYTES);
    let mut ends = ends.filter(|(_, c)| matches!(c, ' ' | '_') || has_unspaced(c.encode_utf8(&mut [0; 4])));
    let end = ends.next().map_or(phrase.len(), |(at, _)| at);
    (!words.is_empty()).then(|| Query::new([(&phrase[..end], true)].into_iter(), false)).transpose()
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
    fn what_has_no_spaces_is_asked_for_by_twos_and_as_a_phrase_as_it_stands() {
        let words = |text| words(text).iter().map(|word| word.text().to_owned()).collect::<Vec<_>>();
        assert_eq!(words("The iPhone手机壳 猫? 👍🏽🐶"), ["The", "iPhone", "手机", "机壳", "猫", "👍", "🐶"]);
        let read = |text: &str| phrase(text).expect("is read");
        assert_eq!(read("iPhone手机壳❤️"), read("iPhone 手机壳 ❤"));
        assert_ne!(read("手机壳"), read("手机 机壳"));
        assert_ne!(read(&"猫".repeat(400)), read(&"猫".repeat(300)));
        assert_eq!(read(&"猫".repeat(400)), read(&"猫".repeat(500)));
    }

    #[test]
    fn a_query_without_a_word_asks_for_nothing() {
        for text in ["", "  ", "\"*\"", "\0", "…—!?", "\u{fe0f}"] {
            assert_eq!(query(text, Terms::Any).expect("is read"), None, "{text:?}");
        }
    }
}
