//! A memory that is about as long as the relevance model reads, or longer, is weighed chunk by chunk, each as a memory of its own; what goes of it is what
//! goes of its chunks.

use std::ops::Range;

use nepenthe_text::clause;

use super::query::Query;
use super::row::Row;
use crate::corpus::Excerpt;
use crate::{Candidate, Verb};

/// From how many words on a memory is weighed so: of 64 tokens, which are read, prose has some 48.
const LONG: usize = 40;
/// How many words a chunk has, where it goes on about the same and where not. The model is surest of a sentence or two: of the 80 cases of
/// `training/held/long.jsonl` 30 pass so, 19 with chunks as long as can be read.
const LONGEST: usize = 30;
const MOST: usize = 15;
/// Within how many bytes of its beginning a text has the identifier that all of it is about.
const OPENING: usize = 40;

/// Puts the chunks of long candidates in their place; returns those candidates too, in order. A restore brings back memories whole.
pub(super) fn apart(query: &Query<'_>, candidates: Vec<Candidate>) -> (Vec<Candidate>, Vec<Candidate>) {
    let (mut all, mut long) = (Vec::with_capacity(candidates.len()), Vec::new());
    for candidate in candidates {
        let chunks = chunks_of(query, &candidate);
        if chunks.len() < 2 && candidate.excerpt.is_none() {
            all.push(candidate);
            continue;
        }
        all.extend(chunks.into_iter().map(|text| candidate.saying(text)));
        long.push(candidate);
    }
    (all, long)
}

/// The chunks of a candidate; fewer than two where it is weighed as one.
fn chunks_of(query: &Query<'_>, candidate: &Candidate) -> Vec<String> {
    let text = &candidate.hit.memory.text;
    if let Some(excerpt) = &candidate.excerpt {
        return chunks_of_excerpt(query, text, excerpt);
    }
    if query.verb == Verb::Restore || text.split_whitespace().nth(LONG).is_none() {
        return Vec::new();
    }
    let text = &clause::unwrapped(text);
    if is_about(query, text) {
        return Vec::new();
    }
    // By identity goes what is said in one breath with it, and no more.
    let most = if query.by_identity() { 0 } else { MOST };
    let spans = uncut(clause::passages(text, most, LONGEST), &query.mentions(text));
    spans.into_iter().map(|span| text[span].trim_end().to_owned()).collect()
}

/// The chunks of what is read of a long memory, page by page: a page is one at least.
fn chunks_of_excerpt(query: &Query<'_>, text: &str, excerpt: &Excerpt) -> Vec<String> {
    let most = if query.by_identity() { 0 } else { MOST };
    let (mut chunks, mut at) = (Vec::new(), 0);
    for length in excerpt.pages.iter().map(Range::len) {
        let page = &clause::unwrapped(&text[at..at + length]);
        at += length;
        let spans = uncut(clause::passages(page, most, LONGEST), &query.mentions(page));
        let whole = spans.is_empty().then_some(0..page.len());
        chunks.extend(spans.into_iter().chain(whole).map(|span| page[span].trim_end().to_owned()));
    }
    if chunks.iter().any(|chunk| !chunk.is_empty()) {
        chunks.retain(|chunk| !chunk.is_empty());
    }
    chunks
}

/// Puts chunks together that a line break parts in the middle of what is asked for: "020 7946\n0018".
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

/// "Order 48213: ...": who asks for an identifier with which a text opens means all of it, but what is plainly of another (`compression::left`).
fn is_about(query: &Query<'_>, text: &str) -> bool {
    query.by_identity() && query.identified(text).any(|found| found.span.start < OPENING)
}

/// Puts the rows of chunks together to rows of the long memories that they are of, which stand in the order of the rows.
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
        let mut chunks = vec![row];
        while let Some(row) = rows.next_if(|row| row.candidate.hit.memory.id == id) {
            chunks.push(row);
        }
        whole.push(Row::of_chunks(candidate, chunks));
    }
    whole
}
