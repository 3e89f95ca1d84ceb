//! What is left of a memory that is meant, without what goes.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause::{self, ClauseKind, PartyList};
use nepenthe_text::entity::identifier;
use nepenthe_text::request::Extent;
use nepenthe_text::word::words;

use super::best::best;
use super::{items, predicate};
use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::{Row, likeliest};
use crate::canonical::scorer::{MEANT, Scorer};
use crate::canonical::segment::Segment;
use crate::canonical::span::overlap;
use crate::canonical::{contact, fields, redaction, subsequence};
use crate::corpus::Excerpt;

/// What is left of a text without what is meant; `None` where nothing is, or it cannot be written.
pub(in crate::canonical) fn left(query: &Query<'_>, row: &Row, scorer: &Scorer) -> Option<String> {
    if !row.chunks.is_empty() {
        return of_chunks(query, row, scorer);
    }
    let whole = matches!(query.request.extent, Extent::Everything | Extent::Ended);
    // "The phone number, but keep the address" is of a part, as nothing is named.
    let part = query.request.except.is_some() && query.sought() == 0;
    let thing = query.verb != Verb::Supersede && whole && !part;
    if let Some(rest) = items::without(query, &row.candidate.hit.memory.text) {
        return Some(rest);
    }
    if let Some(quoted) = &row.quoted {
        return without_quotation(row, quoted);
    }
    if query.request.rest_stays
        && query.by_identity()
        && let Some(alone) = redaction::without(query, row)
    {
        return Some(alone);
    }
    if query.predicates
        && let Some(rest) = predicate::without(query, row)
    {
        return Some(rest);
    }
    if query.new.is_some_and(|new| is_said_anew(&row.whole, new)) {
        return None;
    }
    if let Some(rest) = contact::without(query, &row.candidate.hit.memory.text) {
        return Some(rest);
    }
    if let Some(fields) = fields::asked(query, row) {
        return without_parts(row, &fields);
    }
    // What is to be erased as a whole keeps no more than its rules allow.
    if let Some(read) = &row.read
        && !(thing && query.verb == Verb::Purge)
    {
        return best(query, row, read, scorer);
    }
    if (thing || query.by_identity())
        && let Some(rest) = without_the_thing(query, &row.candidate.hit.memory.text)
    {
        return Some(rest);
    }
    // "Cust. 088 is late", "bed 2, bay B, ward 3": a part that has but a piece of the identifier is about the same.
    let whole = row.whole.carried.as_ref().map(|carried| carried.span.clone());
    let holds_some = |segment: &Segment| whole.as_ref().is_some_and(|whole| overlap(&segment.span, whole));
    let stays = |segment: &Segment, goes: f64| match (thing || query.by_identity())
        && row.whole.carried() > 0.3
    {
        // What is said in one breath with the thing goes with it, unless it is plainly of something else.
        true if query.by_identity() => {
            segment.carried() < 0.3 && (segment.conflicts() || segment.another_alike) && !holds_some(segment)
        }
        true => {
            let other = (segment.other_subject || segment.conflicts()) && goes < MEANT;
            // A field of a record that another names.
            let other = other || !segment.key.is_empty() && segment.other_names > 0;
            segment.carried() < 0.3 && (other || segment.speaks_of_others())
        }
        false => goes < MEANT && !restated(query, segment),
    };
    let mut gone: Vec<usize> =
        (0..row.segments.len()).filter(|at| !stays(&row.segments[*at], row.goes[*at])).collect();
    if gone.is_empty() {
        // The memory is meant, so the likeliest of its parts is.
        let likelier = |a: &usize, b: &usize| row.goes[*a].total_cmp(&row.goes[*b]).then(b.cmp(a));
        gone.extend((0..row.segments.len()).max_by(likelier));
    }
    let text = row.candidate.hit.memory.text.as_str();
    let orphaned = |rest: &String| clause::Orphans::new(text, &query.mentions(text)).are_in(rest);
    without_parts(row, &gone).filter(|rest| !(thing && orphaned(rest)))
}

