//! An identifier taken out of a memory alone, where the request says that the rest stays.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::word::words;

use super::compression;
use super::query::Query;
use super::row::Row;
use super::span::overlap;

/// What stands in the place of an identifier where the statement around it stays.
const REMOVED: &str = "[…]";
/// How many words may go along with an identifier, for the rest to read well.
const ALONG: usize = 1;

/// Returns what is left of a memory without the identifiers that are asked for; `None` where it says nothing else.
pub(super) fn without(query: &Query<'_>, row: &Row) -> Option<String> {
    let text = row.whole.said.text();
    let spans = carried(query, text);
    // Words of the request only say what the identifier is called, or whose it is.
    let asked: BTreeSet<&str> = query.own_words.iter().map(|word| word.stem.as_str()).collect();
    let others = |text: &str| -> Vec<String> {
        let spans = carried(query, text);
        let own = words(text).into_iter().filter(|word| {
            word.content
                && !asked.contains(word.stem.as_str())
                && !spans.iter().any(|span| overlap(span, &word.span))
        });
        own.map(|word| word.stem).collect()
    };
    let count = others(text).len();
    if spans.is_empty() || count == 0 {
        return None;
    }
    let lost = |rest: &String| count.saturating_sub(others(rest).len());
    let rests =
        compression::rests(row, text, true).into_iter().filter(|rest| carried(query, rest).is_empty());
    let best = rests.min_by_key(lost).filter(|rest| lost(rest) <= ALONG);
    Some(best.unwrap_or_else(|| redacted(text, &spans)))
}

/// Where a text carries an identifier that is asked for, in order.
fn carried(query: &Query<'_>, text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = query
        .identified(text)
        .filter(|found| found.certainty >= super::scorer::FOUND)
        .map(|found| found.span)
        .collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans
}

fn redacted(text: &str, spans: &[Range<usize>]) -> String {
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for span in spans.iter().filter(|span| span.end <= text.len()) {
        if span.start >= at {
            left.push_str(&text[at..span.start]);
            left.push_str(REMOVED);
        }
        at = at.max(span.end);
    }
    left.push_str(&text[at..]);
    left
}
