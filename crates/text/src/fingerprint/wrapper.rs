//! What only wraps a statement: bullets, quotation marks, tags, "Note that", "(confirmed)", a role, a date, a number, a speaker.
//!
//! What says nothing ("Note:", a bullet) counts on neither side. A date, the number of a list or footnote and a speaker tell
//! one statement from another of the same words: of two texts only one may have them.

use crate::entity::identifier;
use crate::entity::name::{Kind, Name};
use crate::lang::List;
use crate::lang::calendar::{ENGLISH, GERMAN, Named};
use crate::stance::stance;
use crate::word;

use super::code::is_unspaced;
use super::homoglyph::unmixed;
use super::markup;
use super::plain::{folded, plain};
use super::singular::is_singular;
use super::transcript;

/// A statement of fewer words is known only by what it holds.
const FEWEST: usize = 3;
/// The same, in letters of a script that has no spaces.
const FEWEST_UNSPACED: usize = 8;
/// The most wrappers of one text.
const MOST: usize = 12;
/// Longest time or speaker, in bytes.
const LONGEST: usize = 48;
/// Most words of a speaker.
const SPEAKER: usize = 4;

/// Where something was said.
const SOURCES: &[&str] = &[
    "call", "chat", "diary", "email", "e-mail", "forum", "journal", "letter", "log", "mail", "meeting",
    "minutes", "notes", "phone", "signal", "slack", "sms", "telegram", "transcript", "whatsapp", "user",
    "assistant",
];

const QUOTES: &[(char, &[char])] = &[
    ('"', &['"']),
    ('“', &['”', '“']),
    ('”', &['”']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('»', &['«']),
    ('‘', &['’']),
    ('「', &['」']),
    ('『', &['』']),
];

/// The text without its wrappers, from outermost on: first without those that say nothing, then each without a further date,
/// number or speaker. Identifiers and letters are as written, but for what only hides them. What is left says enough
/// to be known by; else the text stays whole.
#[must_use]
pub fn layers(text: &str) -> Vec<String> {
    let text = readable(text);
    let mut left = MOST;
    let whole = bare(&text, &mut left);
    if !is_telling(whole) {
        return vec![text];
    }
    let mut layers = vec![whole.to_owned()];
    let mut at = whole;
    while left > 0
        && let Some(inner) = marked(at)
    {
        left -= 1;
        at = bare(inner, &mut left);
        if !is_telling(at) {
            break;
        }
        layers.push(at.to_owned());
    }
    layers
}

/// The text without tags and references, and without letters of another script that look like its own.
fn readable(text: &str) -> String {
    let marked = markup::without(text);
    let text = plain(marked.as_deref().unwrap_or(text));
    unmixed(&text).unwrap_or(text)
}

/// Whether a statement says enough to be known by.
pub(super) fn is_telling(text: &str) -> bool {
    let unspaced = |text: &str| text.chars().filter(|&letter| is_unspaced(letter)).count() >= FEWEST_UNSPACED;
    text.split_whitespace().nth(FEWEST - 1).is_some() || unspaced(text) || is_singular(text)
}

/// The text without what says nothing.
fn bare<'t>(text: &'t str, left: &mut usize) -> &'t str {
    let mut text = text.trim();
    while *left > 0
        && let Some(inner) = bullet(text)
            .or_else(|| item(text))
            .or_else(|| note(text))
            .or_else(|| paired(text))
            .or_else(|| remark(text))
            .or_else(|| transcript::without_interjection(text, folded))
            .or_else(|| transcript::instruction(text))
    {
        *left -= 1;
        text = inner.trim();
    }
    text
}

/// Without a date, number or speaker.
fn marked(text: &str) -> Option<&str> {
    let inner = in_brackets(text, |inside| is_when(inside) || is_footnote(inside))
        .or_else(|| dated(text))
        .or_else(|| numbered(text))
        .or_else(|| quoted(text))
        .or_else(|| transcript::spoken(text, is_person))
        .or_else(|| transcript::told(text, says))?;
    Some(inner.trim()).filter(|inner| !inner.is_empty())
}

fn bullet(text: &str) -> Option<&str> {
    let marks = ['-', '*', '+', '>', '#', '•', '·', '‣', '◦', '–', '—', '|'];
    let rest = text.trim_start_matches(marks);
    let rest = (rest.len() < text.len()).then_some(rest)?;
    rest.starts_with(char::is_whitespace).then_some(rest)
}

