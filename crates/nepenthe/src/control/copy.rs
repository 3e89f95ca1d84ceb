//! Whether a text repeats another: holds it as a statement of its own, or says nothing but what the other says.
//!
//! What repeats an erased memory is erased with it, so nothing may count as a repetition that says something else: another name,
//! number, sign or denial tells.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause;
use nepenthe_text::identifier::{self, Identifier};
use nepenthe_text::identity;
use nepenthe_text::stance;
use nepenthe_text::word::words;

/// Texts of fewer words than this are too common to be looked for inside others.
const FEWEST_WORDS: usize = 3;

/// The share of the words of a text from which another that has no others says the same.
const SAME: f64 = 0.75;

/// How a text repeats another.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Copy {
    /// It is the same text, but for what only wraps one of them.
    Whole,
    /// It has the other as a statement; what is left without it, if that says something.
    Within(Option<String>),
    /// It says the same of the same identifiers, or less.
    Reworded,
}

/// Tells how `text` repeats `gone`; `None` where it doesn't.
pub(super) fn copy(text: &str, gone: &str) -> Option<Copy> {
    if repeats(text, gone) {
        return Some(Copy::Whole);
    }
    if let Some(span) = within(text, gone) {
        return Some(Copy::Within(cut(text, span)));
    }
    let clauses = clause::split(text);
    let said = clauses.iter().enumerate();
    let again: Vec<usize> = said
        .filter(|(_, clause)| repeats(&text[clause.span.clone()], gone))
        .map(|(index, _)| index)
        .collect();
    if !again.is_empty()
        && again.len() < clauses.len()
        && let Some(rest) = clauses.without(&again)
    {
        return Some(Copy::Within(Some(rest).filter(|rest| tokens(rest).len() >= FEWEST_WORDS)));
    }
    let layers = identity::layers(text);
    layers.iter().any(|layer| says_no_more(layer, gone)).then_some(Copy::Reworded)
}

/// Tells whether a text is another, wrapped or not, or has it as a statement.
pub(super) fn holds(text: &str, gone: &str) -> bool {
    repeats(text, gone) || within(text, gone).is_some()
}

/// Tells whether a text has the words of another one after the other, whatever it says with them.
pub(super) fn quotes(text: &str, gone: &str) -> bool {
    let (text, gone) = (identity::layers(text), identity::layers(gone));
    let (there, wanted) = (tokens(&text[0]), tokens(&gone[gone.len() - 1]));
    wanted.len() >= FEWEST_WORDS && !runs(&there, &wanted).is_empty()
}

/// Tells whether a text is another, but for what only wraps one of them.
fn repeats(text: &str, gone: &str) -> bool {
    if is_same(text, gone) {
        return true;
    }
    let (text, gone) = (identity::layers(text), identity::layers(gone));
    text.iter().any(|layer| is_same(layer, &gone[0])) || gone.iter().any(|layer| is_same(layer, &text[0]))
}

fn is_same(text: &str, gone: &str) -> bool {
    let gone = tokens(gone);
    !gone.is_empty() && tokens(text).iter().map(|(word, _)| word).eq(gone.iter().map(|(word, _)| word))
}

/// The words of a text with where they stand, in small letters, without the marks around them. Signs inside a word, or that belong to
/// one, tell it from others: "C++", "-40", "1:5".
fn tokens(text: &str) -> Vec<(String, Range<usize>)> {
    let breaks = |c: char| {
        c.is_whitespace() || matches!(c, '，' | '。' | '、' | '；' | '：' | '！' | '？' | '—' | '–')
    };
    let mut tokens = Vec::new();
    let mut at = 0;
    for piece in text.split(breaks) {
        let before = piece.trim_start_matches(opens);
        let start = at + piece.len() - before.len();
        let word = before.trim_end_matches(closes);
        push(&mut tokens, word, start);
        at += piece.len();
        at += text[at..].chars().next().map_or(0, char::len_utf8);
    }
    tokens
}

/// Adds a piece without spaces; a hyphen between letters is none of its own.
fn push(tokens: &mut Vec<(String, Range<usize>)>, word: &str, start: usize) {
    let plain = word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
    let mut at = start;
    for piece in word.split(|c: char| plain && c == '-') {
        if piece.chars().any(char::is_alphanumeric) {
            tokens.push((piece.to_lowercase(), at..at + piece.len()));
        }
        at += piece.len() + 1;
    }
}

