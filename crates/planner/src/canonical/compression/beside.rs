//! Who is spoken of beside the one whose everything goes: "Ella Dorn borrowed a drill from Finn Moss" keeps what it says of
//! Ella Dorn.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause;
use nepenthe_text::entity::name::{self, Kind};
use nepenthe_text::word::words;

use super::deletion_candidates::deletion_candidates;
use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::Scorer;
use crate::canonical::span::overlap;

/// How likely a rest that keeps somebody else must be, beside going whole, to be kept.
const KEPT: f64 = 0.25;
/// How sure a plan is, at most, of what it keeps of somebody else.
const SURE: f64 = 0.9;
/// How sure it is, at least, that a memory goes whole which nothing better is left of.
const UNSURE: f64 = 0.5;
/// From which certainty on a name is a person's.
const PERSON: f32 = 0.5;

/// What becomes of a memory that names somebody else too.
pub(in crate::canonical) struct Beside {
    /// What is left of it; none where it goes whole.
    pub rest: Option<String>,
    /// How sure that is, 0 to 1.
    pub certainty: f64,
}

impl Beside {
    /// Whether it raises no doubt of the plan.
    pub(in crate::canonical) fn is_sure(&self) -> bool {
        self.certainty > SURE
    }
}

/// Weighs what a memory says of somebody else, where everything about one person is erased; `None` where it names nobody
/// else, or no model has read it. Of a release [`super::left`] weighs every rest anyway.
pub(in crate::canonical) fn beside(query: &Query<'_>, row: &Row, scorer: &Scorer) -> Option<Beside> {
    let read = row.read.as_ref().filter(|_| query.by_name() && query.verb == Verb::Purge)?;
    let text = row.whole.said.text();
    let others: Vec<&str> = others(query, text).into_iter().map(|span| &text[span]).collect();
    if others.is_empty() {
        return None;
    }
    let ways = deletion_candidates(query, row, read).into_iter();
    let (whole, kept): (Vec<_>, Vec<_>) =
        ways.map(|way| (scorer.deletion(&way.numbers), way.rest)).partition(|(_, rest)| rest.is_empty());
    let likeliest =
        kept.into_iter().filter(|(_, rest)| is_of(&others, rest)).max_by(|a, b| a.0.total_cmp(&b.0));
    // What stands in brackets can always go.
    let bracketed = || query.mentions(text).iter().all(|own| is_bracketed(text, own));
    Some(match likeliest {
        Some((likely, rest)) if likely >= KEPT || bracketed() => Beside { rest: Some(rest), certainty: SURE },
        _ => {
            let whole = whole.first().map_or(0.0, |(likely, _)| *likely);
            // What is said of both, or by somebody else, may be kept of the other.
            let of_both = is_of(&others, text) || are_joined(query, text, &others);
            let most = if of_both { SURE } else { 1.0 };
            Beside { rest: None, certainty: whole.clamp(UNSURE, most) }
        }
    })
}

/// Where a text names a person who is another.
fn others(query: &Query<'_>, text: &str) -> Vec<Range<usize>> {
    let own = query.mentions(text);
    let own_words: BTreeSet<String> = query.names.iter().flat_map(|name| folded(&name.text)).collect();
    let names = name::names(text).into_iter();
    let others = names.filter(|other| {
        // Most names of two words that no list has are persons'.
        (other.kind == Kind::Person || other.kind == Kind::Unknown && other.words.len() > 1)
            && other.sure > PERSON
            && !own.iter().any(|span| overlap(span, &other.span))
            && folded(&other.text).iter().all(|word| !own_words.contains(word))
    });
    others.map(|other| other.span).collect()
}

/// Whether nothing but "and" stands between the one asked about and another: "Ida Lund et Rolf Beck partagent un bureau".
fn are_joined(query: &Query<'_>, text: &str, others: &[&str]) -> bool {
    const AND: &[&str] = &["and", "und", "et", "y", "e", "en", "&"];
    let own = query.mentions(text);
    others.iter().filter_map(|other| text.find(other).map(|at| at..at + other.len())).any(|other| {
        own.iter().any(|own| {
            let between = text.get(own.end..other.start).or_else(|| text.get(other.end..own.start));
            between.is_some_and(|between| AND.contains(&between.trim()))
        })
    })
}

fn is_bracketed(text: &str, span: &Range<usize>) -> bool {
    let opened = text[..span.start].rfind(['(', ')']).is_some_and(|at| text[at..].starts_with('('));
    opened && text[span.end..].find(['(', ')']).is_some_and(|at| text[span.end + at..].starts_with(')'))
}

fn folded(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

/// Whether a statement of the text has one of them for its subject.
fn is_of(others: &[&str], text: &str) -> bool {
    let clauses = clause::split(text);
    clauses.iter().any(|clause| {
        let subject = clause.subject.clone().map_or("", |span| &text[span]);
        others.iter().any(|other| subject.contains(other))
    })
}
