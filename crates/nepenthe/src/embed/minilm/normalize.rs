//! Text to words, as BERT's uncased tokenizer cuts it.
//!
//! The tables of characters are those of current Unicode. Hugging Face's `tokenizers`, of which this gives the
//! same words, has older ones; it takes some 700 characters added since for letters of unknown words.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// Longer words become one unknown token.
pub(super) const MAX_WORD_CHARS: usize = 100;

/// Calls `each` with every word of `text`, in order, until it answers `false`.
///
/// A word is a run of characters without white space, one punctuation mark, or one Chinese character; lower
/// case, without accents or control characters. A word of more than [`MAX_WORD_CHARS`] characters is handed on
/// cut to one character more than that, so memory stays small whatever the text.
pub(super) fn for_each_word(text: &str, mut each: impl FnMut(&str) -> bool) -> bool {
    let cleaned = text.chars().filter(|&c| !is_dropped(c)).flat_map(|c| {
        let pad = is_chinese(c).then_some(' ');
        pad.into_iter().chain([c]).chain(pad)
    });
    let folded = cleaned.nfd().filter(|&c| !is_accent(c)).flat_map(char::to_lowercase);

    let mut word = String::new();
    let mut chars = 0;
    for c in folded {
        let mark = is_punctuation(c);
        if mark || c.is_whitespace() {
            if chars > 0 && !each(&word) {
                return false;
            }
            word.clear();
            chars = 0;
            if mark && !each(c.encode_utf8(&mut [0; 4])) {
                return false;
            }
        } else if chars <= MAX_WORD_CHARS {
            word.push(c);
            chars += 1;
        }
    }
    chars == 0 || each(&word)
}

/// Control, format and private-use characters vanish, as does the replacement character; line breaks and tabs
/// are white space.
fn is_dropped(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r');
    }
    c == char::REPLACEMENT_CHARACTER
        || matches!(
            c.general_category(),
            GeneralCategory::Control | GeneralCategory::Format | GeneralCategory::PrivateUse
        )
}

fn is_accent(c: char) -> bool {
    !c.is_ascii() && c.general_category() == GeneralCategory::NonspacingMark
}

fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    c.general_category_group() == GeneralCategoryGroup::Punctuation
}

/// The blocks of Chinese characters that BERT's vocabulary was made with.
fn is_chinese(c: char) -> bool {
    matches!(u32::from(c),
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x2_0000..=0x2_A6DF | 0x2_A700..=0x2_B81F
        | 0x2_B920..=0x2_CEAF | 0x2_F800..=0x2_FA1F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let mut words = Vec::new();
        for_each_word(text, |word| {
            words.push(word.to_owned());
            true
        });
        words
    }

    #[test]
    fn words_are_folded_and_cut_at_space_marks_and_chinese() {
        assert_eq!(words("  Inès's  ÅNGSTRÖM\u{2003}x"), ["ines", "'", "s", "angstrom", "x"]);
        assert_eq!(words("a中文b"), ["a", "中", "文", "b"]);
        assert_eq!(words("+1 (555)…“ok”"), ["+", "1", "(", "555", ")", "…", "“", "ok", "”"]);
        assert_eq!(words("İs\0ta\u{ad}n\u{fffd}bul\tß"), ["istanbul", "ß"]);
    }

    #[test]
    fn long_words_are_cut_just_behind_the_limit() {
        for (chars, kept) in [(99, 99), (100, 100), (101, 101), (100_000, 101)] {
            assert_eq!(words(&"é".repeat(chars)), ["e".repeat(kept)]);
        }
    }

    #[test]
    fn stops_when_told() {
        let mut seen = 0;
        assert!(!for_each_word("a b c", |_| {
            seen += 1;
            seen < 2
        }));
        assert_eq!(seen, 2);
    }
}
