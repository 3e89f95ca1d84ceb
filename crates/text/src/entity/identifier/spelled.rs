//! Numbers and letters in words: the reading of a row in which spelled runs stand as digits and letters.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::digits::han_value;
use super::row::Row;
use crate::lang::{LANGUAGES, Language};

/// What a word stands for when it is dictated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spoken {
    /// 0 to 9, 10 to 19 and the compounds that languages write as one word.
    Number(u32),
    /// 20, 30, .. 90: a unit may follow.
    Tens(u32),
    Hundred,
    Thousand,
    /// A letter of a spelling alphabet.
    Letter(char),
    /// The next one counts twice or three times.
    Times(u32),
    /// 1st to 19th, and 20th, 30th, ..: the end of a number.
    Ordinal(u32),
    /// "and" inside a number, or a separator read aloud.
    Filler,
}

/// The words of each such line of a language's table, in the order of what they count; "-" where there is none.
fn lines(
    language: &'static Language,
    name: &str,
) -> impl Iterator<Item = impl Iterator<Item = &'static str>> {
    language.rows("numbers").filter(move |(line, _)| *line == name).map(|(_, words)| words.split(' '))
}

static WORDS: LazyLock<HashMap<String, Spoken>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    let mut put = |word: &str, spoken: Spoken| {
        words.entry(word.to_owned()).or_insert(spoken);
    };
    for language in LANGUAGES {
        let units: Vec<&str> = lines(language, "cardinals").flatten().collect();
        (0..).zip(&units).for_each(|(value, word)| put(word, Spoken::Number(value)));
        for (ten, word) in (2..).zip(lines(language, "tens").flatten()).filter(|(_, word)| *word != "-") {
            put(word, Spoken::Tens(ten * 10));
            for (unit, small) in (1..10).zip(units.iter().skip(1)) {
                let joined = match language.code {
                    "de" => format!("{}und{word}", if unit == 1 { "ein" } else { small }),
                    "nl" => format!("{small}{}{word}", if small.ends_with('e') { "ën" } else { "en" }),
                    "it" if matches!(unit, 1 | 8) => format!("{}{small}", &word[..word.len() - 1]),
                    "it" if unit == 3 => format!("{word}tré"),
                    "es" if ten == 2 => format!("veinti{small}"),
                    "it" | "sv" | "en" => format!("{word}{small}"),
                    _ => continue,
                };
                put(&joined, Spoken::Number(ten * 10 + unit));
            }
            if language.code == "it" {
                put(&format!("{word}tre"), Spoken::Number(ten * 10 + 3));
            }
        }
    }
    let lines = |name| LANGUAGES.iter().flat_map(move |language| lines(language, name));
    for letters in lines("letters") {
        ('a'..='z').zip(letters).for_each(|(letter, word)| put(word, Spoken::Letter(letter)));
    }
    for ordinals in lines("ordinals") {
        (1..).zip(ordinals).for_each(|(value, word)| put(word, Spoken::Ordinal(value)));
    }
    for (value, word) in (2..).zip(["twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"]) {
        words.insert(format!("{word}ieth"), Spoken::Ordinal(value * 10));
    }
    for (name, spoken) in [
        ("0", Spoken::Number(0)),
        ("2", Spoken::Number(2)),
        ("9", Spoken::Number(9)),
        ("hundred", Spoken::Hundred),
        ("hundredth", Spoken::Ordinal(100)),
        ("thousand", Spoken::Thousand),
        ("twice", Spoken::Times(2)),
        ("thrice", Spoken::Times(3)),
        ("marks", Spoken::Filler),
    ] {
        words.extend(lines(name).flatten().map(|word| (word.to_owned(), spoken)));
    }
    words.remove("-");
    words
});

/// The Turkish digits from 1 on.
static TURKISH: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let turkish = LANGUAGES.iter().filter(|language| language.code == "tr");
    turkish.flat_map(|language| lines(language, "cardinals").flatten()).skip(1).take(9).collect()
});

/// A piece of a row's reading: digits or letters, with the atoms that they come from.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub text: String,
    /// Indices of atoms, first and last.
    pub first: usize,
    pub last: usize,
    pub spoken: bool,
    /// "third", "47.": the noun stands behind it.
    pub ordinal: bool,
}

