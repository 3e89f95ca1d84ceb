//! A text without what only hides it: compatibility forms, zero-width characters, digits of other scripts.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_script::{Script, UnicodeScript};

use crate::entity::identifier::{self, Identifier, Kind};

/// The text in compatibility form (NFKC), without zero-width characters, with ASCII digits.
pub(super) fn plain(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.replace('№', "No. ").nfkc().filter(|&character| !is_hidden(character)).map(digit).collect()
}

/// What joins two letters without being seen.
fn is_hidden(character: char) -> bool {
    matches!(u32::from(character), 0xAD | 0x034F | 0x061C | 0x180E | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x206F
        | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF0..=0xFFFC | 0xE_0000..=0xE_0FFF)
}

/// Whether nothing of a character tells one text from another: nothing is seen of it, it only sets others, or it stands for
/// nothing that all know.
pub(super) fn is_invisible(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_control() && !letter.is_ascii_whitespace() && letter != '\u{B}';
    }
    let fillers = matches!(
        u32::from(letter),
        0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x2800 | 0x3164 | 0xFFA0 | 0x1_D159
    );
    let unseen = || {
        matches!(
            letter.general_category(),
            GeneralCategory::Format | GeneralCategory::PrivateUse | GeneralCategory::Unassigned
        )
    };
    is_hidden(letter) || fillers || letter.is_control() && !letter.is_whitespace() || unseen()
}

fn digit(character: char) -> char {
    if character.is_ascii() || !character.is_numeric() {
        return character;
    }
    match any_ascii::any_ascii_char(character).as_bytes() {
        [digit] if digit.is_ascii_digit() && !is_numeral(character) => char::from(*digit),
        _ => character,
    }
}

/// Han numerals are words.
fn is_numeral(character: char) -> bool {
    matches!(u32::from(character), 0x3007 | 0x4E00..=0x9FFF)
}

/// A letter as it is compared whatever its case: ß is ss as ẞ and SS are, ς is σ.
pub(super) fn small(letter: char) -> impl Iterator<Item = char> {
    letter.to_uppercase().flat_map(char::to_lowercase)
}

/// A text in small letters. Latin and Greek letters lose their accents; the marks of other scripts tell words apart.
pub(super) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut accents = false;
    let kept = text.nfd().filter(|&character| {
        let mark = matches!(u32::from(character), 0x300..=0x36F);
        if !mark {
            accents =
                matches!(character.script(), Script::Latin | Script::Greek) || matches!(character, 'е' | 'Е');
        }
        !(mark && accents)
    });
    kept.nfc().flat_map(small).collect()
}

/// The text with numbers in digits where it spells them, writes them as numerals, or encodes them; nothing if it does not.
///
/// The index keys of a text know all its readings; a key that the letters do not have comes from another reading.
pub(super) fn in_digits(text: &str) -> Option<String> {
    let literal: String = text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let keys = identifier::keys(text);
    let mut readings: Vec<(&str, Option<String>)> = keys
        .iter()
        .filter_map(|key| {
            let (space, rest) = key.split_once(':')?;
            match space {
                "n" | "c" => Some((rest, None)),
                "l" => {
                    let at = rest.find(|character: char| character.is_ascii_digit())?;
                    let noun = rest[..at].trim_end_matches(['#', '*']);
                    (noun.chars().count() > 1).then(|| (&rest[at..], Some(noun.to_owned())))
                }
                _ => None,
            }
        })
        .filter(|(number, label)| label.is_some() || !literal.contains(number))
        .collect();
    readings.sort_by_key(|(number, _)| std::cmp::Reverse(number.len()));
    readings.truncate(MOST.min(SEARCHED / text.len().max(1)));
    let mut places: Vec<(std::ops::Range<usize>, &str)> = Vec::new();
    for (number, label) in readings {
        let one = Identifier {
            kind: Kind::Reference,
            canonical: number.to_owned(),
            label,
            text: number.to_owned(),
            span: 0..0,
        };
        for found in identifier::find(&one, text) {
            let written = found.as_written.bytes().any(|byte| byte.is_ascii_digit());
            let encoded = found.as_written.contains(['%', '&', '<', '*']);
            let span = found.span;
            if (!written || encoded || confused(&found.as_written))
                && !places.iter().any(|(known, _)| known.start < span.end && span.start < known.end)
            {
                places.push((span, number));
            }
        }
    }
    if places.is_empty() {
        return None;
    }
    places.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut out = text.to_owned();
    for (span, number) in places {
        out.replace_range(span, number);
    }
    Some(out)
}

/// Digits with letters that look like them.
fn confused(written: &str) -> bool {
    written.chars().all(|character| character.is_ascii_digit() || matches!(character, 'O' | 'o' | 'l' | 'I'))
        && written.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The most readings of a text that are looked for, and the most bytes in which that is done.
const MOST: usize = 64;
const SEARCHED: usize = 512 * 1024;
