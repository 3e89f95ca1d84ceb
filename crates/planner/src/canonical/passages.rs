//! A memory that is about as long as the relevance model reads, or longer, is weighed passage by passage, each as a memory of its own; what goes of it is what
//! goes of its passages.

use std::ops::Range;

use nepenthe_text::clause;

use super::ask::Ask;
use super::decide::{self, MEANT};
use super::judge::Judge;
use super::part::Row;
use crate::corpus::Excerpt;
use crate::{Candidate, Verb};

/// From how many words on a memory is weighed so: of 64 tokens, which are read, prose has some 48.
const LONG: usize = 40;
/// How many words a passage has, where it goes on about the same and where not. The model is surest of a sentence or two: of the 80 cases of
/// `training/held/long.jsonl` 30 pass so, 19 with passages as long as can be read.
const LONGEST: usize = 30;
const MOST: usize = 15;
/// Within how many bytes of its beginning a text has the identifier that all of it is about.
const OPENING: usize = 40;

/// Puts the passages of long candidates in their place; returns those candidates too, in order. A restore brings back memories whole.
pub(super) fn apart(ask: &Ask<'_>, candidates: Vec<Candidate>) -> (Vec<Candidate>, Vec<Candidate>) {
    let (mut all, mut long) = (Vec::with_capacity(candidates.len()), Vec::new());
    for candidate in candidates {
        let passages = passages_of(ask, &candidate);
        if passages.len() < 2 && candidate.excerpt.is_none() {
            all.push(candidate);
            continue;
        }
        all.extend(passages.into_iter().map(|text| candidate.saying(text)));
        long.push(candidate);
    }
    (all, long)
}

/// The passages of a candidate; fewer than two where it is weighed as one.
fn passages_of(ask: &Ask<'_>, candidate: &Candidate) -> Vec<String> {
    let text = &candidate.hit.memory.text;
    if let Some(excerpt) = &candidate.excerpt {
        return passages_of_excerpt(ask, text, excerpt);
    }
    if ask.verb == Verb::Restore || text.split_whitespace().nth(LONG).is_none() {
        return Vec::new();
    }
    let text = &clause::unwrapped(text);
    if is_about(ask, text) {
        return Vec::new();
    }
    // By identity goes what is said in one breath with it, and no more.
    let most = if ask.by_identity() { 0 } else { MOST };
    let spans = uncut(clause::passages(text, most, LONGEST), &decide::mentions(ask, text));
    spans.into_iter().map(|span| text[span].trim_end().to_owned()).collect()
}

/// The passages of what is read of a long memory, page by page: a page is one at least.
fn passages_of_excerpt(ask: &Ask<'_>, text: &str, excerpt: &Excerpt) -> Vec<String> {
    let most = if ask.by_identity() { 0 } else { MOST };
    let (mut passages, mut at) = (Vec::new(), 0);
    for length in excerpt.pages.iter().map(Range::len) {
        let page = &clause::unwrapped(&text[at..at + length]);
        at += length;
        let spans = uncut(clause::passages(page, most, LONGEST), &decide::mentions(ask, page));
        let whole = spans.is_empty().then_some(0..page.len());
        passages.extend(spans.into_iter().chain(whole).map(|span| page[span].trim_end().to_owned()));
    }
    if passages.iter().any(|passage| !passage.is_empty()) {
        passages.retain(|passage| !passage.is_empty());
    }
    passages
}

/// Puts passages together that a line break parts in the middle of what is asked for: "020 7946\n0018".
fn uncut(spans: Vec<Range<usize>>, mentions: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut whole: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        let cut = mentions.iter().any(|mention| mention.start < span.start && span.start < mention.end);
        match whole.last_mut().filter(|_| cut) {
            Some(last) => last.end = span.end,
            None => whole.push(span),
        }
    }
    whole
}

/// "Order 48213: ...": who asks for an identifier with which a text opens means all of it, but what is plainly of another (`decide::left`).
fn is_about(ask: &Ask<'_>, text: &str) -> bool {
    ask.by_identity() && ask.identified(text).any(|found| found.span.start < OPENING)
}

