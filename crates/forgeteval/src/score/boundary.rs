//! Whole tokens: whether a string stands in a text by itself, or only inside a longer word or identifier.

/// Returns whether the needle stands somewhere in the text as a whole token. Both have their case folded.
///
/// A string is part of a longer token where its first or last character, a letter or digit, touches another letter or
/// digit; and, where the string looks like an identifier (it holds a digit or `@`), also across one of `- _ . @ +` that
/// is followed by a letter or digit. So `12345` is not found in `123456` or `12345-6`, and is found in `No. 12345.`
/// Scripts that write words without spaces, or fix particles to them, have no such edges.
pub(crate) fn stands_whole(text: &str, needle: &str) -> bool {
    let identifier = needle.contains(|c: char| c.is_numeric() || c == '@');
    let (first, last) = (needle.chars().next(), needle.chars().next_back());
    text.match_indices(needle).any(|(at, _)| {
        let before = text[..at].chars().rev();
        let after = text[at + needle.len()..].chars();
        !continues(first, before, identifier) && !continues(last, after, identifier)
    })
}

/// Returns whether the token goes on past an edge; the neighbours come nearest first.
fn continues(edge: Option<char>, mut neighbours: impl Iterator<Item = char>, identifier: bool) -> bool {
    if !edge.is_some_and(spaced) {
        return false;
    }
    match neighbours.next() {
        Some(c) if spaced(c) => true,
        Some('-' | '_' | '.' | '@' | '+') if identifier => neighbours.next().is_some_and(spaced),
        _ => false,
    }
}

/// Returns whether a character is a letter or digit of a script that sets its words apart by spaces.
fn spaced(c: char) -> bool {
    c.is_alphanumeric()
        && !matches!(c,
            '\u{0590}'..='\u{08ff}'        // Hebrew, Arabic and their kin: prefixes are fixed to words
            | '\u{0e00}'..='\u{0fff}'      // Thai, Lao, Tibetan
            | '\u{1000}'..='\u{109f}'      // Burmese
            | '\u{1100}'..='\u{11ff}'      // Hangul jamo
            | '\u{1780}'..='\u{17ff}'      // Khmer
            | '\u{2e80}'..='\u{a4cf}'      // Han, Kana and their kin
            | '\u{ac00}'..='\u{d7ff}'      // Hangul
            | '\u{f900}'..='\u{faff}'
            | '\u{fb1d}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefc}'
            | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::stands_whole;

    #[test]
    fn edges() {
        let whole = [
            ("order 12345.", "12345"),
            ("no. 12345, paid", "12345"),
            ("tel:12345", "12345"),
            ("alice@x.com. next", "alice@x.com"),
            ("oslo's harbour", "oslo"),
            ("oslo-based", "oslo"),
            ("김민수는 의사다", "김민수"),
            ("王芳的护照", "王芳"),
            ("ומשה הלך", "משה"),
            ("123456 and 12345", "12345"),
            ("(12345)", "(12345)"),
        ];
        for (text, needle) in whole {
            assert!(stands_whole(text, needle), "{needle} in {text}");
        }
        let part = [
            ("order 123456", "12345"),
            ("order 12345-6", "12345"),
            ("v12345.7", "12345"),
            ("alice@x.com.au", "alice@x.com"),
            ("b.alice@x.com", "alice@x.com"),
            ("annabel", "anna"),
            ("иванова", "иванов"),
            ("nothing", "12345"),
        ];
        for (text, needle) in part {
            assert!(!stands_whole(text, needle), "{needle} in {text}");
        }
    }
}
