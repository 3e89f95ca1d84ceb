//! Other readings of a text that comes in: without what only hides it from a comparison.
//!
//! What is erased is kept as it reads; only what comes in is read again. A reading says nothing by itself: it counts where it
//! meets what was erased.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::markup;
use super::plain::{is_hidden, plain};

/// Longest text, in bytes, that is read again.
const LONGEST: usize = 64 * 1024;
/// Most readings of one text.
const MOST: usize = 32;
/// How often an encoding may be encoded again.
const DEPTH: usize = 3;
/// The fewest letters or digits that stand apart to be a word, and the fewest where they begin with a capital.
const SPACED: usize = 4;
const CAPITALIZED: usize = 3;
/// Most letters of a run of which each place is tried as the end of a word.
const LONGEST_RUN: usize = 24;
/// Most invisible characters of a word of which each is tried as the end of a word.
const BREAKS: usize = 8;
/// Signs that may stand between letters.
const SIGNS: &[char] = &['.', '-', '_', '*', '·', '•', '|', '/', ',', '~', '‐', '–'];

/// The readings of a text other than its own: with its encodings resolved (`=40`, `%40`, `&#64;`, `\u0040`, a plus for a
/// space), with a space or nothing where it has invisible characters, and with letters joined that stand apart ("S a m").
#[must_use]
pub fn readings(text: &str) -> Vec<String> {
    let text = &text[..text.floor_char_boundary(LONGEST)];
    let mut readings = Vec::new();
    let mut encoded = text.to_owned();
    for _ in 0..DEPTH {
        let Some(decoded) = decoded(&encoded) else { break };
        readings.push(decoded.clone());
        encoded = decoded;
    }
    if let Some(spaced) = without_plus(&encoded) {
        readings.push(spaced);
    }
    for at in 0..=readings.len() {
        let seen = visible(at.checked_sub(1).map_or(text, |at| &readings[at]));
        readings.extend(seen);
    }
    for at in 0..=readings.len() {
        let joined = joined(at.checked_sub(1).map_or(text, |at| &readings[at]));
        readings.extend(joined);
    }
    let mut different: Vec<String> = Vec::new();
    for reading in readings {
        if reading != text && !different.contains(&reading) && different.len() < MOST {
            different.push(reading);
        }
    }
    different
}

/// The text with what is written as the number of a character resolved; nothing if there is none.
fn decoded(text: &str) -> Option<String> {
    markup::resolved(text, &['=', '%', '&', '\\'], |rest, _| {
        let soft = ["=\r\n", "=\n"].iter().find(|end| rest.starts_with(**end));
        let soft = soft.map(|end| (String::new(), end.len()));
        soft.or_else(|| bytes(rest, '=')).or_else(|| bytes(rest, '%')).or_else(|| escape(rest)).or_else(
            || {
                let named = [("&commat;", "@"), ("&period;", "."), ("&lowbar;", "_"), ("&hyphen;", "-")];
                let named = named.iter().find(|(name, _)| rest.starts_with(name));
                named.map(|(name, sign)| ((*sign).to_owned(), name.len())).or_else(|| markup::reference(rest))
            },
        )
    })
}

/// Bytes in hex, each led by a sign, that make up characters which can be seen or part words.
fn bytes(rest: &str, sign: char) -> Option<(String, usize)> {
    let mut bytes = Vec::new();
    while let Some(hex) = rest[bytes.len() * 3..].strip_prefix(sign).and_then(|rest| rest.get(..2)) {
        let Some(byte) = hex.is_ascii().then(|| u8::from_str_radix(hex, 16).ok()).flatten() else { break };
        bytes.push(byte);
    }
    let length = bytes.len() * 3;
    let text = String::from_utf8(bytes).ok().filter(|text| !text.is_empty())?;
    text.chars().all(|letter| !letter.is_control() || letter.is_whitespace()).then_some((text, length))
}

/// `\u0040`, `\u{40}`, `\x40`.
fn escape(rest: &str) -> Option<(String, usize)> {
    let (digits, length) = if let Some(rest) = rest.strip_prefix("\\u{") {
        let end = rest[..rest.floor_char_boundary(8)].find('}')?;
        (&rest[..end], end + 4)
    } else if let Some(rest) = rest.strip_prefix("\\u") {
        (rest.get(..4)?, 6)
    } else {
        (rest.strip_prefix("\\x")?.get(..2)?, 4)
    };
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let letter = char::from_u32(u32::from_str_radix(digits, 16).ok().filter(|_| all)?)?;
    (!letter.is_control() || letter.is_whitespace()).then(|| (letter.to_string(), length))
}