fn opens(c: char) -> bool {
    matches!(c, '(' | '[' | '"' | '\'' | '“' | '„' | '«' | '»' | '‘' | '*' | '•' | '_' | '「' | '『')
}

fn closes(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | '…'
            | ')'
            | ']'
            | '"'
            | '\''
            | '”'
            | '“'
            | '»'
            | '«'
            | '’'
            | '*'
            | '_'
            | '」'
            | '』'
    )
}

/// Where a text has the words of another one after the other, as a statement of its own.
fn within(text: &str, gone: &str) -> Option<Range<usize>> {
    let (there, wanted) = (tokens(text), tokens(gone));
    if wanted.len() < FEWEST_WORDS {
        return None;
    }
    runs(&there, &wanted).into_iter().find(|span| stands_alone(text, span))
}

/// Where words stand one after the other.
fn runs(there: &[(String, Range<usize>)], wanted: &[(String, Range<usize>)]) -> Vec<Range<usize>> {
    let spans = there.windows(wanted.len()).filter_map(|window| {
        let same = window.iter().map(|(word, _)| word).eq(wanted.iter().map(|(word, _)| word));
        same.then(|| window[0].1.start..window[window.len() - 1].1.end)
    });
    spans.collect()
}

/// Tells whether what stands in a place begins and ends where statements do.
fn stands_alone(text: &str, span: &Range<usize>) -> bool {
    let mark =
        |c: char| matches!(c, '.' | '!' | '?' | ';' | '\n' | '。' | '！' | '？' | '；' | '—' | '–' | '|');
    let before = text[..span.start].trim_end_matches(|c: char| c == ' ' || opens(c));
    let begins = before.chars().next_back().is_none_or(|c| mark(c) || matches!(c, ':' | '：' | '-'));
    let after = text[span.end..]
        .trim_start_matches(|c: char| c == ' ' || closes(c) && !mark(c) && !matches!(c, ',' | ':'));
    begins && after.chars().next().is_none_or(mark)
}

/// The text without a statement; `None` where hardly anything is left.
fn cut(text: &str, span: Range<usize>) -> Option<String> {
    let clauses = clause::split(text);
    let gone = clauses.at(span.clone());
    let count = |text: &str| tokens(text).len();
    let own = gone.iter().filter_map(|index| clauses.get(*index)).all(|clause| {
        let outside = |part: &str| count(part) < FEWEST_WORDS;
        outside(&text[clause.span.start.min(span.start)..span.start])
            && outside(&text[span.end..clause.span.end.max(span.end)])
    });
    if own
        && gone.len() < clauses.len()
        && let Some(rest) = clauses.without(&gone)
    {
        return (count(&rest) >= FEWEST_WORDS).then_some(rest);
    }
    let loose = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–' | '—');
    let before = text[..span.start].trim_end_matches(|c: char| loose(c) || opens(c));
    let after = text[span.end..].trim_start_matches(|c: char| loose(c) || closes(c));
    let rest = format!("{before} {after}");
    let rest = rest.trim();
    (count(rest) >= FEWEST_WORDS).then(|| rest.to_owned())
}

/// Tells whether a text with the same identifiers as another says the same or less, in whatever order: it has no word of
/// its own, and all the numbers.
fn says_no_more(text: &str, gone: &str) -> bool {
    let (here, there) = (identifier::recognise(text), identifier::recognise(gone));
    if !same_identifiers(&here, &there) {
        return false;
    }
    let (own, wanted) = (own_words(text, &here), own_words(gone, &there));
    let numbers = |stems: &BTreeSet<String>| -> Vec<String> {
        stems.iter().filter(|stem| stem.chars().any(char::is_numeric)).cloned().collect()
    };
    #[expect(clippy::cast_precision_loss, reason = "a share of a few words")]
    let share = own.len() as f64 / wanted.len().max(1) as f64;
    own.is_subset(&wanted)
        && share >= SAME
        && numbers(&own) == numbers(&wanted)
        && stance::stance(text).denies == stance::stance(gone).denies
}

/// The stems of the content words and numbers outside identifiers.
fn own_words(text: &str, identifiers: &[Identifier]) -> BTreeSet<String> {
    let outside = |span: &Range<usize>| {
        !identifiers.iter().any(|one| span.start < one.span.end && one.span.start < span.end)
    };
    let number = |stem: &str| stem.chars().any(char::is_numeric);
    let own =
        words(text).into_iter().filter(|word| (word.content || number(&word.stem)) && outside(&word.span));
    own.map(|word| word.stem).collect()
}

