//! The names that a text carries: those that it surely names, words side by side, and signs of scripts without spaces.

use crate::entity::name::{self, Kind, Script, han};
use crate::word;

use super::name_form::one;
use super::phonetic::{self, Ear};
use super::plain::folded as fold;
use super::window;

/// How sure it must be that a text names somebody.
const SURE: f32 = 0.5;

/// The strings of a text's names.
pub(super) fn carried(text: &str, strings: &mut Vec<String>) {
    let text = &spaced(text);
    window::carried(text, strings);
    let names = name::names(text);
    for name in names.iter().filter(|name| name.sure >= SURE && name.kind != Kind::NoEntity) {
        one(&name.words, strings);
        // A word that begins a sentence has a capital too: "Caller Delphine rang".
        if let [first, words @ ..] = name.words.as_slice()
            && !words.is_empty()
            && word::english_word(first)
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
    // "Schmidt, Anna", "SCHMIDT (Anna)".
    for pair in names.windows(2) {
        if let ([surname], [given]) = (pair[0].words.as_slice(), pair[1].words.as_slice())
            && (text.get(pair[0].span.end..pair[1].span.start) == Some(", ")
                || text.get(pair[0].span.end..pair[1].span.start) == Some(" (")
                    && text[pair[1].span.end..].starts_with(')'))
        {
            one(&[given.clone(), surname.clone()], strings);
        }
    }
    foreign(text, strings);
}

/// The text with one space where it has several, or a tab. What stands on two lines is two names, unless [`window`] knows better.
fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let space = character.is_whitespace() && !matches!(character, '\n' | '\r');
        if !(space && out.ends_with(' ')) {
            out.push(if space { ' ' } else { character });
        }
    }
    out
}

const LEGAL: &[&str] =
    &["ltd", "inc", "gmbh", "llc", "llp", "plc", "ag", "sa", "bv", "oy", "ab", "srl", "spa", "co"];

/// Scripts other than Latin: any two neighbouring words may be a name; where words are not parted, any few signs.
fn foreign(text: &str, strings: &mut Vec<String>) {
    if text.is_ascii() {
        return;
    }
    let tokens = name::tokens(text);
    let foreign = tokens.iter().filter(|token| token.script != Script::Latin && !token.code);
    let words: Vec<String> = foreign.clone().map(|token| token.text.to_owned()).collect();
    let named: Vec<bool> = foreign.map(|token| token.capital() || !token.script.cased()).collect();
    for (pair, named) in words.windows(2).zip(named.windows(2)) {
        if named == [true, true] {
            one(pair, strings);
            // In kana, whoever is written with whatever characters.
            let readings = phonetic::readings(pair);
            strings.extend(
                readings.iter().flat_map(|form| [format!("read in:{form}"), format!("read as:{form}")]),
            );
        }
    }
    let mut runs = 0;
    for word in &words {
        let signs: Vec<char> = word.chars().map(han::simple).collect();
        match phonetic::script(word) {
            Some(Script::Hangul) => {
                for size in 2..=signs.len().min(4) {
                    let run: String = signs[..size].iter().collect();
                    let keys: String = signs[..size]
                        .iter()
                        .flat_map(|sign| phonetic::keys(&sign.to_string(), Ear::Korean))
                        .collect();
                    strings.extend([format!("who:{run}"), format!("heard:#{keys}")]);
                }
            }
            Some(script @ (Script::Han | Script::Hiragana | Script::Katakana)) => {
                for size in 2..=5 {
                    for run in signs.windows(size).take(RUNS.saturating_sub(runs)) {
                        let run: String = run.iter().collect();
                        if size > 2 || script == Script::Han {
                            strings.push(format!("who:{run}"));
                        }
                        let readings = phonetic::readings(&[run]);
                        strings.extend(readings.into_iter().map(|form| format!("read in:{form}")));
                        runs += 1;
                    }
                }
            }
            _ => {}
        }
    }
}

/// Most runs of signs of one text that are read as names.
const RUNS: usize = 4_000;
