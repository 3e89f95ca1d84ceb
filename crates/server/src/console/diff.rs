//! [`edited`]: a text before and after an edit, with the words that go struck through.

use maud::{Markup, html};
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// Texts of more words are shown one below the other.
const LONGEST: usize = 2_000;

/// Draws what an edit does to a text: one text with what goes and what comes marked, and the text that is left.
pub(super) fn edited(before: &str, after: &str) -> Markup {
    html! {
        dl class="edited" {
            dt { "Before" } dd class="text" { (changes(before, after)) }
            dt { "After" } dd class="text" { @if after.is_empty() { em { "nothing" } } @else { (after) } }
        }
    }
}

fn changes(before: &str, after: &str) -> Markup {
    let [old, new] =
        [before, after].map(|text| text.split_inclusive(char::is_whitespace).collect::<Vec<_>>());
    if old.len().max(new.len()) > LONGEST {
        return html! { (before) };
    }
    // A word is the same with whatever white space behind it.
    let [old_words, new_words] =
        [&old, &new].map(|words| words.iter().map(|word| word.trim_end()).collect::<Vec<_>>());
    let ops = capture_diff_slices(Algorithm::Myers, &old_words, &new_words);
    html! {
        @for op in ops {
            @let (tag, goes, comes) = op.as_tag_tuple();
            @if tag == DiffTag::Equal {
                (old[goes].concat())
            } @else {
                @if !goes.is_empty() { del { (old[goes].concat().trim_end()) } " " }
                @if !comes.is_empty() { ins { (new[comes].concat().trim_end()) } " " }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_is_struck_through_and_texts_are_escaped() {
        let drawn = changes("Ana came at ten. Bo wants <b>.", "Bo wants <b>.").into_string();
        assert_eq!(drawn, "<del>Ana came at ten.</del> Bo wants &lt;b&gt;.");
        assert_eq!(changes("a b", "a c").into_string(), "a <del>b</del> <ins>c</ins> ");
        assert_eq!(changes("a  b\nc", "a b c").into_string(), "a  b\nc");
    }
}
