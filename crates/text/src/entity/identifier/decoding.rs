//! Other readings of a row: what is encoded or marked up, as it would be read.

use super::row::{Row, plain};

/// The row decoded: percent escapes, character references, tags and emphasis, Morse. Nothing if there is none.
pub(super) fn decoded<'t>(row: &Row<'t>) -> Option<Row<'t>> {
    let mut chars: Vec<(char, usize, usize)> = Vec::new();
    let mut changed = false;
    let mut at = 0;
    // Up to where there is no Morse.
    let mut dull = 0;
    while at < row.raw.len() {
        let next = match row.raw[at] {
            '%' => percent(row, at, &mut chars),
            '&' => reference(row, at, &mut chars),
            '\\' => escape(row, at, &mut chars),
            '<' => tag(row, at),
            '*' | '~' if row.raw_at(at + 1) == row.raw[at] => Some(at + 2),
            '.' | '-' | '·' | '•'
                if at >= dull && (at == 0 || matches!(row.raw[at - 1], ' ' | '\'' | '"' | '(' | ':')) =>
            {
                morse(row, at, &mut chars).inspect_err(|&end| dull = end).ok()
            }
            _ => None,
        };
        match next {
            Some(next) => {
                changed = true;
                at = next;
            }
            None => {
                chars.push((row.raw[at], at, at + 1));
                at += 1;
            }
        }
    }
    (changed && !chars.is_empty()).then(|| row.rewritten(&chars))
}

/// Digits in which letters stand for 0 and 1 ("4l7O8"), where the rest of the run is digits.
pub(super) fn confused<'t>(row: &Row<'t>) -> Option<Row<'t>> {
    let mut chars: Vec<(char, usize, usize)> =
        row.raw.iter().enumerate().map(|(at, &c)| (c, at, at + 1)).collect();
    let mut changed = false;
    for &atom in &row.atoms {
        let raw = row.raw(atom);
        let digits = raw.iter().filter(|c| c.is_ascii_digit()).count();
        let letters = raw.iter().filter(|c| matches!(c, 'O' | 'o' | 'l' | 'I')).count();
        if letters > 0 && digits >= letters * 2 && digits + letters == raw.len() && raw.len() >= 5 {
            for (offset, c) in raw.iter().enumerate() {
                chars[atom.from + offset].0 = match c {
                    'O' | 'o' => '0',
                    'l' | 'I' => '1',
                    c => *c,
                };
            }
            changed = true;
        }
    }
    changed.then(|| row.rewritten(&chars))
}

fn percent(row: &Row<'_>, at: usize, chars: &mut Vec<(char, usize, usize)>) -> Option<usize> {
    let byte = |at: usize| -> Option<u8> {
        let value = (row.raw_at(at + 1).to_digit(16)? << 4) | row.raw_at(at + 2).to_digit(16)?;
        (row.raw_at(at) == '%').then(|| u8::try_from(value).ok()).flatten()
    };
    let mut bytes = vec![byte(at)?];
    let size = match bytes[0] {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => 1,
    };
    for i in 1..size {
        bytes.push(byte(at + 3 * i)?);
    }
    let c = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    let next = at + 3 * size;
    chars.push((if c.is_control() { ' ' } else { plain(c) }, at, next));
    Some(next)
}

fn reference(row: &Row<'_>, at: usize, chars: &mut Vec<(char, usize, usize)>) -> Option<usize> {
    let end = (at + 2..row.raw.len().min(at + 10)).find(|&i| row.raw[i] == ';')?;
    let name: String = row.raw[at + 1..end].iter().collect();
    let c = if let Some(hex) = name.strip_prefix("#x").or_else(|| name.strip_prefix("#X")) {
        char::from_u32(u32::from_str_radix(hex, 16).ok()?)?
    } else if let Some(digits) = name.strip_prefix('#') {
        char::from_u32(digits.parse().ok()?)?
    } else {
        match name.as_str() {
            "amp" => '&',
            "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
            "ndash" | "mdash" | "minus" | "shy" => '-',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            "sol" => '/',
            "num" => '#',
            "Oslash" => 'Ø',
            "oslash" => 'ø',
            "Auml" => 'Ä',
            "auml" => 'ä',
            "Ouml" => 'Ö',
            "ouml" => 'ö',
            "Uuml" => 'Ü',
            "uuml" => 'ü',
            "Aring" => 'Å',
            "aring" => 'å',
            "AElig" => 'Æ',
            "aelig" => 'æ',
            "szlig" => 'ß',
            "Eacute" => 'É',
            "eacute" => 'é',
            "Lstrok" => 'Ł',
            "lstrok" => 'ł',
            "Dstrok" => 'Đ',
            "dstrok" => 'đ',
            _ => return None,
        }
    };
    chars.push((plain(c), at, end + 1));
    Some(end + 1)
}

