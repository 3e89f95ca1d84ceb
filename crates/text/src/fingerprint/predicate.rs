//! What is said of somebody who is not named: equal for "the user", "I" and "he".

use crate::word::{self, Word};

use super::normal_form::normal_form;

/// The most words of a heading before a statement ("Summary of the week: ...").
const HEADING: usize = 4;

/// Content words by which a predicate is known, whoever it is said of.
const TELLING: usize = 4;

/// Content words by which it is known where some of them are [rare](is_rare).
const FEW: usize = 3;

/// Words between a subject and its verb.
const ADVERBS: &[&str] = &[
    "not", "no", "longer", "never", "always", "often", "usually", "sometimes", "rarely", "seldom", "also",
    "still", "now", "only", "just", "really", "already", "currently", "recently", "mostly",
];

/// The normal form of a statement about somebody whom it does not name ("the user", "he", "I"), without that subject and the
/// person of its verb: a summary says "he" of whom an older text called "the user". Nothing where it says too little to be
/// known by: who is "he" may be another, so that it takes more than of the user.
#[must_use]
pub fn predicate_form(text: &str) -> Option<String> {
    let heading = |heading: &str| heading.split_whitespace().count() <= HEADING;
    let text = text.split_once(": ").filter(|(before, _)| heading(before)).map_or(text, |(_, behind)| behind);
    let words = word::words(text);
    let folded = |at: usize| words.get(at).map_or("", |word| word.folded.as_str());
    let (pronoun, auxiliary) = folded(0).split_once('\'').unwrap_or((folded(0), ""));
    let (subject, user) = match (pronoun, folded(1)) {
        ("the" | "this" | "our" | "my", "user") => (2, true),
        ("user" | "i", _) => (1, true),
        ("we" | "he" | "she" | "they", _) => (1, false),
        _ => return None,
    };
    let rest = words.get(subject..).filter(|rest| is_telling(rest, user))?;
    Some(format!("~{}", normal_form(&impersonal(text, rest, auxiliary))))
}

fn is_telling(rest: &[Word], user: bool) -> bool {
    let content: Vec<&Word> = rest.iter().filter(|word| word.content).collect();
    // The verb is as common as it may be.
    let rare = content.iter().skip(1).filter(|word| is_rare(word)).count();
    match (content.len(), user) {
        (TELLING.., _) => true,
        (FEW, true) => true,
        (FEW, false) => rare > 1,
        (2, true) => rare > 0,
        _ => false,
    }
}

/// A number, a name, or a word that is not among the common ones.
fn is_rare(word: &Word) -> bool {
    word.folded.bytes().any(|byte| byte.is_ascii_digit())
        || word.folded.chars().count() > 3 && !word::english_word(&word.folded)
}

/// The predicate without the person of its verb and of its possessives.
fn impersonal(text: &str, rest: &[Word], auxiliary: &str) -> String {
    let mut out: Vec<&str> = vec![of_person(auxiliary).unwrap_or_default()];
    let mut at = 0;
    while let Some(word) = rest.get(at) {
        match of_person(&word.folded) {
            Some(same) => out.push(same),
            None if ADVERBS.contains(&word.folded.as_str()) => out.push(&word.folded),
            None => break,
        }
        at += 1;
    }
    let Some(verb) = rest.get(at) else { return out.join(" ") };
    let behind = text[verb.span.end..].chars().next();
    let whole = behind.is_none_or(|character| character.is_whitespace() || ".,;!".contains(character));
    let lower = text[verb.span.clone()].chars().all(char::is_lowercase);
    let mut from = verb.span.start;
    if whole && lower {
        out.push(finite(verb));
        from = verb.span.end;
        at += 1;
    }
    let mut out = out.join(" ");
    for word in &rest[at..] {
        if let Some(same) =
            possessive(&word.folded).filter(|_| text[word.span.clone()].starts_with(char::is_lowercase))
        {
            out.push_str(&text[from..word.span.start]);
            out.push_str(same);
            from = word.span.end;
        }
    }
    out + &text[from..]
}

/// A verb in the present without its person. What it is in the past is said of another time.
fn finite(verb: &Word) -> &str {
    match verb.folded.as_str() {
        "goes" => "go",
        past if past.ends_with("ed") || past.ends_with("ing") => past,
        _ => &verb.stem,
    }
}

/// The forms of be, have and do, and what is grown onto a pronoun of them.
fn of_person(word: &str) -> Option<&'static str> {
    Some(match word {
        "am" | "is" | "are" | "m" | "re" => "",
        "isn't" | "aren't" => "not",
        "was" | "were" => "was",
        "wasn't" | "weren't" => "was not",
        "has" | "have" | "ve" => "have",
        "hasn't" | "haven't" => "have not",
        "does" | "do" => "do",
        "doesn't" | "don't" => "do not",
        "will" | "ll" => "will",
        _ => return None,
    })
}

fn possessive(word: &str) -> Option<&'static str> {
    match word {
        "my" | "his" | "her" | "their" | "our" => Some("their"),
        "myself" | "himself" | "herself" | "themselves" => Some("themselves"),
        _ => None,
    }
}
