//! From words to an FTS5 query that cannot be misread as syntax.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::Terms;

/// The most words of a query that are looked up; the rest of a longer one is left out.
const MAX_WORDS: usize = 1024;

/// Splits a query into words: runs of letters, numbers and `_`.
fn words(query: &str) -> impl Iterator<Item = &str> {
    query.split(|c| !is_word(c)).filter(|word| !word.is_empty())
}

/// Builds the FTS5 query; `None` where the text has no word. Each word is quoted, so no operator, prefix star or
/// column filter of FTS5 can come from a query; what a word's quotes hold is tokenized as the texts were.
pub(super) fn match_expression(query: &str, terms: Terms) -> Option<String> {
    let operator = match terms {
        Terms::Any => " OR ",
        Terms::All => " AND ",
    };
    let quoted: Vec<String> = words(query).take(MAX_WORDS).map(|word| format!("\"{word}\"")).collect();
    (!quoted.is_empty()).then(|| quoted.join(operator))
}

/// Builds the FTS5 query for the words of a text one after the other; `None` where it has no word. Of a long text, its
/// beginning.
pub(crate) fn phrase(text: &str) -> Option<String> {
    const MOST: usize = 48;
    let words: Vec<&str> = words(text).take(MOST).collect();
    (!words.is_empty()).then(|| format!("\"{}\"", words.join(" ")))
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
        let expression =
            match_expression("text: \"a* NOT b\" NEAR(c, 2) ^d; sam@acme.org", Terms::Any).unwrap();
        assert_eq!(
            expression,
            r#""text" OR "a" OR "NOT" OR "b" OR "NEAR" OR "c" OR "2" OR "d" OR "sam" OR "acme" OR "org""#
        );
        assert_eq!(match_expression("a b", Terms::All).unwrap(), r#""a" AND "b""#);
    }

    #[test]
    fn a_query_without_a_word_asks_for_nothing() {
        for query in ["", "  ", "\"*\"", "\0", "…—!?", "🙂"] {
            assert_eq!(match_expression(query, Terms::Any), None, "{query:?}");
        }
    }
}
