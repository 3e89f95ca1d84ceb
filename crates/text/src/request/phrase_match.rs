//! Phrases in a request: whole words, in any case, outside quotation marks.

use std::ops::Range;

use crate::entity::identifier::phrase;

/// What follows a phrase, given in small letters, at the very start of a text.
pub(super) fn strip<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let mut rest = text.chars();
    for wanted in phrase.chars() {
        if !in_small(straight(rest.next()?), wanted) {
            return None;
        }
    }
    let rest = rest.as_str();
    let goes_on = |next: char| next.is_alphanumeric() || matches!(next, '\'' | '’' | '-' | '_');
    (phrase.ends_with('\'') || !rest.starts_with(goes_on)).then_some(rest)
}

/// Whether a letter in small is `wanted`.
fn in_small(own: char, wanted: char) -> bool {
    if own.is_ascii() {
        own.to_ascii_lowercase() == wanted || own == wanted
    } else {
        own == wanted || own.to_lowercase().eq(std::iter::once(wanted))
    }
}

/// What follows the longest of some phrases at the start of a text, without the mark between.
pub(super) fn opening<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    let text = text.trim_start();
    let rests = phrases.iter().filter_map(|phrase| strip(text, phrase));
    rests.min_by_key(|rest| rest.len()).map(|rest| rest.trim_start_matches([' ', ',', ':', '\n']))
}

/// What stands before the longest of some phrases at the end of a text.
pub(super) fn ending<'a>(text: &'a str, phrases: &[&str]) -> Option<&'a str> {
    let heads = phrases.iter().filter_map(|phrase| {
        let (at, _) = text.char_indices().rev().nth(phrase.chars().count().checked_sub(1)?)?;
        let (head, tail) = (&text[..at], &text[at..]);
        let whole = !head.ends_with(|before: char| before.is_alphanumeric() || matches!(before, '-' | '_'));
        (whole && strip(tail, phrase) == Some("")).then_some(head)
    });
    heads.min_by_key(|head| head.len()).map(str::trim_end)
}

/// Whether a text ends in a genitive: "Omar's", "the goats'".
pub(super) fn is_genitive(text: &str) -> bool {
    ["'s", "’s", "s'", "s’"].iter().any(|end| text.ends_with(end))
}

/// A text behind whose first genitive something follows, cut there: "Omar's", " cough".
pub(super) fn cut_behind_owner(text: &str) -> Option<(&str, &str)> {
    let genitives = ["'s ", "’s ", "s' ", "s’ "].iter();
    let end = genitives.filter_map(|end| Some((text.find(end)?, end.len()))).min();
    end.map(|(at, length)| text.split_at(at + length - 1))
}

/// Where the words of a text begin, but for those in quotation marks.
pub(super) fn starts(text: &str) -> Vec<usize> {
    let quoted = phrase::quoted(text);
    let mut before = ' ';
    let mut starts = Vec::new();
    for (at, character) in text.char_indices() {
        let inside = before.is_alphanumeric() || matches!(before, '\'' | '’' | '_' | '@' | '/');
        if character.is_alphanumeric() && !inside && !within(&quoted, at) {
            starts.push(at);
        }
        before = character;
    }
    starts
}

/// A mark between two pieces of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark<'a> {
    pub(super) mark: char,
    pub(super) before: &'a str,
    pub(super) behind: &'a str,
}

impl Mark<'_> {
    /// Whether a sentence ends here. Who begins the first without a capital begins the next so.
    pub(super) fn ends_sentence(&self) -> bool {
        let small = |text: &str| text.starts_with(char::is_lowercase);
        let stop = match self.mark {
            '!' | '?' | '\n' => true,
            '.' => !abbreviates(self.before) && (!small(self.behind) || small(self.before)),
            _ => false,
        };
        stop && !self.before.is_empty()
    }
}

/// The marks that part a text, with what stands on either side; none inside a quotation, a number or a word.
pub(super) fn marks(text: &str) -> Vec<Mark<'_>> {
    let quoted = phrase::quoted(text);
    let mut marks = Vec::new();
    for (at, mark) in text.char_indices() {
        let behind = &text[at + mark.len_utf8()..];
        let before = &text[..at];
        let parts = match mark {
            '.' | ',' | ':' | '!' | '?' => behind.starts_with(char::is_whitespace),
            ';' => !(before.ends_with(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric)),
            '-' => before.ends_with(' ') && behind.starts_with(' '),
            '–' | '—' => {
                !(before.ends_with(|c: char| c.is_numeric()) && behind.starts_with(|c: char| c.is_numeric()))
            }
            '\n' | '(' | '…' => true,
            _ => false,
        };
        if parts && !within(&quoted, at) {
            marks.push(Mark { mark, before: trimmed(before), behind: behind.trim_start() });
        }
    }
    marks
}