/// "[x]", "2)", "(b)".
fn item(text: &str) -> Option<&str> {
    let open = text.starts_with(['[', '(']);
    let (head, rest) = text.get(usize::from(open)..)?.split_once([']', ')'])?;
    let closed = text.as_bytes().get(usize::from(open) + head.len());
    let roman = |head: &str| head.len() <= 4 && head.bytes().all(|byte| b"ivx".contains(&byte));
    let counts = match (open, text.starts_with('['), closed) {
        (true, true, Some(b']')) => matches!(head, "" | " " | "x" | "X"),
        (_, false, Some(b')')) => is_number(head) || is_letter(head) || !head.is_empty() && roman(head),
        _ => false,
    };
    (counts && rest.starts_with(char::is_whitespace)).then_some(rest)
}

fn is_number(text: &str) -> bool {
    (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn note(text: &str) -> Option<&str> {
    let emphasis = |mark: char| matches!(mark, '*' | '_' | '`' | '~');
    let head = &text[..text.floor_char_boundary(LONGEST)];
    let label = [":", " - ", " – ", " — "].iter().filter_map(|mark| head.find(mark)).min();
    if let Some(at) = label
        && List::Note.has(&folded(text[..at].trim_matches(|mark| emphasis(mark) || mark == ' ')))
    {
        let rest = text[at..].trim_start_matches([':', ' ', '-', '–', '—']);
        return Some(rest.trim_start_matches(emphasis));
    }
    List::NoteThat.all().iter().find_map(|opening| opened(text, head, opening))
}

/// What is behind these words.
fn opened<'t>(text: &'t str, head: &str, opening: &str) -> Option<&'t str> {
    let mut at = 0;
    for wanted in opening.split(' ') {
        let start = at + head[at..].len() - head[at..].trim_start().len();
        let word = head[start..].split_whitespace().next()?;
        at = start + word.len();
        if folded(word.trim_end_matches([',', ':'])).replace('’', "'") != wanted {
            return None;
        }
    }
    text[at..].starts_with(char::is_whitespace).then_some(&text[at..])
}

/// In quotation marks, marks of emphasis or brackets.
fn paired(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(['.', ',', ';']);
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    let inside = text.get(first.len_utf8()..text.len().checked_sub(last.len_utf8())?)?;
    let quotes = QUOTES.iter().any(|(open, close)| *open == first && close.contains(&last));
    let emphasis = first == last && matches!(first, '*' | '_' | '`' | '~');
    let brackets = matches!((first, last), ('(', ')') | ('[', ']') | ('{', '}'));
    let inmost = inside.trim_start_matches(first).trim_end_matches(last);
    let alone = !inmost.contains([first, last]) || emphasis;
    ((quotes || emphasis || brackets) && alone && !inside.is_empty()).then_some(inside)
}

/// Without "(confirmed)" at its end.
fn remark(text: &str) -> Option<&str> {
    behind(text, |inside| List::Confirmed.has(&folded(inside)))
}

/// Without brackets at its end that hold such a thing.
fn behind(text: &str, is: impl Fn(&str) -> bool) -> Option<&str> {
    let text = text.trim_end_matches(|mark: char| mark.is_whitespace() || ".,;:!?…".contains(mark));
    let close = text.chars().next_back().filter(|mark| matches!(mark, ')' | ']'))?;
    let at = text.rfind(if close == ')' { '(' } else { '[' })?;
    let inside = text[at + 1..text.len() - 1].trim();
    (at > 0 && inside.len() <= LONGEST && is(inside)).then_some(&text[..at])
}

/// Without brackets at its beginning or end that hold such a thing.
fn in_brackets(text: &str, is: impl Fn(&str) -> bool) -> Option<&str> {
    let before = || {
        let open = text.chars().next().filter(|mark| matches!(mark, '(' | '['))?;
        let at = text.find(if open == '(' { ')' } else { ']' })?;
        let inside = text[1..at].trim();
        (inside.len() <= LONGEST && is(inside))
            .then(|| text[at + 1..].trim_start_matches([':', ' ', '-', '–', '—']))
    };
    before().or_else(|| behind(text, &is))
}