impl Piece {
    pub fn new(text: String, first: usize, last: usize, spoken: bool) -> Self {
        Piece { text, first, last, spoken, ordinal: false }
    }
}

fn spoken(row: &Row<'_>, at: usize, word: &mut String) -> Option<Spoken> {
    let atom = *row.atoms.get(at)?;
    if !atom.letters || !(1..=40).contains(&atom.len()) {
        return None;
    }
    word.clear();
    word.extend(row.low(atom));
    if word == "on" {
        // Turkish ten, where a Turkish unit follows.
        let next = *row.atoms.get(at + 1)?;
        let unit = next.letters && next.len() <= 5 && TURKISH.iter().any(|unit| row.is(next, unit));
        return unit.then_some(Spoken::Tens(10));
    }
    WORDS.get(word.as_str()).copied().or_else(|| compound(word)).or_else(|| inflected(word))
}

/// Ordinals of German and French with their endings: the cardinal from 20 on, another ending below.
fn inflected(word: &str) -> Option<Spoken> {
    if let Some(stem) = word.strip_suffix(['r', 's', 'n', 'm']).filter(|stem| stem.ends_with("te"))
        && let Some(Spoken::Ordinal(value)) = WORDS.get(stem)
    {
        return Some(Spoken::Ordinal(*value));
    }
    let stem = ["stes", "ster", "sten", "stem", "ste"].iter().find_map(|end| word.strip_suffix(end))?;
    match WORDS.get(stem).copied().or_else(|| compound(stem))? {
        Spoken::Number(value @ 20..) | Spoken::Tens(value) => Some(Spoken::Ordinal(value)),
        _ => None,
    }
}

/// A number above a hundred that a language writes as one word: "zweihundertacht", "honderdtwaalf".
fn compound(word: &str) -> Option<Spoken> {
    if word.len() < 9 {
        return None;
    }
    let unit = |text: &str| match WORDS.get(text)? {
        Spoken::Number(value @ 1..=9) => Some(*value),
        _ => (text == "ein").then_some(1),
    };
    let rest = |text: &str| match WORDS.get(text.strip_prefix("und").unwrap_or(text)) {
        Some(Spoken::Number(value) | Spoken::Tens(value)) => Some(*value),
        _ => text.is_empty().then_some(0),
    };
    let below = |text: &str| {
        ["hundert", "honderd", "hundra", "cento"].iter().find_map(|mark| {
            let (left, right) = text.split_once(mark)?;
            let hundreds = if left.is_empty() { 1 } else { unit(left)? };
            Some(hundreds * 100 + rest(right)?)
        })
    };
    for mark in ["tausend", "duizend", "tusen"] {
        if let Some((left, right)) = word.split_once(mark) {
            let thousands = if left.is_empty() { 1 } else { unit(left).or_else(|| rest(left))? };
            return Some(Spoken::Number(thousands * 1000 + below(right).or_else(|| rest(right))?));
        }
    }
    below(word).map(Spoken::Number)
}

/// The digits of an ordinal in figures: "3rd", "12th", "2e".
fn figures(row: &Row<'_>, at: usize) -> Option<String> {
    let low = row.low(row.atoms[at]);
    let digits = low.iter().take_while(|c| c.is_ascii_digit()).count();
    if !(1..=4).contains(&digits) || digits == low.len() || low.len() - digits > 3 {
        return None;
    }
    let end: String = low[digits..].iter().collect();
    matches!(end.as_str(), "st" | "nd" | "rd" | "th" | "er" | "ère" | "e" | "ème" | "eme" | "ste" | "de")
        .then(|| low[..digits].iter().collect())
}

