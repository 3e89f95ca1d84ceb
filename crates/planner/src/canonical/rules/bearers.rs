//! Half of a name, where everything is asked for about its bearer: "ask Sam" for Sam Roe, and Sam Roe for "Mr Roe".

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::entity::name::{self, Epithet, Kind};
use nepenthe_text::word::words;

use crate::canonical::query::Query;
use crate::canonical::segment::Segment;

/// How sure the half of a name is that nobody else has.
const SOLE: f32 = 0.8;
/// From which certainty on a memory names the bearer in full.
const IN_FULL: f32 = 0.6;

/// Takes the half of a name for the whole where a memory names the bearer in full, and none names another who has that half too. Who is told
/// apart beside it ("Sam from the garage") may be another.
pub(in crate::canonical) fn settle<'p>(query: &Query<'_>, memories: impl Iterator<Item = &'p mut Segment>) {
    let Some(name) = query.names.first().filter(|_| query.wanted_names == 1) else { return };
    let own = plain(&name.words.join(" "));
    let memories: Vec<&mut Segment> = memories.collect();
    if own.len() == 1 && name.title.is_some() {
        return settle_sole(&own, memories, false);
    }
    if own.len() == 1 && name.kind == Kind::Person {
        return settle_sole(&own, memories, true);
    }
    let in_full = |memory: &&mut Segment| memory.half.is_none() && memory.first >= IN_FULL;
    if own.len() < 2 || !matches!(name.kind, Kind::Person | Kind::Unknown) || !memories.iter().any(in_full) {
        return;
    }
    let others: BTreeSet<String> = memories
        .iter()
        .flat_map(|memory| &memory.others_alike)
        .map(|other| plain(other))
        .filter(|other| other.len() > 1)
        .flatten()
        .collect();
    for memory in memories {
        let half = half(memory, &own);
        if !half.is_empty() && half.is_disjoint(&others) {
            memory.first = memory.first.max(SOLE);
        }
    }
}

/// Takes a longer name for the one that a request has with a title alone, or as a first name alone, where it is the same one in all memories.
fn settle_sole(own: &BTreeSet<String>, memories: Vec<&mut Segment>, given: bool) {
    let mut memories: Vec<&mut Segment> =
        memories.into_iter().filter(|memory| memory.first_name && memory.half.is_none()).collect();
    let longer = |memory: &Segment| {
        let names = memory.said.names().iter();
        let names =
            names.filter(|name| !given || name.words.first().is_some_and(|first| &plain(first) == own));
        let names = names.map(|name| plain(&name.words.join(" ")));
        names.filter(|name| name.len() > 1 && name.is_superset(own)).collect::<Vec<_>>()
    };
    let bearers: BTreeSet<BTreeSet<String>> = memories.iter().flat_map(|memory| longer(memory)).collect();
    if bearers.len() == 1 {
        let named = memories.iter_mut().filter(|memory| !given || !longer(memory).is_empty());
        named.for_each(|memory| memory.first = memory.first.max(SOLE));
    }
}

/// The words of the name that a memory has, where it has no more of it, and nothing stands beside them that tells their bearer apart.
fn half(memory: &Segment, own: &BTreeSet<String>) -> BTreeSet<String> {
    let apart = |span| Epithet::of(&memory.said, span).is_some();
    // "Georgia exports wine" may be of the country.
    let of_region = |span: Range<usize>| name::is_of_region(&memory.said[span]);
    let span = memory.half.clone().filter(|span| !apart(span.clone()) && !of_region(span.clone()));
    span.map(|span| &plain(&memory.said[span]) & own).unwrap_or_default()
}

fn plain(name: &str) -> BTreeSet<String> {
    words(name).into_iter().map(|word| word.folded).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    const SAM_ROE: &str = "everything about Sam Roe";

    /// Which of these texts surely name who is asked about.
    fn named<'t>(request: &str, texts: &[&'t str]) -> Vec<&'t str> {
        let mutation = Mutation::purge(request);
        let query = Query::new(&mutation, request, Components::default());
        let segment = |text: &&str| Segment::of(&query, text, Components::default());
        let mut segments: Vec<Segment> = texts.iter().map(segment).collect();
        settle(&query, segments.iter_mut());
        let sure = texts.iter().zip(&segments).filter(|(_, segment)| segment.first >= IN_FULL);
        sure.map(|(text, _)| *text).collect()
    }

    #[test]
    fn half_of_a_name_is_its_bearer() {
        let texts = [
            "Sam Roe moved to Leeds in May.", "Ask Sam about the boiler.", "Sam's dog is called Biscuit.",
            "Mr Roe pays in cash.", "The invoice goes to Roe.",
        ];
        assert_eq!(named(SAM_ROE, &texts), texts);
    }

    #[test]
    fn half_of_a_name_that_another_has_too_is_nobody_s_for_sure() {
        let texts = ["Sam Roe moved to Leeds.", "Ask Sam about the boiler.", "The invoice goes to Roe."];
        let with = |other| named(SAM_ROE, &[&texts[..], &[other]].concat());
        assert_eq!(with("Sam Poe is the plumber."), [texts[0], texts[2]]);
        assert_eq!(with("Ida Roe is the plumber."), texts[..2]);
        assert_eq!(with("Samantha drives a van."), texts);
        assert_eq!(with("Sam from the garage has a tow truck."), texts);
        assert_eq!(with("My neighbour Sam drums."), texts);
    }

    #[test]
    fn who_is_named_with_a_title_is_the_one_who_has_that_surname() {
        let texts = ["Sam Roe moved to Leeds.", "Sam Roe's boiler leaks.", "Mr Roe pays in cash."];
        assert_eq!(named("everything about Mr Roe", &texts), texts);
        let two = [&texts[..], &["Ken Roe is the plumber."]].concat();
        assert_eq!(named("everything about Mr Roe", &two), texts[2..]);
    }

    #[test]
    fn who_is_asked_about_by_first_name_is_the_only_one_who_has_it() {
        let texts = ["Will Adeyinka pays by standing order.", "Mrs Pettigrew's will is in box 31."];
        assert_eq!(named("everything about our client Will", &texts), texts[..1]);
        let two = [&texts[..1], &["Will Roe sails."]].concat();
        assert_eq!(named("everything about our client Will", &two), [""; 0]);
    }

    #[test]
    fn of_whom_no_memory_has_the_whole_name_no_half_is_sure() {
        assert_eq!(
            named("everything about Sam Hart", &["Sam Roe moved.", "Ask Sam about the boiler."]),
            [""; 0]
        );
    }
}
