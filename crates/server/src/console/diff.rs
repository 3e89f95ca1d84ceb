//! [`edited`]: a text before and after an edit, with the words that go struck through.

use maud::{Markup, html};
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// Of texts with more words and signs, changes are not marked.
const LONGEST: usize = 4_000;

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
    let (old, new) = (tokens(before), tokens(after));
    if old.len().max(new.len()) > LONGEST {
        return html! { (before) };
    }
    html! {
        @for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
            @let (tag, goes, comes) = op.as_tag_tuple();
            @if tag == DiffTag::Equal {
                (old[goes].concat())
            } @else {
                @if !goes.is_empty() { del { (old[goes].concat()) } }
                @if !comes.is_empty() { ins { (new[comes].concat()) } }
            }
        }
    }
}

/// A text in its words, and every other character by itself.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match first.is_alphanumeric() {
            true => rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, left) = rest.split_at(end);
        tokens.push(token);
        rest = left;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_is_struck_through_and_texts_are_escaped() {
        let drawn = |before, after| changes(before, after).into_string();
        let kept = "Bo wants &lt;b&gt;.";
        assert_eq!(
            drawn("Ana came at ten. Bo wants <b>.", "Bo wants <b>."),
            format!("<del>Ana came at ten. </del>{kept}")
        );
        assert_eq!(drawn("a b", "a c"), "a <del>b</del><ins>c</ins>");
        assert_eq!(
            drawn("the accounts; Elin is away.", "the accounts."),
            "the accounts<del>; Elin is away</del>."
        );
        assert_eq!(drawn("früh um 8", "früh"), "früh<del> um 8</del>");
    }
}