/// A letter with its mark said: "o with stroke", "o-with-a-slash", "u umlaut", "slashed o", "plain o".
fn marked(row: &Row<'_>, at: usize) -> Option<(char, usize)> {
    let single = |at: usize| {
        let atom = *row.atoms.get(at)?;
        (atom.len() == 1 && atom.letters).then(|| row.low[atom.from])
    };
    let word = |at: usize| row.atoms.get(at).filter(|atom| atom.len() <= 12).map(|&atom| row.word(atom));
    let close = |at: usize| matches!(row.gap(at), [' ' | '-']);
    let mark = |word: &str| match word {
        "stroke" | "slash" | "bar" | "slashed" | "stroked" | "barred" | "crossed" => Some('/'),
        "umlaut" | "diaeresis" | "dieresis" | "dots" => Some(':'),
        "acute" => Some('\''),
        "ring" => Some('o'),
        "plain" => Some(' '),
        _ => None,
    };
    let join = |letter: char, mark: char| {
        Some(match (letter, mark) {
            (_, ' ') => letter,
            ('o', '/') => 'ø',
            ('l', '/') => 'ł',
            ('d', '/') => 'đ',
            ('h', '/') => 'ħ',
            ('a', 'o') => 'å',
            ('a', ':') => 'ä',
            ('e', ':') => 'ë',
            ('o', ':') => 'ö',
            ('u', ':') => 'ü',
            ('a', '\'') => 'á',
            ('e', '\'') => 'é',
            ('o', '\'') => 'ó',
            _ => return None,
        })
    };
    if let Some(letter) = single(at) {
        let mut next = at + 1;
        if word(next).as_deref() == Some("with") {
            next += 1;
            if matches!(word(next).as_deref(), Some("a" | "an" | "the")) {
                next += 1;
            }
        }
        let said = mark(&word(next)?)
            .filter(|&mark| mark != ' ' && (next > at + 1 || mark == ':' || row.gap(at) == ['-']))?;
        return (at..next).all(close).then(|| join(letter, said)).flatten().map(|c| (c, next));
    }
    let said = mark(&word(at)?)?;
    let letter = single(at + 1)?;
    close(at).then(|| join(letter, said)).flatten().map(|c| (c, at + 1))
}

/// The value of a cardinal of one word.
pub(super) fn small(word: &str) -> Option<u32> {
    match WORDS.get(word) {
        Some(Spoken::Number(value)) => Some(*value),
        _ => None,
    }
}

/// The same, round tens among them.
pub(super) fn cardinal(word: &str) -> Option<u32> {
    match WORDS.get(word) {
        Some(Spoken::Tens(value)) => Some(*value),
        _ => small(word),
    }
}

/// The value of an ordinal of one word.
pub(super) fn ordinal(word: &str) -> Option<u32> {
    match WORDS.get(word).copied().or_else(|| inflected(word)) {
        Some(Spoken::Ordinal(value)) => Some(value),
        _ => None,
    }
}

fn han_number(chars: &[char]) -> Option<String> {
    let values: Vec<u64> = chars.iter().map(|&c| han_value(c)).collect::<Option<_>>()?;
    if values.iter().all(|&value| value < 10) {
        return Some(
            values.iter().map(|value| char::from(b'0' + u8::try_from(*value).unwrap_or(0))).collect(),
        );
    }
    let (mut sum, mut part) = (0_u64, 0_u64);
    for value in values {
        if value >= 10 {
            sum = sum.saturating_add(part.max(1).saturating_mul(value));
            part = 0;
        } else {
            part = value;
        }
    }
    Some((sum + part).to_string())
}

/// Whether an atom is a separator read aloud between the parts of a code, of which one at least is in figures: "tok dash 4471".
fn separates(row: &Row<'_>, at: usize) -> bool {
    const SEPARATORS: &[&str] = &[
        "dash", "hyphen", "slash", "underscore", "bindestrich", "strich", "tiret", "guion", "guión",
        "trattino",
    ];
    let figures = |at: usize| row.atoms.get(at).is_some_and(|atom| !atom.letters && !atom.han);
    at > 0
        && at < row.atoms.len()
        && row.gap(at - 1) == [' ']
        && row.gap(at) == [' ']
        && (figures(at - 1) || figures(at + 1))
        && row.atoms[at].len() <= 11
        && SEPARATORS.contains(&row.word(row.atoms[at]).as_str())
}

/// Whether two atoms stand close enough to be read out in one breath.
fn joined(gap: &[char]) -> bool {
    gap.len() <= 3 && gap.iter().all(|c| matches!(c, ' ' | ',' | '-' | '.' | '\'' | '"' | '/' | '_'))
}

