//! The normal form of a text: equal for texts that say the same in the same words.

use unicode_normalization::char::is_combining_mark;

use crate::{identifier, word};

use super::plain::{folded, plain};

/// The fewest content words by which a predicate is known.
const TELLING: usize = 4;
/// Words that a note leaves out.
const SMALL: [&str; 9] = ["a", "an", "the", "is", "are", "was", "were", "been", "be"];
/// The most words of a heading before a statement ("Summary of the week: ...").
const HEADING: usize = 4;

/// The text as it is compared with what was erased: identifiers in canonical form, all else folded, without punctuation
/// and spaces, in order.
#[must_use]
pub fn normal_form(text: &str) -> String {
    let text = plain(text);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for one in identifier::recognise(&text) {
        if one.span.start < at {
            continue;
        }
        words(&mut out, &text[at..one.span.start]);
        let label = one.text.starts_with(|character: char| character.is_alphabetic());
        let label = one.label.as_deref().filter(|_| label && !one.canonical.starts_with(char::is_alphabetic));
        label.into_iter().for_each(|label| push(&mut out, label));
        push(&mut out, &one.canonical);
        at = one.span.end;
    }
    words(&mut out, &text[at..]);
    out
}

/// The normal form of a statement about somebody whom it does not name ("the user", "he", "I"), without that subject: a
/// summary says "he" of whom an older text called "the user". Nothing where it says too little to be known by.
#[must_use]
pub fn predicate_form(text: &str) -> Option<String> {
    let heading = |heading: &str| heading.split_whitespace().count() <= HEADING;
    let text = text.split_once(": ").filter(|(before, _)| heading(before)).map_or(text, |(_, behind)| behind);
    let words = word::words(text);
    let folded = |at: usize| words.get(at).map_or("", |word| word.folded.as_str());
    let subject = match (folded(0), folded(1)) {
        ("the" | "this" | "our" | "my", "user") => 2,
        ("user" | "i" | "we" | "he" | "she" | "they", _) => 1,
        _ => return None,
    };
    let rest = words.get(subject..)?;
    let telling = rest.iter().filter(|word| word.content).count() >= TELLING;
    telling.then(|| format!("~{}", normal_form(&text[rest[0].span.start..])))
}

/// The normal forms of a text without articles and forms of "to be": "Our lawyer: Ms Quill" says what "Our lawyer is Ms Quill"
/// says. And, where it has a heading, with the heading behind: "Thawed twice: aliquot 42A". None where that says too little to be known
/// by.
#[must_use]
pub fn terse_forms(text: &str) -> Vec<String> {
    let content = word::words(text).into_iter().filter(|word| word.content).count();
    if content < TELLING {
        return Vec::new();
    }
    let form = |text: &str| format!("={}", normal_form(&terse(text)));
    match text.split_once(": ") {
        Some((heading, rest)) => {
            let rest = rest.trim_end_matches(['.', '!', ' ']);
            vec![form(&format!("{heading} {rest}")), form(&format!("{rest} {heading}"))]
        }
        None => vec![form(text)],
    }
}

/// A text without articles and forms of "to be".
fn terse(text: &str) -> String {
    let (mut terse, mut at) = (String::with_capacity(text.len()), 0);
    for word in word::words(text) {
        // "Plan A" is no article.
        let written = &text[word.span.clone()];
        let lower = written.starts_with(char::is_lowercase) || word.span.start == 0;
        if lower && SMALL.contains(&word.folded.as_str()) {
            terse.push_str(&text[at..word.span.start]);
            at = word.span.end;
        }
    }
    terse + &text[at..]
}

fn words(out: &mut String, text: &str) {
    let folded = folded(text);
    folded.split(|character: char| !belongs(character)).for_each(|word| push(out, word));
}

fn belongs(character: char) -> bool {
    character.is_alphanumeric() || is_combining_mark(character)
}

/// Two numbers stay two: nothing else tells where a word ends.
fn push(out: &mut String, word: &str) {
    let mut letters = word.chars().filter(|&character| belongs(character)).peekable();
    let digit = |character: Option<char>| character.is_some_and(|character| character.is_ascii_digit());
    if digit(out.chars().next_back()) && digit(letters.peek().copied()) {
        out.push(' ');
    }
    out.extend(letters.flat_map(char::to_lowercase));
}
