//! Names of people, places and firms: whole names in forms that meet their other spellings.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::name::{self, Kind, Name};

use super::plain::folded as fold;

/// Most ways to sound that one name gets.
const MOST: usize = 16;

/// How sure it must be that a text names somebody.
const SURE: f32 = 0.5;

/// The strings of a text's names.
pub(super) fn carried(text: &str, strings: &mut Vec<String>) {
    let names = name::names(text);
    for name in names.iter().filter(|name| name.sure >= SURE && name.kind != Kind::NoEntity) {
        one(&name.words, strings);
        // A word that begins a sentence has a capital too: "Caller Delphine rang".
        if let [first, words @ ..] = name.words.as_slice()
            && !words.is_empty()
            && name::english_word(first)
        {
            one(words, strings);
        }
        // A firm is the same with its legal form and without it.
        if let [words @ .., last] = name.words.as_slice()
            && LEGAL.contains(&fold(last).as_str())
        {
            one(words, strings);
        }
    }
    // "Schmidt, Anna".
    for pair in names.windows(2) {
        if let ([surname], [given]) = (pair[0].words.as_slice(), pair[1].words.as_slice())
            && text.get(pair[0].span.end..pair[1].span.start) == Some(", ")
        {
            one(&[given.clone(), surname.clone()], strings);
        }
    }
    uncased(text, strings);
}

const LEGAL: &[&str] =
    &["ltd", "inc", "gmbh", "llc", "llp", "plc", "ag", "sa", "bv", "oy", "ab", "srl", "spa", "co"];

fn one(words: &[String], strings: &mut Vec<String>) {
    strings.extend(whole(words));
    let script = if in_latin(words) { "latin" } else { "other" };
    strings.extend(spellings(words, close).into_iter().map(|form| format!("{script}:{form}")));
    strings.extend(spellings(words, rough).into_iter().map(|form| format!("{script}~{form}")));
    strings.extend(initials(words));
}

/// Scripts without capitals: any two neighbouring words may be a name; where words are not parted, any few signs.
fn uncased(text: &str, strings: &mut Vec<String>) {
    if text.is_ascii() {
        return;
    }
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphanumeric() && !is_combining_mark(character))
        .filter(|word| {
            word.chars()
                .any(|letter| letter.is_alphabetic() && !letter.is_lowercase() && !letter.is_uppercase())
        })
        .map(str::to_owned)
        .collect();
    for pair in words.windows(2) {
        one(pair, strings);
    }
    for word in &words {
        let signs: Vec<char> = word.chars().filter(|&sign| is_unparted(sign)).collect();
        for size in 3..=4 {
            strings.extend(signs.windows(size).map(|run| format!("who:{}", run.iter().collect::<String>())));
        }
    }
}

/// Han, kana and Hangul.
fn is_unparted(sign: char) -> bool {
    matches!(u32::from(sign), 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF)
}

/// What a text must carry one of to name this.
pub(super) fn wanted(name: &Name) -> Vec<String> {
    let mut strings: Vec<String> = whole(&name.words).into_iter().collect();
    let (script, other) = if in_latin(&name.words) { ("latin", "other") } else { ("other", "latin") };
    strings.extend(spellings(&name.words, close).into_iter().map(|form| format!("{script}:{form}")));
    // From one script to another little is left of how a name is spelled.
    strings.extend(spellings(&name.words, rough).into_iter().map(|form| format!("{other}~{form}")));
    if let [first, .., last] = name.words.as_slice()
        && let Some(initial) = fold(first).chars().next()
    {
        strings.push(format!("initial:{initial} {}", fold(last)));
    }
    strings
}

/// All words of a name, in whatever order, without accents.
fn whole(words: &[String]) -> Option<String> {
    let mut words: Vec<String> = words.iter().map(|word| fold(word)).collect();
    words.sort_unstable();
    let whole: String = words.join(" ").nfc().collect();
    (!whole.is_empty()).then(|| format!("who:{whole}"))
}

/// An initial and the surname behind it.
fn initials(words: &[String]) -> Option<String> {
    let [first, .., last] = words else { return None };
    let initial = first.trim_end_matches('.');
    (initial.chars().count() == 1 && last.chars().count() > 2)
        .then(|| format!("initial:{} {}", fold(initial), fold(last)))
}

/// A name of several words in Latin letters, however it is spelled there: each word by its letters or by the given names
/// that are the same.
fn spellings(words: &[String], rough: fn(&str) -> String) -> Vec<String> {
    if words.len() < 2 {
        return Vec::new();
    }
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for word in words {
        let keys = name::wanted_keys(&Name::of(word));
        let mut forms: Vec<String> =
            keys.iter().flat_map(|word| &word.own).filter(|key| key.starts_with('g')).cloned().collect();
        forms.push(rough(word));
        let mut grown = Vec::new();
        for one in &all {
            for form in &forms {
                if grown.len() < MOST {
                    grown.push(one.iter().cloned().chain([form.clone()]).collect());
                }
            }
        }
        all = grown;
    }
    all.into_iter()
        .map(|mut forms| {
            forms.sort_unstable();
            forms.join(" ")
        })
        .collect()
}

fn in_latin(words: &[String]) -> bool {
    words.iter().all(|word| fold(word).is_ascii())
}

/// A word in Latin letters, in one of the transcriptions of one script.
fn close(word: &str) -> String {
    const SAME: &[(&str, &str)] = &[
        ("tsch", "c"),
        ("sch", "s"),
        ("sh", "s"),
        ("kh", "h"),
        ("ou", "u"),
        ("oo", "u"),
        ("ee", "i"),
        ("iy", "i"),
        ("yi", "i"),
        ("ij", "i"),
        ("w", "v"),
        ("y", "i"),
    ];
    replaced(word, SAME)
}

/// A word in Latin letters, without what transcriptions differ in.
fn rough(word: &str) -> String {
    const SAME: &[(&str, &str)] = &[
        ("tsch", "c"),
        ("tch", "c"),
        ("sch", "s"),
        ("shch", "s"),
        ("ch", "c"),
        ("cz", "c"),
        ("sh", "s"),
        ("sz", "s"),
        ("zh", "z"),
        ("kh", "h"),
        ("ph", "f"),
        ("th", "t"),
        ("tz", "ts"),
        ("dzh", "j"),
        ("dj", "j"),
        ("gh", "g"),
        ("ou", "u"),
        ("oo", "u"),
        ("ee", "i"),
        ("iy", "i"),
        ("yi", "i"),
        ("ij", "i"),
        ("ck", "k"),
        ("x", "ks"),
        ("q", "k"),
        ("w", "v"),
        ("y", "i"),
        ("j", "i"),
        ("ai", "ei"),
        ("ff", "f"),
    ];
    let mut letters: Vec<char> = replaced(word, SAME).chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

fn replaced(word: &str, same: &[(&str, &str)]) -> String {
    let text = any_ascii::any_ascii(word).to_lowercase();
    let text: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    same.iter().fold(text, |text, (from, to)| text.replace(from, to))
}
