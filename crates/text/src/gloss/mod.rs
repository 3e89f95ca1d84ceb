//! Glosses: for the words of a text in another language, English ones, so that a model that reads English alone can
//! tell what the text is about.
//!
//! Word by word, from small dictionaries of what people note down every day (`data/`, a file for each language, written for this
//! project), without grammar. Words that no dictionary has, names above all, are written in Latin letters.

use std::ops::Range;

use crate::dictionary::entries::Dictionary;
use crate::dictionary::language::Tongue;
use crate::dictionary::token::{Token, Writing, tokens};

use crate::entity::name;
use crate::spans::Spans;
use crate::word;

/// Longest phrase of a dictionary, in words.
const PHRASE: usize = 4;
/// From which certainty on a name is no word.
const NAME: f32 = 0.5;
/// What stands for a vowel that two words share.
const ELISIONS: [char; 2] = ['\'', '’'];

/// The English words for a text's words in other languages: where each stands, in bytes, and what it means. In order,
/// without overlaps; nothing for a text in English. What lies in `keep` (names, say) is no word: of other scripts it is
/// given in Latin letters.
#[must_use]
pub fn gloss(text: &str, keep: &[Range<usize>]) -> Vec<(Range<usize>, String)> {
    let tokens = tokens(text);
    let tongues = crate::dictionary::language::of(&tokens);
    if tongues.is_empty() && tokens.iter().all(|token| token.script == Writing::Latin) {
        return Vec::new();
    }
    let names = name::names(text)
        .into_iter()
        .filter(|name| {
            name.kind != name::Kind::NoEntity && name.kind != name::Kind::Unknown && name.sure >= NAME
        })
        .map(|name| name.span)
        .chain(keep.iter().cloned());
    let names = Spans::new(names.collect());
    let kept = |span: &Range<usize>| names.meet(span);
    let mut glosses = Vec::new();
    for script in Writing::ALL {
        let own: Vec<&Token<'_>> = tokens.iter().filter(|token| token.script == script).collect();
        let tongue = tongues.iter().find(|(of, _)| *of == script).map(|(_, tongue)| *tongue);
        let mut at = 0;
        while at < own.len() {
            at += match tongue {
                Some(tongue) => one(text, &own[at..], tongue, &kept, &mut glosses),
                None => 1,
            };
        }
    }
    in_latin_letters(text, &tokens, &mut glosses);
    glosses.sort_by_key(|(span, _)| span.start);
    glosses
}

/// A name in Latin letters; one that is written in them as it is, with its accents.
#[must_use]
pub fn latin(name: &str) -> String {
    if name.chars().any(word::is_foreign) { any_ascii::any_ascii(name) } else { name.to_owned() }
}

/// Glosses the first of these tokens, or the phrase that begins with it. Returns of how many tokens.
fn one(
    text: &str,
    tokens: &[&Token<'_>],
    tongue: &Tongue,
    kept: &dyn Fn(&Range<usize>) -> bool,
    glosses: &mut Vec<(Range<usize>, String)>,
) -> usize {
    let (token, dictionary) = (tokens[0], tongue.dictionary());
    if token.script.is_unspaced() {
        in_run(text, token, dictionary, kept, glosses);
    } else if token.in_code || kept(&token.span) {
    } else if let Some((count, english)) = phrase(tokens, dictionary, kept) {
        glosses.push((token.span.start..tokens[count - 1].span.end, english.replace('_', " ")));
        return count;
    } else if (!token.is_inner_capital() || tongue.has_capital_nouns())
        && let Some(english) = dictionary.word(token.text)
    {
        let elided = text[token.span.end..].chars().next().filter(|next| ELISIONS.contains(next));
        let end = token.span.end + elided.map_or(0, char::len_utf8);
        let space = if elided.is_some() { " " } else { "" };
        glosses.push((token.span.start..end, english.replace('_', " ") + space));
    }
    1
}

/// Gives what has no gloss, and is of another script, in Latin letters.
fn in_latin_letters(text: &str, tokens: &[Token<'_>], glosses: &mut Vec<(Range<usize>, String)>) {
    let mut latin = Vec::new();
    // They don't overlap, so that they end in the order in which they begin.
    glosses.sort_by_key(|(span, _)| span.start);
    for token in tokens.iter().filter(|token| token.script != Writing::Latin) {
        let mut start = token.span.start;
        let first = glosses.partition_point(|(span, _)| span.end <= token.span.start);
        let inside = glosses[first..].iter().take_while(|(span, _)| span.start < token.span.end);
        let mut inside: Vec<Range<usize>> = inside.map(|(span, _)| span.clone()).collect();
        inside.push(token.span.end..token.span.end);
        for span in inside {
            if start < span.start {
                let space = if token.script.is_unspaced() { " " } else { "" };
                latin.push((start..span.start, any_ascii::any_ascii(&text[start..span.start]) + space));
            }
            start = start.max(span.end);
        }
    }
    glosses.extend(latin);
}

/// The longest phrase of the dictionary that begins with the first of these tokens: of how many words, and what it means.
fn phrase(
    tokens: &[&Token<'_>],
    dictionary: &Dictionary,
    kept: &dyn Fn(&Range<usize>) -> bool,
) -> Option<(usize, &'static str)> {
    (2..=PHRASE.min(tokens.len())).rev().find_map(|count| {
        let words = &tokens[..count];
        let adjacent = words.windows(2).all(|pair| pair[1].span.start <= pair[0].span.end + 1);
        if !adjacent || words.iter().any(|word| kept(&word.span)) {
            return None;
        }
        let joined: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
        dictionary.exactly(&joined.join("_")).map(|english| (count, english))
    })
}

/// Glosses a run of a script that has no spaces: again and again the longest form that stands next.
fn in_run(
    text: &str,
    run: &Token<'_>,
    dictionary: &Dictionary,
    kept: &dyn Fn(&Range<usize>) -> bool,
    glosses: &mut Vec<(Range<usize>, String)>,
) {
    let mut at = run.span.start;
    while at < run.span.end {
        let rest = &text[at..run.span.end];
        match dictionary.longest_at(rest) {
            Some((length, english)) if !kept(&(at..at + length)) => {
                glosses.push((at..at + length, format!(" {} ", english.replace('_', " "))));
                at += length;
            }
            _ => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
}

#[cfg(test)]
mod tests;