fn same_identifiers(one: &[Identifier], other: &[Identifier]) -> bool {
    let covers = |some: &[Identifier], all: &[Identifier]| {
        some.iter().all(|one| all.iter().any(|other| identifier::same(one, other)))
    };
    !one.is_empty() && covers(one, other) && covers(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_statement_is_cut_out_of_what_stands_around_it() {
        let within = |rest: &str| Some(Copy::Within(Some(rest.to_owned())));
        for (text, expected) in [
            (
                "Monday: the safe opens with 4471. The roof leaks above bay three.",
                within("The roof leaks above bay three."),
            ),
            ("Minutes of May. Zoe said: the safe opens with 4471", within("Minutes of May. Zoe said")),
            (
                "The roof leaks above bay three; the safe opens with 4471.",
                within("The roof leaks above bay three."),
            ),
            ("Note: the safe opens with 4471!", Some(Copy::Whole)),
            ("[2024-01-01] The safe opens with 4471.", Some(Copy::Whole)),
            ("<li>The safe opens with 4471</li>", Some(Copy::Whole)),
            ("“The safe opens with 4471”, said Ida.", Some(Copy::Whole)),
            (
                "The roof leaks above bay three. [2024-01-01] The safe opens with 4471 (confirmed).",
                within("The roof leaks above bay three."),
            ),
            ("THE SAFE  opens with \"4471\"", Some(Copy::Whole)),
            ("The safe opens with 44712.", None),
            ("The safe opens with 4471-B since May.", None),
            ("It isn't true that the safe opens with 4471.", None),
            ("The safe opens with 4471 (not confirmed).", None),
            ("Bo asked whether the safe opens with 4471 or 4472.", None),
            ("The safe opens with 4471, 4472 and 4473 in turn.", None),
        ] {
            assert_eq!(copy(text, "The safe opens with 4471."), expected, "{text}");
        }
    }

    #[test]
    fn who_says_no_more_with_the_same_identifiers_repeats() {
        for (text, gone) in [
            ("due: invoice 4471-22", "Invoice 4471-22 is due."),
            ("Ring Noor on 0664 555 0115, the plumber.", "Ring the plumber, Noor: +43 664 5550115"),
        ] {
            assert_eq!(copy(text, gone), Some(Copy::Reworded), "{text}");
        }
    }

    #[test]
    fn who_denies_or_doubts_it_quotes_it() {
        let gone = "The safe opens with 4471.";
        for (text, expected) in [
            ("It isn't true that the safe opens with 4471.", true),
            ("The safe opens with 4471 (not confirmed).", true),
            ("Ida denies that the safe opens with&nbsp;4471.", true),
            ("Ida denies that the safe opens with 44712.", false),
        ] {
            assert_eq!(quotes(text, gone), expected, "{text}");
        }
    }

    #[test]
    fn another_name_number_sign_or_denial_is_no_repetition() {
        for (text, gone) in [
            ("due: invoice 4471-23", "Invoice 4471-22 is due."),
            (
                "Bert has a key to room 314 at the town hall annex.",
                "Anna has a key to room 314 at the town hall annex.",
            ),
            ("Dad: dentist 3 May 2024 at 10:30", "Mum: dentist 3 May 2024 at 10:30"),
            (
                "Invoice 2024-117 was not paid by Vera on 3 May 2024.",
                "Invoice 2024-117 was paid by Vera on 3 May 2024.",
            ),
            (
                "Invoice 2024-117 was disputed by Vera on 3 May 2024.",
                "Invoice 2024-117 was paid by Vera on 3 May 2024.",
            ),
            (
                "Backup 13 of host 10.0.0.5 ran fine last night.",
                "Backup 12 of host 10.0.0.5 ran fine last night.",
            ),
            ("Ann likes C#.", "Ann likes C++."),
            ("Ann likes C.", "Ann likes C++."),
            ("The balance is 40.", "The balance is -40."),
            ("Margin is 1:5", "Margin is 1.5"),
            ("jo@marsh-example", "jo@marsh.example."),
            ("Ida likes tea towels from Bath and buys many.", "Ida likes tea."),
            ("I do not think that Ida likes tea any more.", "Ida likes tea."),
            ("The door is open on Mondays only and Ida keeps the key.", "The door is open."),
            ("Nora Quist owes 40.50 to the bank in Graz.", "Nora Quist owes 40"),
            ("The roof leaks.", ""),
        ] {
            assert_eq!(copy(text, gone), None, "{text}");
        }
    }
}
