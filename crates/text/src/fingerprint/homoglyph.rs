//! Letters of another script that look like those of the text.

/// Latin letters, and those of Cyrillic and Greek that look like them; a space where there is none.
const ALIKE: &[[char; 3]] = &[
    ['a', 'а', 'α'],
    ['b', 'в', ' '],
    ['c', 'с', ' '],
    ['d', 'ԁ', ' '],
    ['e', 'е', ' '],
    ['h', 'н', ' '],
    ['h', 'һ', ' '],
    ['i', 'і', 'ι'],
    ['j', 'ј', ' '],
    ['k', 'к', 'κ'],
    ['m', 'м', ' '],
    ['o', 'о', 'ο'],
    ['p', 'р', 'ρ'],
    ['q', 'ԛ', ' '],
    ['s', 'ѕ', ' '],
    ['t', 'т', 'τ'],
    ['u', ' ', 'υ'],
    ['v', 'ѵ', 'ν'],
    ['w', 'ԝ', ' '],
    ['x', 'х', 'χ'],
    ['y', 'у', ' '],
    ['A', 'А', 'Α'],
    ['B', 'В', 'Β'],
    ['C', 'С', ' '],
    ['E', 'Е', 'Ε'],
    ['H', 'Н', 'Η'],
    ['I', 'І', 'Ι'],
    ['J', 'Ј', ' '],
    ['K', 'К', 'Κ'],
    ['M', 'М', 'Μ'],
    ['N', ' ', 'Ν'],
    ['O', 'О', 'Ο'],
    ['P', 'Р', 'Ρ'],
    ['S', 'Ѕ', ' '],
    ['T', 'Т', 'Τ'],
    ['X', 'Х', 'Χ'],
    ['Y', 'У', 'Υ'],
    ['Z', ' ', 'Ζ'],
];

/// The Latin letter that a letter looks like, or the letter.
pub(super) fn latin(letter: char) -> char {
    if letter == 'ı' { 'i' } else { like(letter, 0).unwrap_or(letter) }
}

fn like(letter: char, script: usize) -> Option<char> {
    let row = ALIKE.iter().find(|row| letter != ' ' && row.contains(&letter))?;
    Some(row[script]).filter(|&letter| letter != ' ')
}

/// The place of a letter's script among Latin, Cyrillic and Greek.
fn script(letter: char) -> Option<usize> {
    match u32::from(letter) {
        _ if letter.is_ascii_alphabetic() => Some(0),
        0xC0..=0x24F if letter.is_alphabetic() => Some(0),
        0x370..=0x3FF if letter.is_alphabetic() => Some(2),
        0x400..=0x52F if letter.is_alphabetic() => Some(1),
        _ => None,
    }
}

/// The text in one script: letters that most of it has not, in words where all of them look like letters that it has,
/// as those. Nothing where there are none.
pub(super) fn unmixed(text: &str) -> Option<String> {
    if text.is_ascii() {
        return None;
    }
    let mut count = [0_usize; 3];
    text.chars().filter_map(script).for_each(|script| count[script] += 1);
    let most = (0..3).max_by_key(|&script| (count[script], 3 - script))?;
    if count.iter().sum::<usize>() == count[most] {
        return None;
    }
    let one = |word: &str| -> String {
        let own = word.chars().map(|letter| match script(letter) {
            Some(other) if other != most => like(letter, most),
            _ => Some(letter),
        });
        own.collect::<Option<String>>().unwrap_or_else(|| word.to_owned())
    };
    let same: String = text.split_inclusive(|letter: char| !letter.is_alphanumeric()).map(one).collect();
    (same != text).then_some(same)
}
