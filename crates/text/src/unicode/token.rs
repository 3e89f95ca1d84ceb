//! The words of a text, with their place and their script.

use std::ops::Range;

use super::runs::runs;

/// A script, as far as names differ by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Script {
    /// Latin letters.
    Latin,
    /// Cyrillic letters.
    Cyrillic,
    /// Greek letters.
    Greek,
    /// Hebrew letters.
    Hebrew,
    /// Arabic letters, also of Persian and Urdu.
    Arabic,
    /// Brahmic scripts of India and Sri Lanka.
    Indic,
    /// Thai.
    Thai,
    /// Georgian.
    Georgian,
    /// Armenian.
    Armenian,
    /// Hangul.
    Hangul,
    /// Hiragana.
    Hiragana,
    /// Katakana.
    Katakana,
    /// Han characters.
    Han,
    /// Any other script written with spaces between words.
    Other,
    /// Any other script written without spaces: Khmer, Lao, Burmese, Tibetan.
    OtherUnspaced,
}

impl Script {
    /// Whether words run on without a space, so that a name is a part of a run.
    pub fn unspaced(self) -> bool {
        matches!(self, Self::Thai | Self::Hiragana | Self::Katakana | Self::Han | Self::OtherUnspaced)
    }

    /// Whether the script tells capitals from small letters.
    pub fn cased(self) -> bool {
        matches!(self, Self::Latin | Self::Cyrillic | Self::Greek | Self::Armenian)
    }
}

/// A word of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Token<'a> {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// The word as written.
    pub text: &'a str,
    /// Its script (of its first letter).
    pub script: Script,
    /// Whether digits or underscores stand in the word: no name.
    pub code: bool,
}

impl Token<'_> {
    /// Whether the first letter is a capital.
    pub fn capital(&self) -> bool {
        let grown_on = || {
            let (head, tail) = self.text.split_once(['-', '\'', '’'])?;
            (head.len() <= 3).then(|| tail.chars().next().is_some_and(char::is_uppercase))
        };
        self.text.chars().next().is_some_and(char::is_uppercase) || grown_on() == Some(true)
    }

    /// Whether all letters are capitals (two at least).
    pub fn all_caps(&self) -> bool {
        let mut n = 0;
        for c in self.text.chars() {
            if c.is_lowercase() {
                return false;
            }
            n += usize::from(c.is_uppercase());
        }
        n > 1
    }
}

/// The script of a letter or mark; none for digits, signs and spaces.
pub fn script(c: char) -> Option<Script> {
    let u = c as u32;
    Some(match u {
        0x41..=0x5A | 0x61..=0x7A => Script::Latin,
        0..=0xA9 => return None,
        0xAA
        | 0xBA
        | 0xC0..=0x24F
        | 0x250..=0x2AF
        | 0x1D00..=0x1DBF
        | 0x1E00..=0x1EFF
        | 0x2C60..=0x2C7F
        | 0xA720..=0xA7FF
        | 0xFB00..=0xFB06
        | 0xFF21..=0xFF3A
        | 0xFF41..=0xFF5A
            if u != 0xD7 && u != 0xF7 =>
        {
            Script::Latin
        }
        0x370..=0x3FF | 0x1F00..=0x1FFF if c.is_alphabetic() => Script::Greek,
        0x400..=0x52F | 0x1C80..=0x1C8F | 0xA640..=0xA69F => Script::Cyrillic,
        0x531..=0x556 | 0x560..=0x588 => Script::Armenian,
        0x5D0..=0x5F2 | 0xFB1D..=0xFB4F => Script::Hebrew,
        0x620..=0x669
        | 0x66E..=0x6D3
        | 0x6D5..=0x6EF
        | 0x6FA..=0x6FF
        | 0x750..=0x77F
        | 0x8A0..=0x8FF
        | 0xFB50..=0xFDFF
        | 0xFE70..=0xFEFC
            if c.is_alphabetic() =>
        {
            Script::Arabic
        }
        0x900..=0xDFF if !c.is_numeric() && u != 0x964 && u != 0x965 => Script::Indic,
        0xE00..=0xE4E if u != 0xE3F => Script::Thai,
        0xE80..=0xECF
        | 0xEDC..=0xEDF
        | 0xF40..=0xFBC
        | 0x1000..=0x103F
        | 0x1050..=0x109F
        | 0x1780..=0x17D3
            if !c.is_numeric() =>
        {
            Script::OtherUnspaced
        }
        0x10A0..=0x10FF | 0x1C90..=0x1CBF | 0x2D00..=0x2D2F if c.is_alphabetic() => Script::Georgian,
        0x1100..=0x11FF | 0x3130..=0x318F | 0xAC00..=0xD7FB => Script::Hangul,
        0x3041..=0x3096 | 0x309D | 0x309E => Script::Hiragana,
        0x30A1..=0x30FA | 0x30FC..=0x30FE | 0xFF66..=0xFF9F => Script::Katakana,
        0x3005 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF => Script::Han,
        _ if c.is_alphabetic() => Script::Other,
        _ => return None,
    })
}

/// Marks that belong to the word before them whatever the script.
pub(crate) fn mark(c: char) -> bool {
    matches!(c as u32, 0x300..=0x36F | 0x483..=0x487 | 0x591..=0x5C7 | 0x610..=0x61A | 0x640 | 0x64B..=0x65F
        | 0x670 | 0x6D6..=0x6ED | 0x200B..=0x200D | 0x3099 | 0x309A | 0x135D..=0x135F)
        && c != '\u{5be}'
        && c != '\u{5c0}'
        && c != '\u{5c3}'
}

/// A sign that joins two parts of one word.
fn joins(c: char) -> bool {
    matches!(
        c,
        '-' | '\''
            | '’'
            | 'ʼ'
            | '‘'
            | '`'
            | '\u{2010}'
            | '\u{2011}'
            | '\u{5f3}'
            | '\u{5f4}'
            | '\u{5be}'
            | '´'
    )
}

/// A digit, or what stands for a space in a code.
fn of_code(c: char) -> bool {
    c.is_numeric() || c == '_'
}

/// The words of `text`, in order. One that begins with digits is code up to its end; digits alone are none.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let spaced = |s: Script| !s.unspaced() && s != Script::Hangul;
    let belongs = |run: &str, c: char, next: Option<char>| {
        let Some(head) = run.chars().next() else { return script(c).is_some() || of_code(c) };
        match (script(head), script(c)) {
            (Some(first), Some(s)) => {
                s == first || c == 'ー' && first == Script::Hiragana || spaced(s) && spaced(first)
            }
            (Some(first), None) => {
                let joined = || !first.unspaced() && next.and_then(script).is_some_and(|s| !s.unspaced());
                mark(c) || of_code(c) && spaced(first) || joins(c) && joined()
            }
            (None, s) => of_code(c) || s.is_some_and(spaced),
        }
    };
    let token = |span: Range<usize>| {
        let text = &text[span.clone()];
        let code = text.chars().any(|c| of_code(c) && script(c).is_none());
        let first = text.chars().next().and_then(script);
        let script = first.or_else(|| text.chars().find_map(script).map(|_| Script::Latin))?;
        Some(Token { span, text, script, code })
    };
    runs(text, belongs).filter_map(token).collect()
}
