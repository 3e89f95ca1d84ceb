//! Small repairs: number of verbs and nouns, and edits of a text.

use std::ops::Range;

use super::token::Token;
use super::verb_forms;
use super::word_class::{AUX, BASE, MODAL, PAST, THIRD};

/// `text` with the edits made; None when nothing of it states anything any more.
pub(super) fn apply(text: &str, mut edits: Vec<(Range<usize>, String)>) -> Option<String> {
    edits.sort_by_key(|(at, _)| (at.start, at.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in edits {
        if range.start < at {
            continue;
        }
        out.push_str(&text[at..range.start]);
        out.push_str(&new);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out.chars().any(char::is_alphanumeric).then_some(out)
}

/// The third person singular of a plural verb form; None where it is the same.
pub(super) fn singular_verb(word: &str, token: &Token) -> Option<String> {
    let fixed = match word {
        "are" => "is",
        "were" => "was",
        "have" => "has",
        "do" => "does",
        "aren't" => "isn't",
        "weren't" => "wasn't",
        "haven't" => "hasn't",
        "don't" => "doesn't",
        _ => "",
    };
    if !fixed.is_empty() {
        return Some(fixed.to_owned());
    }
    if token.is(MODAL | AUX | THIRD) || !token.is(BASE) || token.is(PAST) {
        return None;
    }
    Some(verb_forms::third(word))
}

/// The plural of a third person singular; None where it is the same.
pub(super) fn plural_verb(word: &str, token: &Token) -> Option<String> {
    let fixed = match word {
        "is" => "are",
        "was" => "were",
        "has" => "have",
        "does" => "do",
        _ => "",
    };
    if !fixed.is_empty() {
        return Some(fixed.to_owned());
    }
    if token.is(MODAL | AUX) || !token.is(THIRD) { None } else { verb_forms::base(word) }
}

/// The verb after "neither": denied for one alone.
pub(super) fn negated(word: &str, token: &Token) -> Option<String> {
    if token.is(AUX) {
        return Some(match word {
            "can" => "can't".to_owned(),
            "is" | "are" => "isn't".to_owned(),
            "was" | "were" => "wasn't".to_owned(),
            "has" | "have" => "hasn't".to_owned(),
            "does" | "do" => "doesn't".to_owned(),
            "will" => "won't".to_owned(),
            _ => format!("{word} not"),
        });
    }
    if token.is(THIRD) {
        return verb_forms::base(word).map(|base| format!("doesn't {base}"));
    }
    if token.is(BASE) && !token.is(PAST) {
        return Some(format!("doesn't {word}"));
    }
    None
}

/// The singular of a regular plural noun.
pub(super) fn singular(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    if lower.len() < 4
        || !word.is_ascii()
        || ["ss", "us", "is", "ics", "news", "series"].iter().any(|end| lower.ends_with(end))
    {
        return None;
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|stem| stem.len() > 1) {
        return Some(format!("{stem}y"));
    }
    for end in ["sses", "xes", "ches", "shes"] {
        if word.ends_with(end) {
            return Some(word[..word.len() - 2].to_owned());
        }
    }
    word.strip_suffix('s').map(str::to_owned)
}
