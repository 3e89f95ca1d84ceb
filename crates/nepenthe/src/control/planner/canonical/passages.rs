//! A memory that is about as long as the relevance model reads, or longer, is weighed passage by passage, each as a memory of its own; what goes of it is what
//! goes of its passages.

use std::ops::Range;

use nepenthe_text::clause;
use nepenthe_text::identifier;

use super::ask::Ask;
use super::decide::{self, MEANT};
use super::judge::Judge;
use super::part::Row;
use crate::control::{Candidate, Verb};

/// From how many words on a memory is weighed so: of 64 tokens, which are read, prose has some 48.
const LONG: usize = 40;
/// How many words a passage has, where it goes on about the same and where not. The model is surest of a sentence or two: of the 80 cases of
/// `planner/held/long.jsonl` 30 pass so, 19 with passages as long as can be read.
const LONGEST: usize = 30;
const MOST: usize = 15;
/// Within how many bytes of its beginning a text has the identifier that all of it is about.
const OPENING: usize = 40;

/// Returns the candidates with the passages of long ones in their place. A restore brings back memories whole.
pub(super) fn apart(ask: &Ask<'_>, candidates: &[Candidate]) -> Vec<Candidate> {
    let apart = |candidate: &Candidate| {
        let text = &clause::unwrapped(&candidate.hit.memory.text);
        // By identity goes what is said in one breath with it, and no more.
        let most = if ask.by_identity() { 0 } else { MOST };
        let is_one =
            ask.verb == Verb::Restore || text.split_whitespace().nth(LONG).is_none() || is_about(ask, text);
        let spans = if is_one { Vec::new() } else { clause::passages(text, most, LONGEST) };
        let spans = uncut(spans, &decide::mentions(ask, text));
        let passage = |span: Range<usize>| {
            let mut passage = candidate.clone();
            passage.hit.memory.text = text[span].trim_end().to_owned();
            passage
        };
        if spans.len() < 2 { vec![candidate.clone()] } else { spans.into_iter().map(passage).collect() }
    };
    candidates.iter().flat_map(apart).collect()
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
    let opens = |wanted| identifier::find(wanted, text).iter().any(|found| found.span.start < OPENING);
    ask.by_identity() && ask.identifiers.iter().any(opens)
}

/// Puts the rows of passages, in the order of these candidates, together to rows of memories.
pub(super) fn together(rows: Vec<Row>, candidates: Vec<Candidate>) -> Vec<Row> {
    let mut rows = rows.into_iter().peekable();
    let mut whole = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let id = candidate.hit.memory.id;
        let mut own = Vec::new();
        while let Some(row) = rows.next_if(|row| row.candidate.hit.memory.id == id) {
            own.push(row);
        }
        whole.extend(match own.len() {
            0 | 1 => own.pop(),
            _ => Some(Row::of_passages(candidate, own)),
        });
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
    let order = |place: &usize| {
        let passage = &passages[*place];
        (passage.kept.is_none(), passage.whole.probability)
    };
    (0..passages.len()).rev().max_by(|a, b| {
        let ((free, one), (other_free, other)) = (order(a), order(b));
        free.cmp(&other_free).then(one.total_cmp(&other))
    })
}

/// What is left of a memory without what is meant of its passages; `None` where nothing is.
pub(super) fn left(ask: &Ask<'_>, row: &Row, judge: &Judge) -> Option<String> {
    let best = likeliest(&row.passages)?;
    let text = row.candidate.hit.memory.text.as_str();
    let unwrapped = clause::unwrapped(text);
    let (mut rest, mut at) = (String::with_capacity(text.len()), 0);
    for (place, passage) in row.passages.iter().enumerate() {
        let own = passage.candidate.hit.memory.text.as_str();
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
    let rest = rest.trim();
    (!rest.is_empty()).then(|| rest.to_owned())
}