/// A text without the marks that part it from what follows.
pub(super) fn trimmed(text: &str) -> &str {
    let trimmed = text.trim_end_matches([' ', ',', ';', ':', '–', '—', '(', '\n', '\t']);
    trimmed.strip_suffix(" -").unwrap_or(trimmed).trim_end()
}

/// Its words in small letters.
pub(super) fn words(text: &str) -> Vec<String> {
    words_of(text).collect()
}

/// The same, one by one.
pub(super) fn words_of(text: &str) -> impl Iterator<Item = String> {
    let own = |character: char| character.is_alphanumeric() || matches!(character, '\'' | '’');
    text.split(move |character: char| !own(character))
        .map(|word| word.trim_matches(['\'', '’']))
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().map(straight).flat_map(char::to_lowercase).collect())
}

/// Whether the first letter of a text is a capital.
pub(super) fn capital(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_uppercase)
}

/// Whether a word tells by itself what it means: a name or number, an address, a path.
pub(super) fn telling(word: &str) -> bool {
    let inside = word.trim_matches(|character: char| !character.is_alphanumeric());
    capital(inside)
        || inside.contains(char::is_numeric)
        || inside.contains(['@', '_', '\\'])
        || inside.contains("://")
        || inside.split_once('.').is_some_and(|(head, tail)| head.len() > 1 && tail.len() > 1)
}

/// Whether a full stop behind a text only shortens its last word: "Dr", "no", an initial.
fn abbreviates(text: &str) -> bool {
    const SHORT: &[&str] = &[
        "bros", "gov", "sen", "pres", "insp", "supt", "ing", "dipl", "ave", "rd", "blvd", "sgt", "cpl",
        "maj", "hon", "dott", "frl", "ul", "hl", "ste", "sta", "jun", "sen", "bzw", "inkl", "evtl", "no",
        "nr", "reg", "ref", "em", "op", "cit", "id", "lic", "acc", "acct", "cert", "phil", "med", "rer",
        "nat", "jur", "inv",
    ];
    let word = text.rsplit(|character: char| !character.is_alphanumeric()).next().unwrap_or_default();
    let lower = word.to_lowercase();
    // "Drop it... she has left": dots shorten nothing.
    if text.ends_with("..") {
        return false;
    }
    word.chars().count() < 2 && !word.contains(char::is_numeric)
        || SHORT.contains(&lower.as_str())
        || crate::clause::is_abbreviation(&lower)
}

fn within(quoted: &[Range<usize>], at: usize) -> bool {
    quoted.iter().any(|range| range.contains(&at))
}

fn straight(character: char) -> char {
    if character == '’' { '\'' } else { character }
}

/// Finds an ASCII phrase in any case.
pub(super) fn find(text: &str, phrase: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes.windows(phrase.len()).position(|window| window.eq_ignore_ascii_case(phrase.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_whole_words() {
        assert_eq!(strip("Don’t go", "don't"), Some(" go"));
        assert_eq!(strip("don't-go", "don't"), None);
        assert_eq!(strip("КРОМЕ дома", "кроме"), Some(" дома"));
        assert_eq!(strip("keeper", "keep"), None);
        assert_eq!(opening("  Keep, in mind it", &["keep", "keep, in mind"]), Some("it"));
        assert_eq!(ending("alles über Bo löschen", &["löschen"]), Some("alles über Bo"));
        assert_eq!(ending("Bo", &["alles löschen"]), None);
        assert_eq!(ending("é", &["é"]), Some(""));
    }

    #[test]
    fn marks_part_what_is_no_number_and_no_quotation() {
        let parts = |text| marks(text).iter().map(|mark| mark.before.len()).collect::<Vec<_>>();
        assert_eq!(parts("Bo; Ana 1,5 - \"a, b\" 2-3"), [2, 11]);
        assert_eq!(parts("2019–2021 a–b"), ["2019–2021 a".len()]);
        let ends = |text| marks(text).iter().filter(|mark| mark.ends_sentence()).count();
        assert_eq!(ends("Dr. Bo met J. Lund, no. 5. Ana left! She is in Ulm."), 2);
    }
}
