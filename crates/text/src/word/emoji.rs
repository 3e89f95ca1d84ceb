//! Emoji: pictures that stand for a word.

/// Tells whether a letter is an emoji, and no modifier of one.
#[must_use]
pub const fn is_emoji(letter: char) -> bool {
    matches!(
        letter as u32,
        0x1F300..=0x1F3FA | 0x1F400..=0x1FAFF | 0x2600..=0x27BF | 0x2B1B | 0x2B1C | 0x2B50 | 0x2B55
    )
}