/// "1", "2, 3", "^4".
fn is_footnote(inside: &str) -> bool {
    inside.trim_start_matches('^').split([',', ' ']).filter(|part| !part.is_empty()).all(is_number)
        && inside.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a text is a date or time and nothing else.
fn is_when(text: &str) -> bool {
    if text.len() > LONGEST || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let when: Vec<_> = identifier::values(text).into_iter().filter(|value| !value.is_quantity()).collect();
    let inside = |at: usize| when.iter().any(|value| value.span.contains(&at));
    let mut rest: String =
        text.char_indices().map(|(at, letter)| if inside(at) { ' ' } else { letter }).collect();
    rest.make_ascii_lowercase();
    let is_day = |word: &str| {
        ENGLISH.weekdays.iter().flat_map(Named::usual).any(|day| day == word)
            || GERMAN.weekdays.iter().any(|day| day.names[0] == word)
    };
    let around = |word: &str| word.is_empty() || List::AroundDates.has(word) || is_day(word);
    !when.is_empty() && rest.split(|letter: char| !letter.is_alphanumeric()).all(around)
}

/// Behind a date and a colon or dash, or a date in digits.
fn dated(text: &str) -> Option<&str> {
    let head = &text[..text.floor_char_boundary(LONGEST)];
    if !head.bytes().take(LONGEST).any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    for separator in [": ", " - ", " – ", " — ", " | ", "\n"] {
        if let Some((when, _)) = head.split_once(separator)
            && is_when(when)
        {
            return Some(&text[when.len() + separator.len()..]);
        }
    }
    if let Some((_, rest)) = text.split_once(' ').filter(|(when, _)| transcript::is_moment(when)) {
        return Some(rest);
    }
    let numeric = |letter: char| !letter.is_alphabetic() || matches!(letter, 'T' | 'Z');
    let mut when = None;
    for (at, _) in head.match_indices(' ').take(2) {
        let begins = text[at..]
            .trim_start()
            .starts_with(|letter: char| !letter.is_lowercase() && letter.is_alphabetic() || letter == '<');
        if begins
            && head[..at].chars().all(numeric)
            && head.starts_with(|c: char| c.is_ascii_digit())
            && is_when(&head[..at])
        {
            when = Some(&text[at..]);
        }
    }
    when
}

/// "3. ", "1.2. ": in some languages an ordinal.
fn numbered(text: &str) -> Option<&str> {
    let (number, rest) = text.split_once(char::is_whitespace)?;
    let number = number.strip_suffix('.')?;
    let whole = number.len() <= LONGEST && number.split('.').all(is_number);
    // "12. Mai".
    let dated = || {
        let head = &text[..text.floor_char_boundary(LONGEST)];
        identifier::values(head)
            .iter()
            .any(|value| value.span.start == 0 && value.span.end > number.len() + 1)
    };
    (whole && rest.trim_start().starts_with(|letter: char| !letter.is_numeric()) && !dated()).then_some(rest)
}

/// What somebody is quoted with.
fn quoted(text: &str) -> Option<&str> {
    let text = text.trim_end_matches(['.', ' ']);
    let (first, last) = (text.chars().next()?, text.chars().next_back()?);
    if let Some((_, close)) = QUOTES.iter().find(|(open, _)| *open == first) {
        let inside = &text[first.len_utf8()..];
        let at = inside.rfind(*close)?;
        let behind = inside[at..].trim_start_matches(*close);
        return is_speaker(behind).then(|| inside[..at].trim_end_matches(','));
    }
    let (open, _) = QUOTES.iter().find(|(open, close)| close.contains(&last) && text.contains(*open))?;
    let at = text.find(*open)?;
    let inside = text.get(at + open.len_utf8()..text.len() - last.len_utf8())?;
    is_speaker(&text[..at]).then_some(inside)
}

/// "Ida:", "Ida Lund:", but not "Rumour:".
fn is_person(text: &str) -> bool {
    let doubts = |word: &str| List::Rumour.has(&folded(word.trim_matches([':', ',', '*', ' '])));
    is_speaker(text) && !text.split_whitespace().any(doubts)
}

/// "said Ida".
fn says(text: &str) -> bool {
    let word = |word: &str| List::Says.has(&folded(word.trim_matches([',', '.', ' '])));
    text.split_whitespace().any(word) && is_speaker(text)
}

/// ", said Ida", "- chat", "Ida:".
fn is_speaker(text: &str) -> bool {
    if text.len() > LONGEST || stance(text).denies {
        return false;
    }
    let marks = |mark: char| mark.is_whitespace() || ",:.-–—~()[]".contains(mark);
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(marks))
        .filter(|word| !word.is_empty())
        .collect();
    let says = words.iter().any(|word| List::Says.has(&folded(word)));
    let who = |word: &&str| {
        let small = folded(word);
        let name = word.starts_with(char::is_uppercase)
            && (!word::english_word(&small) || Name::of(word).kind == Kind::Person);
        name || List::Says.has(&small)
            || says && List::Speakers.has(&small)
            || SOURCES.contains(&small.as_str())
    };
    let set_off = says || text.contains([':', '-', '–', '—', '(', '[']);
    (1..=SPEAKER).contains(&words.len()) && set_off && words.iter().all(who)
}
