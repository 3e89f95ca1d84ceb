//! What kind of answer a question in English asks for, said in a word for the embedder: "Where does Maya live?" is as near to a
//! text about studying somewhere as to an address, and nearer to the address once it says that a place is sought.

use std::borrow::Cow;

/// Question words, and what they ask for.
const SOUGHT: [(&str, &str); 4] =
    [("where", "place"), ("when", "date"), ("who", "person"), ("whom", "person")];

/// Returns the query as it is embedded.
pub(crate) fn embedded(query: &str) -> Cow<'_, str> {
    let first = query.split_whitespace().next().unwrap_or_default();
    match SOUGHT.iter().find(|(asked, _)| first.eq_ignore_ascii_case(asked)) {
        Some((_, sought)) => Cow::Owned(format!("{query} {sought}")),
        None => Cow::Borrowed(query),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_question_word_at_the_beginning_says_what_is_sought() {
        assert_eq!(embedded("Where does Maya live?"), "Where does Maya live? place");
        assert_eq!(embedded("  when was it"), "  when was it date");
        for query in ["", "Maya", "the day when it rained", "Wherever", "What is this?"] {
            assert_eq!(embedded(query), query);
        }
    }
}