/// The reading of a row, if a word of it is spoken; else nothing.
pub(super) fn reading(row: &Row<'_>) -> Option<Vec<Piece>> {
    let mut word = String::new();
    let plain = (0..row.atoms.len()).all(|at| {
        !row.atoms[at].han
            && figures(row, at).is_none()
            && marked(row, at).is_none()
            && !separates(row, at)
            && matches!(
                spoken(row, at, &mut word),
                None | Some(Spoken::Filler | Spoken::Hundred | Spoken::Thousand)
            )
    });
    if plain
        && !row
            .atoms
            .iter()
            .any(|&atom| row.is(atom, "ray") || row.is(atom, "hundred") || row.is(atom, "thousand"))
    {
        return None;
    }
    let mut any = false;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while let Some(&atom) = row.atoms.get(at) {
        if separates(row, at) {
            any = true;
            at += 1;
            continue;
        }
        if atom.han {
            at = han_pieces(row, at, &mut pieces, &mut any);
            continue;
        }
        // "X-ray" is two atoms.
        if row.is(atom, "x")
            && row.gap(at) == ['-']
            && row.atoms.get(at + 1).is_some_and(|&next| row.is(next, "ray"))
        {
            pieces.push(Piece::new("x".to_owned(), at, at + 1, true));
            any = true;
            at += 2;
            continue;
        }
        if let Some((letter, last)) = marked(row, at) {
            pieces.push(Piece::new(letter.to_string(), at, last, true));
            any = true;
            at = last + 1;
            continue;
        }
        if let Some(text) = figures(row, at) {
            pieces.push(Piece { ordinal: true, ..Piece::new(text, at, at, true) });
            any = true;
            at += 1;
            continue;
        }
        match spoken(row, at, &mut word) {
            None => {
                // What stands beside a separator that is read aloud is read aloud with it.
                let aloud = at > 0 && separates(row, at - 1) || separates(row, at + 1);
                pieces.push(Piece::new(row.word(atom), at, at, aloud));
                at += 1;
            }
            Some(Spoken::Letter(letter)) => {
                any = true;
                pieces.push(Piece::new(letter.to_string(), at, at, true));
                at += 1;
            }
            Some(Spoken::Filler) => {
                // A separator read aloud joins; "and" elsewhere is a word.
                let inside = pieces.last().is_some_and(|last| last.spoken)
                    && joined(row.gap(at))
                    && spoken(row, at + 1, &mut word).is_some_and(|next| next != Spoken::Filler);
                if !inside {
                    pieces.push(Piece::new(row.word(atom), at, at, false));
                }
                at += 1;
            }
            Some(_) => {
                let (text, next) = number(row, at, &mut word);
                if next == at {
                    pieces.push(Piece::new(row.word(atom), at, at, false));
                    at += 1;
                } else {
                    any = true;
                    let ordinal = matches!(spoken(row, next - 1, &mut word), Some(Spoken::Ordinal(_)));
                    pieces.push(Piece { ordinal, ..Piece::new(text, at, next - 1, true) });
                    at = next;
                }
            }
        }
    }
    any.then_some(pieces)
}

fn han_pieces(row: &Row<'_>, at: usize, pieces: &mut Vec<Piece>, any: &mut bool) -> usize {
    let atom = row.atoms[at];
    let chars = row.low(atom);
    let mut from = 0;
    while from < chars.len() {
        let number = chars[from..].iter().take_while(|&&c| han_value(c).is_some()).count();
        if let Some(text) = (number > 0).then(|| han_number(&chars[from..from + number])).flatten() {
            *any = true;
            pieces.push(Piece::new(text, at, at, true));
            from += number;
        } else {
            let other = chars[from..].iter().take_while(|&&c| han_value(c).is_none()).count();
            pieces.push(Piece::new(chars[from..from + other].iter().collect(), at, at, false));
            from += other.max(1);
        }
    }
    at + 1
}

