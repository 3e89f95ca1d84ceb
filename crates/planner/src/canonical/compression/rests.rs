//! The ways in which a memory can be written without a part.

use std::collections::HashSet;

use nepenthe_text::clause::{self, ClauseKind, Clauses};

use crate::canonical::row::Row;

/// Up to how many statements all combinations are tried, of the text and of the text without a party.
const COMBINED: usize = 7;
const COMBINED_WITHOUT_PARTY: usize = 4;
/// How many texts without a party are tried without statements too.
const SHORTER: usize = 24;

/// The ways to write the memory without a part: without some of its statements, one or two of its parties, or both; with
/// `modifiers` also without words that only hang on others.
pub(in crate::canonical) fn rests(row: &Row, text: &str, modifiers: bool) -> Vec<String> {
    let mut rests = without_clauses(row.text.clauses(), COMBINED);
    let mut shorter = vec![text.to_owned()];
    // One list at a time, since each removal moves what follows.
    for _ in 0..2 {
        shorter = shorter.iter().flat_map(|text| without_parties(text, modifiers)).collect();
        for text in shorter.iter().take(SHORTER) {
            rests.extend(without_clauses(&clause::split(text), COMBINED_WITHOUT_PARTY));
        }
        rests.extend(shorter.iter().cloned());
    }
    let mut seen = HashSet::new();
    let remains = clause::Remains::new(text);
    let states = |clause: &clause::Clause| {
        matches!(clause.kind, ClauseKind::Sentence | ClauseKind::Coordinate) && clause.subject.is_some()
    };
    let record = !has_copula(text) && !row.text.clauses().iter().any(states);
    rests.retain(|rest| {
        seen.insert(rest.clone()) && !remains.are_broken(rest) && !(record && has_copula(rest))
    });
    rests
}

/// A record without a verb keeps to none: "Ida Lund, 3 Quay Street" is not "Ida Lund is 3 Quay Street".
fn has_copula(text: &str) -> bool {
    [" is ", " are ", " was ", " were "].iter().any(|copula| text.contains(copula))
}

/// Without every set of clauses, if there are few; of many, without each run of neighbours.
fn without_clauses(clauses: &Clauses, few: usize) -> Vec<String> {
    let count = clauses.len();
    let sets: Vec<Vec<usize>> = if count < 2 {
        Vec::new()
    } else if count <= few {
        let sets = 1..(1_usize << count) - 1;
        sets.map(|set| (0..count).filter(|clause| set >> clause & 1 == 1).collect()).collect()
    } else {
        let from = |start: usize| (start + 1..=count).map(move |end| (start..end).collect());
        (0..count).flat_map(from).filter(|set: &Vec<usize>| set.len() < count).collect()
    };
    sets.iter().filter_map(|set| clauses.without(set)).collect()
}

fn without_parties(text: &str, modifiers: bool) -> Vec<String> {
    let lists = clause::parties(text);
    let members = lists.iter().filter(|list| list.members.len() > 1).flat_map(|list| &list.members);
    let fewer = members.take(12).filter_map(|member| clause::without_party(text, member.span.clone()));
    fewer.chain(modifiers.then(|| clause::shorter(text)).into_iter().flatten()).collect()
}
