//! Making a stored text harmless to a terminal.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns the text on one line, with everything that a terminal would act on written as an escape.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    escape_unless(text, |c| !is_active(c))
}

/// Returns a text of several lines with everything that a terminal would act on written as an escape; the line breaks stay.
#[must_use]
pub fn escape_block(text: &str) -> Cow<'_, str> {
    escape_unless(text, |c| c == '\n' || !is_active(c))
}

/// Tells whether a terminal may act on a character: controls, line breaks, and what turns the order of writing.
pub(super) fn is_active(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn escape_unless(text: &str, harmless: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&harmless) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            c if harmless(c) => escaped.push(c),
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            c => write!(escaped, "\\u{{{:x}}}", u32::from(c)).expect("a String takes every write"),
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_acts_on_is_escaped() {
        assert_eq!(
            escape("a\x1b[31mb\x07\u{9b}\u{202e}c\r\n\td"),
            "a\\u{1b}[31mb\\u{7}\\u{9b}\\u{202e}c\\r\\n\\td"
        );
        assert_eq!(escape_block("a\nb\x1b"), "a\nb\\u{1b}");
    }

    #[test]
    fn other_texts_stay() {
        for text in ["", "Åsa works at Initech.", "用户 👩‍👩‍👧", "back\\slash"] {
            assert!(matches!(escape(text), Cow::Borrowed(same) if same == text));
        }
    }
}