/// One number in words from `at`: its digits and the atom after it.
fn number(row: &Row<'_>, at: usize, word: &mut String) -> (String, usize) {
    let mut at = at;
    let mut times = 1;
    if let Some(Spoken::Times(n)) = spoken(row, at, word) {
        if !joined(row.gap(at)) || !matches!(spoken(row, at + 1, word), Some(Spoken::Number(0..=9))) {
            // "double 5": the digits may be figures.
            let figures = row.atoms.get(at + 1).filter(|next| next.digits && next.len() == 1);
            return match figures {
                Some(&next) => (row.word(next).repeat(n as usize), at + 2),
                None => (String::new(), at),
            };
        }
        times = n;
        at += 1;
    }
    let mut value: u64 = 0;
    let (mut group, mut seen) = (0_u64, false);
    let mut open = 100_u64;
    while let Some(next) = spoken(row, at, word) {
        if let Spoken::Ordinal(n) = next {
            let fits = times == 1 && (!seen || u64::from(n) < open);
            let sum = if fits { group + u64::from(n) } else { group };
            return match (fits, seen) {
                (true, _) => ((value + sum).to_string(), at + 1),
                (false, true) => ((value + sum).to_string(), at),
                (false, false) => (String::new(), at),
            };
        }
        match next {
            Spoken::Number(n) if !seen || (u64::from(n) < open && n > 0) => {
                group += u64::from(n);
                open = 1;
            }
            Spoken::Tens(n) if !seen || open >= 100 => {
                group += u64::from(n);
                open = 10;
            }
            // "Fourteen hundred" is said, "ten hundred" is not.
            Spoken::Hundred
                if (group < 10 || group < 100 && !group.is_multiple_of(10)) && (seen || group == 0) =>
            {
                group = group.max(1) * 100;
                open = 100;
            }
            Spoken::Thousand if value == 0 => {
                value = group.max(1) * 1000;
                group = 0;
                open = 1000;
            }
            Spoken::Filler if seen && open >= 10 => {
                let next_is_number = matches!(
                    spoken(row, at + 1, word),
                    Some(Spoken::Number(n) | Spoken::Ordinal(n)) if u64::from(n) < open && n > 0
                ) || (open >= 100
                    && matches!(spoken(row, at + 1, word), Some(Spoken::Tens(_))));
                if !next_is_number || !matches!(row.word(row.atoms[at]).as_str(), "and" | "und" | "et" | "y")
                {
                    break;
                }
            }
            _ => break,
        }
        // After a first single digit only hundred or thousand can follow.
        if !seen && open == 1 && !matches!(next, Spoken::Hundred | Spoken::Thousand) {
            let then = spoken(row, at + 1, word);
            if times > 1 || !joined(row.gap(at)) || !matches!(then, Some(Spoken::Hundred | Spoken::Thousand))
            {
                return (group.to_string().repeat(times as usize), at + 1);
            }
        }
        seen = true;
        at += 1;
        if !joined(row.gap(at - 1)) || row.gap(at - 1).contains(&',') || at >= row.atoms.len() {
            break;
        }
    }
    if seen { ((value + group).to_string(), at) } else { (String::new(), at) }
}

/// A number in Roman numerals, as they are written today.
fn to_roman(mut value: u32) -> String {
    const STEPS: &[(u32, &str)] = &[
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let mut text = String::new();
    for &(step, numeral) in STEPS {
        while value >= step {
            text.push_str(numeral);
            value -= step;
        }
    }
    text
}

/// The value of a Roman numeral in capitals, from 1 to 3999.
pub(super) fn roman(chars: &[char]) -> Option<u32> {
    if chars.is_empty() || chars.len() > 15 {
        return None;
    }
    let value = |c: char| {
        Some(match c {
            'I' => 1,
            'V' => 5,
            'X' => 10,
            'L' => 50,
            'C' => 100,
            'D' => 500,
            'M' => 1000,
            _ => return None,
        })
    };
    let mut sum = 0_u32;
    for (at, &c) in chars.iter().enumerate() {
        let this = value(c)?;
        let next = chars.get(at + 1).and_then(|&c| value(c)).unwrap_or(0);
        if this < next {
            sum = sum.checked_sub(this).or_else(|| Some(sum.wrapping_sub(this)))?;
        } else {
            sum = sum.wrapping_add(this);
        }
    }
    ((1..4000).contains(&sum) && to_roman(sum).chars().eq(chars.iter().copied())).then_some(sum)
}
