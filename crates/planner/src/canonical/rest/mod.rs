//! What is left of a memory that is meant: of all the ways in which it can be written without some of its statements or
//! parties, and of going whole, the one that the judge holds likeliest.

mod items;
mod loss;
mod numbers;
mod slot;
mod ways;

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause::{self, Clauses};
use nepenthe_text::word::{Word, words};

pub(super) use items::without as without_items;
pub use numbers::WAYS;
pub(super) use ways::rests;

use self::numbers::Weighing;
use super::ask::Ask;
use super::decide::mentions;
use super::judge::Judge;
use super::part::Row;
use crate::Verb;
use crate::corpus::Relevance;

/// A way in which a memory may go.
#[derive(Debug, Clone, PartialEq)]
pub struct Way {
    /// What is left of it; empty where it goes whole.
    pub rest: String,
    /// What is weighed, in the order of [`WAYS`].
    pub numbers: Vec<f32>,
}

/// Returns the best text without what is meant; `None` where the whole memory had better go.
pub(super) fn best(ask: &Ask<'_>, row: &Row, read: &Relevance, judge: &Judge) -> Option<String> {
    let ways = ways(ask, row, read).into_iter().map(|way| (judge.way(&way.numbers), way.rest));
    let (_, rest) = ways.reduce(|best, way| if way.0 > best.0 { way } else { best })?;
    // What the new statement says nothing of stays, unless other statements go too.
    if let Some(new) = ask.new
        && row.clauses.len() <= clause::split(&rest).len() + 1
        && let Some(left) = slot::without_replaced(&row.whole.standalone, new)
    {
        return Some(left);
    }
    (!rest.is_empty()).then_some(rest)
}

/// Returns all ways in which a memory may go that is meant, going whole the first.
pub(super) fn ways(ask: &Ask<'_>, row: &Row, read: &Relevance) -> Vec<Way> {
    let text = row.whole.standalone.as_str();
    let weighing = Weighing::new(ask, row, read);
    // Of what is to be forgotten with everything about it, nothing is left that mentions it.
    let named = match ask.by_identity() || ask.by_name() {
        true => named(ask, text),
        false => Vec::new(),
    };
    let orphans = clause::Orphans::new(text, &named);
    let says = has_subject(&row.clauses);
    let of_thing = |rest: &str| {
        !named.is_empty()
            && (!self::named(ask, rest).is_empty()
                || orphans.are_in(rest)
                || says && !has_subject(&clause::split(rest)))
    };
    let mut ways = vec![Way { rest: String::new(), numbers: weighing.whole() }];
    // A state without its object or place is none: "Bo moved in 2018" of "Bo moved to Oslo in 2018".
    let modifiers = true;
    let keep_the_value = without_what_is_asked(ask, text);
    let stated = stated(ask, text);
    for rest in rests(row, text, modifiers) {
        if rest == text
            || keep_the_value.contains(&rest)
            || stated.is_some() && self::stated(ask, &rest) == stated
            || of_thing(&rest)
        {
            continue;
        }
        ways.extend(weighing.of(&rest).map(|numbers| Way { rest, numbers }));
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
fn stated(ask: &Ask<'_>, text: &str) -> Option<(usize, usize)> {
    if !ask.is_statement() || ask.verb == Verb::Supersede {
        return None;
    }
    let own = words(text);
    let count = |of: &BTreeSet<String>| own.iter().filter(|word| of.contains(&word.stem)).count();
    Some((count(&ask.stems), count(&ask.of_names))).filter(|(words, _)| *words > 0)
}

/// The ways to write an old state that keep its value, and lose no more than words of the request: "Gate code is 5519" of "Gate code for the
/// yard is 5519", where the yard's gate code is new.
fn without_what_is_asked(ask: &Ask<'_>, text: &str) -> Vec<String> {
    if ask.verb != Verb::Supersede {
        return Vec::new();
    }
    let own: Vec<Word> = words(text).into_iter().filter(|word| word.content).collect();
    let asked = |word: &&Word| ask.own_words.iter().any(|asked| asked.stem == word.stem);
    let loses_no_more = |rest: &String| {
        let left: BTreeSet<String> = words(rest).into_iter().map(|word| word.stem).collect();
        let mut lost = own.iter().filter(|word| !left.contains(&word.stem)).peekable();
        lost.peek().is_some() && lost.all(|word| asked(&word))
    };
    clause::shorter(text).into_iter().filter(loses_no_more).collect()
}

/// Where a text mentions what was asked for; "the Roe grandmother" is not Sam Roe.
fn named(ask: &Ask<'_>, text: &str) -> Vec<Range<usize>> {
    let whole = ask.names.first().filter(|_| ask.wanted_names == 1).map_or(0, |name| name.words.len());
    let family = |span: &Range<usize>| {
        let before = text[..span.start].trim_end().rsplit(char::is_whitespace).next().unwrap_or("");
        let behind = text[span.end..].strip_prefix(' ');
        whole > 1
            && !text[span.clone()].contains(char::is_whitespace)
            && before.eq_ignore_ascii_case("the")
            && behind.is_some_and(|behind| behind.starts_with(char::is_lowercase))
    };
    let mut spans = mentions(ask, text);
    spans.retain(|span| !family(span));
    spans
}
