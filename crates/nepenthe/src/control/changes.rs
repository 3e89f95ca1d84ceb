//! What an edit takes from a text, run by run, for people to read.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Texts of more words are not compared.
const LONGEST: usize = 4_000;

/// Words that go, and those that stand in their place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) goes: String,
    pub(super) comes: String,
}

/// Returns the changes from one text to another, in order; `None` where they are too long.
pub(super) fn changes(before: &str, after: &str) -> Option<Vec<Change>> {
    let [old, new] = [before, after].map(|text| text.split_whitespace().collect::<Vec<_>>());
    if old.len().max(new.len()) > LONGEST {
        return None;
    }
    let change = |op: DiffOp| {
        let (tag, goes, comes) = op.as_tag_tuple();
        let words = |words: &[&str]| words.join(" ");
        (tag != similar::DiffTag::Equal)
            .then(|| Change { goes: words(&old[goes]), comes: words(&new[comes]) })
    };
    Some(capture_diff_slices(Algorithm::Myers, &old, &new).into_iter().filter_map(change).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(before: &str, after: &str) -> Vec<(String, String)> {
        changes(before, after).unwrap().into_iter().map(|change| (change.goes, change.comes)).collect()
    }

    #[test]
    fn each_run_of_words_is_a_change() {
        let before = "Ana came at ten. Bo wants the van. Carla and Dora are here.\nThe code is 5519.";
        let after = "Bo wants the van. Dora is here.";
        let expected =
            [("Ana came at ten.", ""), ("Carla and", ""), ("are", "is"), ("The code is 5519.", "")];
        assert_eq!(read(before, after), expected.map(|(goes, comes)| (goes.to_owned(), comes.to_owned())));
        assert_eq!(read("the same", "the same"), []);
    }

    #[test]
    fn very_long_texts_are_not_compared() {
        assert_eq!(changes(&"word ".repeat(LONGEST + 1), "word"), None);
    }
}