/// The text with a space for each plus between letters, as forms on the web are sent; nothing if there is none.
fn without_plus(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let between = |at: usize| {
        at > 0
            && letters[at - 1].is_alphabetic()
            && letters.get(at + 1).is_some_and(|letter| letter.is_alphabetic())
    };
    let mut found = false;
    let spaced = letters.iter().enumerate().map(|(at, &letter)| {
        let plus = letter == '+' && between(at);
        found |= plus;
        if plus { ' ' } else { letter }
    });
    let spaced = spaced.collect();
    found.then_some(spaced)
}

/// The text without its invisible characters, with a space for each, and with a space for one of each word; nothing if it has none.
fn visible(text: &str) -> Vec<String> {
    if text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control()) || !text.chars().any(is_invisible)
    {
        return Vec::new();
    }
    let with = |space: &dyn Fn(usize) -> bool| {
        let (mut out, mut hidden, mut inside) = (String::with_capacity(text.len()), 0, false);
        for letter in text.chars() {
            match is_invisible(letter) {
                // Several in a row are one place.
                true if inside => {}
                true => {
                    out.extend(space(hidden).then_some(' '));
                    hidden += 1;
                }
                false => {
                    out.push(letter);
                    hidden = if letter.is_whitespace() { 0 } else { hidden };
                }
            }
            inside = is_invisible(letter);
        }
        out
    };
    let each = (0..BREAKS).map(|place| with(&|at| at == place));
    [with(&|_| false), with(&|_| true)].into_iter().chain(each).collect()
}

/// Whether nothing is seen of a character, not even a space.
fn is_invisible(letter: char) -> bool {
    is_hidden(letter)
        || letter.is_control() && !letter.is_whitespace()
        || matches!(u32::from(letter), 0x115F | 0x1160 | 0x17B4 | 0x17B5 | 0x180B..=0x180F | 0x2800 | 0x3164
            | 0xFFA0 | 0xFFF9..=0xFFFB | 0x1_BCA0..=0x1_BCA3 | 0x1_D173..=0x1_D17A | 0xE_0000..=0xE_0FFF)
}

/// The text with letters joined that stand apart, as one word and as two; nothing where there are none.
fn joined(text: &str) -> Vec<String> {
    let text = &plain(text);
    let mut places: Vec<(Range<usize>, Vec<String>)> = signed(text);
    places.extend(runs(text));
    if places.is_empty() {
        return Vec::new();
    }
    places.sort_by_key(|(span, _)| span.start);
    let ways = places.iter().map(|(_, ways)| ways.len()).max().unwrap_or_default();
    let written = |way: usize| {
        let (mut out, mut at) = (String::with_capacity(text.len()), 0);
        for (span, ways) in &places {
            if span.start >= at {
                out.push_str(&text[at..span.start]);
                out.push_str(&ways[way.min(ways.len() - 1)]);
                at = span.end;
            }
        }
        out + &text[at..]
    };
    (0..ways).map(written).collect()
}

/// Words whose letters are parted by a sign: "S-a-m", "r.o.e".
fn signed(text: &str) -> Vec<(Range<usize>, Vec<String>)> {
    let mut found = Vec::new();
    for (at, word) in words(text) {
        let bare = word.trim_matches(SIGNS);
        let begin = at + (bare.as_ptr() as usize - word.as_ptr() as usize);
        let letters: Vec<char> = bare.chars().filter(|&letter| !is_combining_mark(letter)).collect();
        let Some(&sign) = letters.get(1) else { continue };
        let alternate = letters.len() % 2 == 1
            && letters.iter().enumerate().all(|(at, &letter)| match at % 2 {
                0 => letter.is_alphanumeric(),
                _ => letter == sign && SIGNS.contains(&sign),
            });
        let count = letters.len().div_ceil(2);
        let numbers = letters.iter().step_by(2).all(char::is_ascii_digit);
        if alternate && count >= if numbers { SPACED + 2 } else { CAPITALIZED } {
            found.push((begin..begin + bare.len(), vec![bare.replace(sign, "")]));
        }
    }
    found
}

/// Letters, digits and signs that stand apart: "S a m", "D E 8 9".
fn runs(text: &str) -> Vec<(Range<usize>, Vec<String>)> {
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let length = words[at..].iter().take_while(|(_, word)| is_single(word)).count();
        found.extend(run(text, &words[at..at + length]));
        at += length.max(1);
    }
    found
}

