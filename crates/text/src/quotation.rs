//! Quotations: a request whose words stand in a text word for word, as a statement of it does.
//!
//! Who quotes a memory means that memory, not what sounds like it. A description may stand in a text too ("the alarm of
//! case 7" in "The alarm of case 7 is too sensitive."), so a quotation has to end where something that is said ends.

use std::ops::Range;

use unicode_script::{Script, UnicodeScript};

use crate::word::{fold, words};

/// The fewest words of a quotation that is not a whole text.
const FEWEST: usize = 3;

/// The fewest characters of one in a script that is written without spaces.
const FEWEST_UNSPACED: usize = 8;

/// A word, or a character of a script that has no spaces.
pub(crate) struct Token {
    pub span: Range<usize>,
    pub folded: String,
    pub unspaced: bool,
}

/// Returns where `text` has the words of `request` in a row, whatever the case, spaces and punctuation, from the beginning
/// of a word to the end of something that is said. `None` for a few words, which describe more often than they quote.
#[must_use]
pub fn find(request: &str, text: &str) -> Option<Range<usize>> {
    Quotable::new(text).find(request)
}

/// A text that is looked through for several quotations.
pub struct Quotable<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

impl<'t> Quotable<'t> {
    /// Reads a text.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self { text, tokens: tokens(text) }
    }

    /// Finds one quotation, as [`find`] does.
    #[must_use]
    pub fn find(&self, request: &str) -> Option<Range<usize>> {
        found(&tokens(request), &self.tokens, self.text)
    }
}

fn found(wanted: &[Token], tokens: &[Token], text: &str) -> Option<Range<usize>> {
    if wanted.is_empty() || wanted.len() > tokens.len() {
        return None;
    }
    let alike = |wanted: &Token, own: &Token| own.folded == wanted.folded;
    let mut runs = runs(wanted, tokens, alike).map(|at| &tokens[at..at + wanted.len()]);
    if wanted.len() == tokens.len() {
        return runs.next().map(|_| 0..text.len());
    }
    let unspaced = wanted.iter().all(|token| token.unspaced);
    if wanted.len() < if unspaced { FEWEST_UNSPACED } else { FEWEST } {
        return None;
    }
    runs.map(|run| run[0].span.start..run[run.len() - 1].span.end).find(|span| ends_there(&text[span.end..]))
}

/// Where some things stand one after the other among others. Looks at each of the others at most twice (Knuth, Morris and Pratt):
/// `same` must be an equality.
pub fn runs<'r, T>(
    wanted: &'r [T],
    there: &'r [T],
    same: impl Fn(&T, &T) -> bool + 'r,
) -> impl Iterator<Item = usize> + 'r {
    // How many of the first things stand again at the end of the first so many.
    let mut again = vec![0; wanted.len()];
    let mut met = 0;
    for at in 1..wanted.len() {
        while met > 0 && !same(&wanted[at], &wanted[met]) {
            met = again[met - 1];
        }
        met += usize::from(same(&wanted[at], &wanted[met]));
        again[at] = met;
    }
    let mut met = 0;
    let ends = there.iter().enumerate().filter(move |(_, one)| {
        while met > 0 && (met == wanted.len() || !same(one, &wanted[met])) {
            met = again[met - 1];
        }
        met += usize::from(wanted.get(met).is_some_and(|wanted| same(one, wanted)));
        met == wanted.len() && met > 0
    });
    ends.map(|(end, _)| end + 1 - wanted.len())
}

/// Tells whether something that is said ends before `rest`: at the end, a line's end, or a punctuation mark that is not
/// inside a word.
fn ends_there(rest: &str) -> bool {
    let mut characters = rest.chars();
    loop {
        match characters.next() {
            None | Some('\n' | '|') => return true,
            Some(' ' | '\'' | '’' | '"' | '”' | '»' | '」' | ')' | ']' | '}') => {}
            Some('-' | '–' | '—') => return characters.next().is_none_or(char::is_whitespace),
            Some('.' | ',' | ';' | ':' | '!' | '?') => {
                return characters.next().is_none_or(|next| !next.is_alphanumeric());
            }
            Some(other) => return !other.is_alphanumeric() && !matches!(other, '(' | '[' | '{'),
        }
    }
}

/// The words of a text, and its characters where they have no spaces.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for word in words(text) {
        let written = &text[word.span.clone()];
        if !written.chars().any(is_unspaced) {
            tokens.push(Token { span: word.span, folded: word.folded, unspaced: false });
            continue;
        }
        for (at, character) in written.char_indices() {
            let start = word.span.start + at;
            let end = start + character.len_utf8();
            let folded = fold(&text[start..end]);
            tokens.push(Token { span: start..end, folded, unspaced: is_unspaced(character) });
        }
    }
    tokens
}

fn is_unspaced(character: char) -> bool {
    use Script::{Han, Hiragana, Katakana, Khmer, Lao, Myanmar, Thai};
    matches!(character.script(), Han | Hiragana | Katakana | Khmer | Lao | Myanmar | Thai)
        || character == 'ー'
}

#[cfg(test)]
mod tests {
    use super::{find, runs};

    #[test]
    fn runs_are_those_that_windows_have() {
        let all =
            |length: u32| (0..1 << length).map(move |bits| (0..length).map(|at| bits >> at & 1).collect());
        for wanted in (1..=4).flat_map(all) {
            let wanted: Vec<u32> = wanted;
            for there in (0..=9).flat_map(all) {
                let there: Vec<u32> = there;
                let windows = there.windows(wanted.len()).enumerate();
                let plain: Vec<usize> =
                    windows.filter(|(_, window)| **window == wanted).map(|(at, _)| at).collect();
                let found: Vec<usize> = runs(&wanted, &there, |one, other| one == other).collect();
                assert_eq!(found, plain, "{wanted:?} in {there:?}");
            }
        }
    }

    #[test]
    fn a_statement_is_quoted_word_for_word() {
        let table = [
            ("Ines has the key", "Ines has the key.", "Ines has the key."),
            (
                "IBAN refused, call back on Monday",
                "Frau Kern: IBAN refused; call back on Monday.",
                "IBAN refused; call back on Monday",
            ),
            ("ines  HAS the key", "Since May Ines has the key, Bo the map.", "Ines has the key"),
            ("Zoe left the cafe early", "Zoë left the Café early - ask Bo", "Zoë left the Café early"),
            ("寮費は毎月五日に引き落とす", "山本:寮費は毎月五日に引き落とす。", "寮費は毎月五日に引き落とす"),
            (
                "\"a\":1,\"name\":\"Bo\",\"pin\":\"77\"",
                r#"{"a":1,"name":"Bo","pin":"77","c":2}"#,
                r#"a":1,"name":"Bo","pin":"77"#,
            ),
        ];
        for (request, text, quoted) in table {
            assert_eq!(find(request, text).map(|span| &text[span]), Some(quoted), "{request} in {text}");
        }
    }

    #[test]
    fn a_description_is_no_quotation_nor_is_what_differs() {
        let table = [
            ("the alarm of case 7", "The alarm of case 7 is too sensitive."),
            ("Ines has the key", "Agnes has the key."),
            ("Ines has the key", "Ines has the keys."),
            ("Ines has the key", "Ines has the key-ring."),
            ("gate code 4417 at noon", "gate code 4417 at noon.5"),
            ("her key", "her key, her map"),
            ("寮費は毎月五日", "寮費は毎月五日に引き落とす"),
            ("", "Ines"),
            ("...", "Ines"),
        ];
        for (request, text) in table {
            assert_eq!(find(request, text), None, "{request} in {text}");
        }
    }
}