/// What is left of a memory without what is meant of its chunks; `None` where nothing is.
fn of_chunks(query: &Query<'_>, row: &Row, scorer: &Scorer) -> Option<String> {
    let best = likeliest(&row.chunks)?;
    let text = row.candidate.hit.memory.text.as_str();
    let unwrapped = clause::unwrapped(text);
    let mut unread =
        row.candidate.excerpt.as_ref().map(Excerpt::gaps).unwrap_or_default().into_iter().peekable();
    let (mut rest, mut at) = (String::with_capacity(row.candidate.whole().len()), 0);
    for (place, chunk) in row.chunks.iter().enumerate() {
        let own = chunk.candidate.hit.memory.text.as_str();
        while let Some((_, gap)) = unread.next_if(|(before, _)| *before <= at) {
            rest.push_str(gap);
        }
        // Between two chunks there is nothing but space.
        let end = at + own.len();
        let next = row.chunks.get(place + 1).map_or("", |next| &next.candidate.hit.memory.text);
        let space = unwrapped[end..].find(next).unwrap_or_default();
        let meant = chunk.kept.is_none() && (chunk.probability >= MEANT || place == best);
        let left = if meant { left(query, chunk, scorer) } else { Some(text[at..end].to_owned()) };
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

/// What is left of a text of which a part is quoted: other sentences and clauses; but of a record that loses its
/// head, or several fields, nothing, since what is left would tell of the same.
fn without_quotation(row: &Row, quoted: &Range<usize>) -> Option<String> {
    let gone = row.text.clauses().at(quoted.clone());
    let hangs_on =
        |segment: &Segment| !matches!(segment.kind, Some(ClauseKind::Sentence | ClauseKind::Coordinate));
    let headless = gone.len() > 1 || gone.contains(&0);
    let orphaned = |index: usize| headless && hangs_on(&row.segments[index]);
    let gone: Vec<usize> =
        (0..row.segments.len()).filter(|index| gone.contains(index) || orphaned(*index)).collect();
    without_parts(row, &gone)
}

/// What is left of a text without some of its parts, and those that hang on them; `None` where none or all of them go, or it cannot
/// be written.
fn without_parts(row: &Row, gone: &[usize]) -> Option<String> {
    let gone = &row.text.clauses().with_hanging(gone);
    if gone.is_empty() || gone.len() == row.segments.len() {
        return None;
    }
    row.text.clauses().without(gone).filter(|rest| *rest != row.candidate.hit.memory.text)
}

/// Tells whether a new text is the memory written anew, such as a record with one other field: from its beginning on it has most
/// of the memory's words in their order.
fn is_said_anew(memory: &Segment, new: &str) -> bool {
    const FEWEST: usize = 8;
    const MOST: f64 = 0.65;
    let (own, said) = (subsequence::stems(memory.said.words()), subsequence::stems(&words(new)));
    let again = subsequence::run(&own, &said);
    own.len() >= FEWEST && again.first() == Some(&(0, 0)) && again.len() as f64 >= MOST * own.len() as f64
}

/// Tells whether the new statement says the part again, or says it otherwise: nothing is lost with the old one then.
fn restated(query: &Query<'_>, segment: &Segment) -> bool {
    const MOST: f64 = 0.6;
    let Some(new) = query.new else { return false };
    let said: BTreeSet<String> = words(new).into_iter().map(|word| word.stem).collect();
    let own: Vec<_> = segment.said.words().iter().filter(|word| word.content).collect();
    let again = own.iter().filter(|word| said.contains(&word.stem)).count();
    again > 1 && again as f64 >= MOST * own.len() as f64
}

/// A text that says the same of the thing and of something else, without the thing.
fn without_the_thing(query: &Query<'_>, text: &str) -> Option<String> {
    let mut text = text.to_owned();
    let mut changed = false;
    // One list at a time: each removal moves what follows.
    for _ in 0..8 {
        let spans = query.mentions(&text);
        if spans.is_empty() {
            return changed.then_some(text);
        }
        let lists = clause::parties(&text);
        // An identifier is one of several only among others of its sort: "G., 5550162, owes 400" lists no numbers.
        let alike = |list: &PartyList| {
            let others =
                list.members.iter().filter(|member| !spans.iter().any(|span| overlap(&member.span, span)));
            !query.by_identity()
                || others.clone().any(|member| {
                    let member = &text[member.span.clone()];
                    member.starts_with(|c: char| c.is_ascii_digit())
                        || !identifier::recognise(member).is_empty()
                })
        };
        let listed = |span: &Range<usize>| {
            lists.iter().any(|list| {
                let among = list.members.iter().any(|member| overlap(&member.span, span));
                list.members.len() > 1 && among && alike(list)
            })
        };
        if !spans.iter().all(listed) {
            return None;
        }
        text = clause::without_party(&text, spans[0].clone())?;
        changed = true;
    }
    None
}