/// "\u00d8".
fn escape(row: &Row<'_>, at: usize, chars: &mut Vec<(char, usize, usize)>) -> Option<usize> {
    if row.raw_at(at + 1) != 'u' {
        return None;
    }
    let hex: String = row.raw.get(at + 2..at + 6)?.iter().collect();
    let c =
        hex.chars().all(|c| c.is_ascii_hexdigit()).then(|| u32::from_str_radix(&hex, 16).ok()).flatten()?;
    chars.push((plain(char::from_u32(c)?), at, at + 6));
    Some(at + 6)
}

/// A tag of mark-up, without the text in it.
fn tag(row: &Row<'_>, at: usize) -> Option<usize> {
    let name = if row.raw_at(at + 1) == '/' { at + 2 } else { at + 1 };
    let end = (name..row.raw.len().min(name + 40)).find(|&i| matches!(row.raw[i], '>' | '<'))?;
    let letters: String = row.low[name..end].iter().take_while(|c| c.is_ascii_alphanumeric()).collect();
    let known = matches!(
        letters.as_str(),
        "b" | "i"
            | "u"
            | "s"
            | "em"
            | "strong"
            | "span"
            | "code"
            | "kbd"
            | "mark"
            | "sub"
            | "sup"
            | "wbr"
            | "tt"
            | "font"
            | "small"
            | "a"
            | "td"
            | "th"
            | "p"
            | "br"
    );
    (known && row.raw[end] == '>').then_some(end + 1)
}

const MORSE: &[(&str, char)] = &[
    (".-", 'a'),
    ("-...", 'b'),
    ("-.-.", 'c'),
    ("-..", 'd'),
    (".", 'e'),
    ("..-.", 'f'),
    ("--.", 'g'),
    ("....", 'h'),
    ("..", 'i'),
    (".---", 'j'),
    ("-.-", 'k'),
    (".-..", 'l'),
    ("--", 'm'),
    ("-.", 'n'),
    ("---", 'o'),
    (".--.", 'p'),
    ("--.-", 'q'),
    (".-.", 'r'),
    ("...", 's'),
    ("-", 't'),
    ("..-", 'u'),
    ("...-", 'v'),
    (".--", 'w'),
    ("-..-", 'x'),
    ("-.--", 'y'),
    ("--..", 'z'),
    ("-----", '0'),
    (".----", '1'),
    ("..---", '2'),
    ("...--", '3'),
    ("....-", '4'),
    (".....", '5'),
    ("-....", '6'),
    ("--...", '7'),
    ("---..", '8'),
    ("----.", '9'),
    ("-..-.", '/'),
    ("-....-", '-'),
];

/// Three signs of Morse or more, parted by single spaces. Where they are none, up to where what stands there makes none from any of its
/// signs on.
fn morse(row: &Row<'_>, at: usize, chars: &mut Vec<(char, usize, usize)>) -> Result<usize, usize> {
    let begin = chars.len();
    let mut next = at;
    let mut long = false;
    loop {
        let from = next;
        let mut sign = String::new();
        while let Some(c) = row.raw.get(next) {
            match c {
                '.' | '·' | '•' => sign.push('.'),
                '-' => sign.push('-'),
                _ => break,
            }
            next += 1;
        }
        let Some(&(_, letter)) = MORSE.iter().find(|(code, _)| *code == sign) else {
            next = from;
            break;
        };
        long |= sign.len() > 2;
        chars.push((letter, from, next));
        if row.raw_at(next) == ' ' && matches!(row.raw_at(next + 1), '.' | '-' | '·' | '•') {
            next += 1;
        } else {
            break;
        }
    }
    if chars.len() - begin < 3 || !long || row.raw_at(next).is_alphanumeric() {
        chars.truncate(begin);
        return Err(next);
    }
    Ok(next)
}