fn run(text: &str, words: &[(usize, &str)]) -> Option<(Range<usize>, Vec<String>)> {
    let singles: String = words.iter().map(|(_, word)| single(word)).collect();
    let count = singles.chars().filter(|letter| letter.is_alphanumeric()).count();
    let capitalized = singles.starts_with(char::is_uppercase) && singles.chars().any(char::is_lowercase);
    if count < if capitalized { CAPITALIZED } else { SPACED } {
        return None;
    }
    let (first, (last, end)) = (words[0].0, *words.last()?);
    // A wide gap ends a word.
    let mut pieces = vec![String::new()];
    let mut before: Option<(usize, &str)> = None;
    for &(at, word) in words {
        let gap = before.map(|(at, word)| at + word.len()..at);
        let gap = gap.map(|gap| gap.start..at).filter(|gap| text[gap.clone()].chars().count() > 1);
        if gap.is_some() {
            pieces.push(String::new());
        }
        pieces.last_mut()?.push_str(single(word));
        before = Some((at, word));
    }
    let behind = &end[end.find(single(end))? + single(end).len()..];
    let whole = pieces.join(" ");
    let mut ways = vec![format!("{whole}{behind}")];
    if let [one] = pieces.as_slice() {
        let cases = format!("{}{behind}", by_case(one));
        ways.extend(Some(cases).filter(|cases| *cases != ways[0]));
        let letters = one.chars().count();
        if ways.len() == 1 && letters <= LONGEST_RUN && one.chars().all(char::is_alphabetic) {
            let places = one.char_indices().map(|(at, _)| at).skip(1);
            ways.extend(places.map(|at| format!("{} {}{behind}", &one[..at], &one[at..])));
        }
    }
    Some((first..last + end.len(), ways))
}

/// "SamRoe" as "Sam Roe".
fn by_case(word: &str) -> String {
    let mut out = String::with_capacity(word.len() + 4);
    for letter in word.chars() {
        if letter.is_uppercase() && out.ends_with(char::is_lowercase) {
            out.push(' ');
        }
        out.push(letter);
    }
    out
}

/// The words of a text by its white space, and where they begin.
fn words(text: &str) -> Vec<(usize, &str)> {
    let words = text.split_whitespace();
    words.map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word)).collect()
}

/// A word without the marks around it, or one sign.
fn single(word: &str) -> &str {
    let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric() && !is_combining_mark(letter));
    if bare.is_empty() { word } else { bare }
}

/// Whether a word is one letter, digit or sign.
fn is_single(word: &str) -> bool {
    single(word).chars().filter(|&letter| !is_combining_mark(letter)).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str, as_: &str) -> bool {
        readings(text).iter().any(|reading| reading == as_)
    }

    #[test]
    fn what_hides_a_text_is_read() {
        for (text, reading) in [
            ("Sam\u{200b}Roe rang", "Sam Roe rang"),
            ("S\u{200b}am\u{2060}R\u{200d}oe rang", "Sam Roe rang"),
            ("Sam\u{3164}Roe rang", "Sam Roe rang"),
            ("S\u{e0020}am Roe", "Sam Roe"),
            ("Sam\u{1}Roe", "Sam Roe"),
            ("sam=40roe.example", "sam@roe.example"),
            ("Sam=20R=\noe", "Sam Roe"),
            ("sam%2540roe.example", "sam@roe.example"),
            ("sam&#64;roe.example", "sam@roe.example"),
            ("sam&amp;#x40;roe.example", "sam@roe.example"),
            ("sam\\u0040roe.example", "sam@roe.example"),
            ("sam\\x40roe.example", "sam@roe.example"),
            ("Sam+Roe", "Sam Roe"),
            ("S a m  R o e rang", "Sam Roe rang"),
            ("S a m R o e rang", "Sam Roe rang"),
            ("call s a m r o e", "call sam roe"),
            ("S-a-m R-o-e.", "Sam Roe."),
            ("S.a.m. R.o.e", "Sam. Roe"),
            ("D E 8 9 3 7 0 4 0 0 4 4", "DE8937040044"),
            ("s a m @ r o e . e x", "sam@roe.ex"),
            ("PIN 4 4 7 1.", "PIN 4471."),
            ("S\u{a0}a\u{a0}m Roe", "Sam Roe"),
        ] {
            assert!(reads(text, reading), "{text:?}: {:?}", readings(text));
        }
    }

    #[test]
    fn an_ordinary_text_has_one_reading() {
        for text in [
            "Sam Roe moved to Leeds, e.g. in May.", "A B C", "x y z", "I saw a dog.", "J. R. R. Tolkien",
            "Version 1.2.3 of 10.0.0.1", "x = 40, y = 7 %", "50% of R&D; 2+2", "naïve — Zoë’s café",
        ] {
            assert_eq!(readings(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_text_has_a_bounded_number_of_readings() {
        for text in ["a ".repeat(9000), "%25".repeat(9000), "a\u{200b}".repeat(9000), "a-b-c ".repeat(9000)] {
            assert!(readings(&text).len() <= MOST);
        }
    }
}
