//! The one loop that cuts a text into words; each reader of words says what belongs to one.

use std::ops::Range;

/// Where the longest runs of characters that belong together stand. `belongs` is told the run so far, which is empty where a
/// character would begin one, the character, and the one behind it. What ends a run may begin the next.
pub(crate) fn runs(
    text: &str,
    belongs: impl Fn(&str, char, Option<char>) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let mut characters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let mut run = 0..0;
        while let Some(&(at, character)) = characters.peek() {
            let end = at + character.len_utf8();
            let next = text[end..].chars().next();
            if belongs(&text[run.clone()], character, next) {
                run = if run.is_empty() { at } else { run.start }..end;
            } else if !run.is_empty() {
                break;
            }
            characters.next();
        }
        Some(run).filter(|run| !run.is_empty())
    })
}

/// The runs of letters and digits of a text.
pub(crate) fn alphanumeric(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|character: char| !character.is_alphanumeric()).filter(|run| !run.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_run_may_begin_the_next() {
        let cut = |text: &'static str| -> Vec<&str> {
            let same = |run: &str, character: char, next: Option<char>| {
                character != ' ' && next != Some('!') && run.chars().all(|own| own == character)
            };
            runs(text, same).map(|run| &text[run]).collect()
        };
        assert_eq!(cut("aab  ßßa!b"), ["aa", "b", "ßß", "!", "b"]);
        assert_eq!(cut(" "), [""; 0]);
    }
}
