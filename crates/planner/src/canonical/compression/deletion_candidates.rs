//! [`DeletionCandidate`]: a way in which a memory may go that is meant.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause::{self, Clauses};
use nepenthe_text::word::{Word, words};

use super::features::Weighing;
use super::rests::rests;
use crate::Verb;
use crate::canonical::credential::Together;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::corpus::Relevance;

/// A way in which a memory may go.
#[derive(Debug, Clone, PartialEq)]
pub struct DeletionCandidate {
    /// What is left of it; empty where it goes whole.
    pub rest: String,
    /// What is weighed, in the order of [`DELETION_FEATURES`].
    pub numbers: Vec<f32>,
}

/// Returns all ways in which a memory may go that is meant, going whole the first.
pub(in crate::canonical) fn deletion_candidates(
    query: &Query<'_>,
    row: &Row,
    read: &Relevance,
) -> Vec<DeletionCandidate> {
    let text = row.whole.said.text();
    let weighing = Weighing::new(query, row, read);
    // Of what is to be forgotten with everything about it, nothing is left that mentions it.
    let named = match query.by_identity() || query.by_name() {
        true => named(query, text),
        false => Vec::new(),
    };
    let orphans = clause::Orphans::new(text, &named);
    let says = has_subject(row.text.clauses());
    let of_thing = |rest: &str| {
        !named.is_empty()
            && (!self::named(query, rest).is_empty()
                || orphans.are_in(rest)
                || says && !has_subject(&clause::split(rest)))
    };
    let mut ways = vec![DeletionCandidate { rest: String::new(), numbers: weighing.whole() }];
    // A state without its object or place is none: "Bo moved in 2018" of "Bo moved to Oslo in 2018".
    let modifiers = true;
    let keep_the_value = without_what_is_asked(query, text);
    let stated = stated(query, text);
    // What a new statement replaces may go by halves.
    let together = (query.verb != Verb::Supersede).then(|| Together::of(query, text));
    for rest in rests(row, text, modifiers) {
        if rest == text
            || keep_the_value.contains(&rest)
            || stated.is_some() && self::stated(query, &rest) == stated
            || of_thing(&rest)
            || together.as_ref().is_some_and(|together| together.are_parted(&rest))
        {
            continue;
        }
        ways.extend(weighing.of(&rest).map(|numbers| DeletionCandidate { rest, numbers }));
    }
    ways
}

/// Whether a text says something of somebody: "Toolchain 1.79." of "The user likes Rust, toolchain 1.79." doesn't.
fn has_subject(clauses: &Clauses) -> bool {
    clauses.iter().any(|clause| clause.subject.is_some())
}

/// How many words of a statement that is to go a text has, and of its names; `None` where it has none of those words, or no statement is to
/// go. A rest with as many as the memory still states it: "The Roes want no visits" of "The Roes want no visits while Ada is ill", where it
/// goes that they want none.
fn stated(query: &Query<'_>, text: &str) -> Option<(usize, usize)> {
    if !query.is_statement() || query.verb == Verb::Supersede {
        return None;
    }
    let own = words(text);
    let count = |of: &BTreeSet<String>| own.iter().filter(|word| of.contains(&word.stem)).count();
    Some((count(&query.stems), count(&query.of_names))).filter(|(words, _)| *words > 0)
}

/// The ways to write an old state that keep its value, and lose no more than words of the request: "Gate code is 5519" of "Gate code for the
/// yard is 5519", where the yard's gate code is new.
fn without_what_is_asked(query: &Query<'_>, text: &str) -> Vec<String> {
    if query.verb != Verb::Supersede {
        return Vec::new();
    }
    let own: Vec<Word> = words(text).into_iter().filter(|word| word.content).collect();
    let asked = |word: &&Word| query.own_words.iter().any(|asked| asked.stem == word.stem);
    let loses_no_more = |rest: &String| {
        let left: BTreeSet<String> = words(rest).into_iter().map(|word| word.stem).collect();
        let mut lost = own.iter().filter(|word| !left.contains(&word.stem)).peekable();
        lost.peek().is_some() && lost.all(|word| asked(&word))
    };
    clause::shorter(text).into_iter().filter(loses_no_more).collect()
}

/// Where a text mentions what was asked for; "the Roe grandmother" is not Sam Roe.
fn named(query: &Query<'_>, text: &str) -> Vec<Range<usize>> {
    let whole = query.names.first().filter(|_| query.wanted_names == 1).map_or(0, |name| name.words.len());
    let family = |span: &Range<usize>| {
        let before = text[..span.start].trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
        let behind = text[span.end..].strip_prefix(' ');
        whole > 1
            && !text[span.clone()].contains(char::is_whitespace)
            && before.eq_ignore_ascii_case("the")
            && behind.is_some_and(|behind| behind.starts_with(char::is_lowercase))
    };
    let mut spans = query.mentions(text);
    spans.retain(|span| !family(span));
    spans
}
