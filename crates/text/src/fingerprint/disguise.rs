//! Other readings of a text that comes in: without what only hides it from a comparison.
//!
//! What is erased is kept as it reads; only what comes in is read again. A reading says nothing by itself: it counts where it
//! meets what was erased.

use super::plain::is_invisible;
use super::{markup, rejoining, transcript};

/// Longest text, in bytes, that is read again.
const LONGEST: usize = 64 * 1024;
/// Most readings of one text.
const MOST: usize = 32;
/// How often an encoding may be encoded again.
const DEPTH: usize = 3;
/// Most invisible characters of a word of which each is tried as the end of a word.
const BREAKS: usize = 8;
/// The readings of a text other than its own: with its encodings resolved (`=40`, `%40`, `&#64;`, `\u0040`, a plus for a
/// space), with a space or nothing where it has invisible characters, and with what stands apart in one ([`super::rejoining`]); and
/// the strings of a text in JSON.
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
    let in_one: Vec<String> = std::iter::once(text)
        .chain(readings.iter().map(String::as_str))
        .flat_map(rejoining::readings)
        .collect();
    readings.extend(in_one);
    readings.extend(transcript::strings(text));
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
                named
                    .map(|(name, sign)| ((*sign).to_owned(), name.len()))
                    .or_else(|| markup::reference(rest))
                    .or_else(|| open_reference(rest))
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
    let text = match String::from_utf8(bytes) {
        Ok(text) => Some(text).filter(|text| !text.is_empty())?,
        Err(error) => latin(error.as_bytes())?,
    };
    text.chars().all(|letter| !letter.is_control() || letter.is_whitespace()).then_some((text, length))
}

/// Bytes of ISO 8859-1, where those that are not ASCII are letters.
fn latin(bytes: &[u8]) -> Option<String> {
    let text: String = bytes.iter().copied().map(char::from).collect();
    text.chars().all(|letter| letter.is_ascii() || letter.is_alphabetic()).then_some(text)
}

/// `&#64`, `&#064`, of which the semicolon was left out.
fn open_reference(rest: &str) -> Option<(String, usize)> {
    const LONGEST: usize = 7;
    let number = rest.strip_prefix("&#")?;
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let value: u32 = number.get(..digits).filter(|_| digits <= LONGEST)?.parse().ok()?;
    let letter = char::from_u32(value).filter(|letter| !letter.is_control())?;
    Some((letter.to_string(), 2 + digits))
}

/// `\u0040`, `\u{40}`, `\x40`, a line break as `\n`, and a sign behind a backslash.
fn escape(rest: &str) -> Option<(String, usize)> {
    match rest.strip_prefix('\\')?.as_bytes().first()? {
        b'n' | b'r' => return Some(("\n".to_owned(), 2)),
        b't' => return Some((" ".to_owned(), 2)),
        &sign if sign.is_ascii_punctuation() => return Some((char::from(sign).to_string(), 2)),
        _ => {}
    }
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
            ("S.a.m. R.o.e", "Sam Roe"),
            ("D E 8 9 3 7 0 4 0 0 4 4", "DE8937040044"),
            ("s a m @ r o e . e x", "sam@roe.ex"),
            ("PIN 4 4 7 1.", "PIN 4471."),
            ("S\u{a0}a\u{a0}m Roe", "Sam Roe"),
            ("No\u{206a}ra Fe\u{fffc}ldt", "Nora Feldt"),
            ("J=FCrgen Gro=DFmann", "Jürgen Großmann"),
            ("J=C3=BCrgen", "Jürgen"),
            ("sam&#64roe.example", "sam@roe.example"),
            ("sam&#064roe.example", "sam@roe.example"),
            ("sam.roe\\@example.org", "sam.roe@example.org"),
            ("Sam\\nRoe", "Sam\nRoe"),
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