/// Puts the rows of passages together to rows of the long memories that they are of, which stand in the order of the rows.
pub(super) fn together(rows: Vec<Row>, long: Vec<Candidate>) -> Vec<Row> {
    let mut long = long.into_iter().peekable();
    let mut rows = rows.into_iter().peekable();
    let mut whole = Vec::with_capacity(rows.len());
    while let Some(row) = rows.next() {
        let id = row.candidate.hit.memory.id;
        let Some(candidate) = long.next_if(|candidate| candidate.hit.memory.id == id) else {
            whole.push(row);
            continue;
        };
        let mut passages = vec![row];
        while let Some(row) = rows.next_if(|row| row.candidate.hit.memory.id == id) {
            passages.push(row);
        }
        whole.push(Row::of_passages(candidate, passages));
    }
    whole
}

impl Row {
    fn of_passages(candidate: Candidate, passages: Vec<Row>) -> Self {
        let first = &passages[0];
        let mut row = Row {
            candidate,
            clauses: first.clauses.clone(),
            whole: first.whole.clone(),
            parts: Vec::new(),
            vector: first.vector.clone(),
            read: first.read.clone(),
            neighbours: Vec::new(),
            quoted: None,
            kept: None,
            rest: None,
            passages,
        };
        row.settle();
        row
    }

    /// Changes each passage by that of the same memory, weighed for another request; the memory itself where it was weighed as one.
    pub(super) fn each_with(&mut self, other: &Self, change: &impl Fn(&mut Self, &Self)) {
        if self.passages.is_empty() || other.passages.len() != self.passages.len() {
            return change(self, other);
        }
        self.passages.iter_mut().zip(&other.passages).for_each(|(own, other)| change(own, other));
        self.settle();
    }

    /// Changes each passage; the memory itself where it was weighed as one.
    pub(super) fn each(&mut self, change: &impl Fn(&mut Self)) {
        if self.passages.is_empty() {
            return change(self);
        }
        self.passages.iter_mut().for_each(change);
        self.settle();
    }

    /// A memory is as likely as its likeliest passage; it stays where all that could go is to stay.
    fn settle(&mut self) {
        let Some(best) = likeliest(&self.passages) else { return };
        let first = self.passages.iter().map(|passage| passage.whole.first).fold(0.0, f32::max);
        let best = &self.passages[best];
        self.whole = best.whole.clone();
        self.whole.first = first;
        self.kept.clone_from(&best.kept);
    }
}

/// The likeliest passage of those that aren't to stay, the first of several.
fn likeliest(passages: &[Row]) -> Option<usize> {
    (0..passages.len()).rev().max_by(|&a, &b| {
        let (one, other) = (&passages[a], &passages[b]);
        let free = one.kept.is_none().cmp(&other.kept.is_none());
        free.then(one.whole.probability.total_cmp(&other.whole.probability))
    })
}

/// What is left of a memory without what is meant of its passages; `None` where nothing is.
pub(super) fn left(ask: &Ask<'_>, row: &Row, judge: &Judge) -> Option<String> {
    let best = likeliest(&row.passages)?;
    let text = row.candidate.hit.memory.text.as_str();
    let unwrapped = clause::unwrapped(text);
    let mut unread =
        row.candidate.excerpt.as_ref().map(Excerpt::gaps).unwrap_or_default().into_iter().peekable();
    let (mut rest, mut at) = (String::with_capacity(row.candidate.whole().len()), 0);
    for (place, passage) in row.passages.iter().enumerate() {
        let own = passage.candidate.hit.memory.text.as_str();
        while let Some((_, gap)) = unread.next_if(|(before, _)| *before <= at) {
            rest.push_str(gap);
        }
        // Between two passages there is nothing but space.
        let end = at + own.len();
        let next = row.passages.get(place + 1).map_or("", |next| &next.candidate.hit.memory.text);
        let space = unwrapped[end..].find(next).unwrap_or_default();
        let meant = passage.kept.is_none() && (passage.whole.probability >= MEANT || place == best);
        let left = if meant { decide::left(ask, passage, judge) } else { Some(text[at..end].to_owned()) };
        if let Some(left) = left {
            rest.push_str(&left);
            rest.push_str(&text[end..end + space]);
        }
        at = end + space;
    }
    unread.for_each(|(_, gap)| rest.push_str(gap));
    let rest = rest.trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}
