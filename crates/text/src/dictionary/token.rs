//! The words of a text as a dictionary takes them: runs of letters of one script.

use std::ops::Range;

use unicode_script::{Script, UnicodeScript};

use crate::unicode::runs::runs;

/// A script, as far as dictionaries tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Writing {
    Latin,
    Cyrillic,
    Greek,
    Hebrew,
    Arabic,
    Hangul,
    Devanagari,
    /// Han and kana.
    East,
    Thai,
    /// Any other; no dictionary has its words.
    Other,
}

impl Writing {
    /// The scripts of letters that a dictionary may know.
    pub(crate) const ALL: [Self; 9] = [
        Self::Latin,
        Self::Cyrillic,
        Self::Greek,
        Self::Hebrew,
        Self::Arabic,
        Self::Hangul,
        Self::Devanagari,
        Self::East,
        Self::Thai,
    ];

    fn of(character: char) -> Option<Self> {
        Some(match character.script() {
            Script::Latin => Self::Latin,
            Script::Cyrillic => Self::Cyrillic,
            Script::Greek => Self::Greek,
            Script::Hebrew => Self::Hebrew,
            Script::Arabic => Self::Arabic,
            Script::Hangul => Self::Hangul,
            Script::Devanagari => Self::Devanagari,
            Script::Han | Script::Hiragana | Script::Katakana => Self::East,
            Script::Thai => Self::Thai,
            _ if matches!(character, 'ー' | '々') => Self::East,
            _ if crate::word::is_foreign(character) => Self::Other,
            _ => return None,
        })
    }

    /// Whether it puts no spaces between words.
    pub(crate) fn is_unspaced(self) -> bool {
        matches!(self, Self::East | Self::Thai)
    }
}

/// A word, or a run of letters of a script without spaces.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Token<'t> {
    pub(crate) span: Range<usize>,
    pub(crate) text: &'t str,
    pub(crate) script: Writing,
    /// Whether a sentence, a line or a field begins with it.
    first: bool,
    /// Whether it stands behind an apostrophe, without a space.
    pub(crate) behind_apostrophe: bool,
    /// Whether it is a piece of something that is no word: a code, an address, a path.
    pub(crate) in_code: bool,
}

impl Token<'_> {
    /// Whether it has a capital that no sentence gave it.
    pub(crate) fn is_inner_capital(&self) -> bool {
        !self.first && self.text.starts_with(char::is_uppercase)
    }
}

/// What a sentence, a line or a field begins behind.
const OPENS: [char; 12] = ['.', '!', '?', ':', ';', '\n', '。', '¿', '¡', '«', '"', '„'];

/// Splits a text into runs of letters, each of one script. Marks belong to the letter before them.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let own = |run: &str, character: char, next: Option<char>| {
        let joiner = matches!(character, '\u{200c}' | '\u{200d}');
        let inherited = joiner || unicode_normalization::char::is_combining_mark(character);
        let Some(script) = run.chars().next().map(Writing::of) else {
            return !inherited && Writing::of(character).is_some();
        };
        // An apostrophe between Cyrillic letters is one of them.
        let cyrillic = Some(Writing::Cyrillic);
        let hard = || {
            matches!(character, '\'' | '’') && script == cyrillic && next.and_then(Writing::of) == cyrillic
        };
        inherited || Writing::of(character) == script || hard()
    };
    let mut end = None;
    let token = |span: Range<usize>| {
        let first = end.is_none_or(|end: usize| text[end..span.start].contains(OPENS));
        end = Some(span.end);
        let word = &text[span.clone()];
        let script = Writing::of(word.chars().next()?)?;
        let before = text[..span.start].chars().next_back();
        let mut behind = text[span.end..].chars();
        let next = behind.next();
        let goes_on =
            matches!(next, Some('.' | '@' | ':')) && behind.next().is_some_and(char::is_alphanumeric);
        let of_a_code = |c: char| c.is_ascii_digit() || matches!(c, '_' | '/' | '\\' | '@' | '=' | '#' | '.');
        let in_code = !script.is_unspaced()
            && (before.is_some_and(of_a_code)
                || goes_on
                || next.is_some_and(|c| of_a_code(c) && c != '.')
                || word.len() == 1 && matches!((before, next), (Some('-'), _) | (_, Some('-' | '.'))));
        let behind_apostrophe = matches!(before, Some('\'' | '’'));
        Some(Token { span, text: word, script, first, behind_apostrophe, in_code })
    };
    runs(text, own).filter_map(token).collect()
}
