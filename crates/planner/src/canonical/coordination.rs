//! A request for several things is read as several as well: what any of them means is meant.

use std::collections::BTreeMap;

use nepenthe_text::request::{Extent, conjuncts};
use nepenthe_text::word::fold;

use super::compression;
use super::decision;
use super::query::Query;
use super::row::Row;
use super::scorer::{MEANT, Scorer};
use super::span::overlap;
use crate::memory::MemoryId;

/// From which probability on a memory is meant that only the whole request means, and by what it is divided below.
const ALONE: f64 = 0.9;
const STAYS: f64 = 10.0;
/// The longest first thing that stands for "it".
const LONGEST: usize = 6;

/// The things that a request in words asks for, each as a request of its own; none where it asks for one, or where a memory
/// says them word for word as one: "bed and breakfast".
pub(super) fn requests(query: &Query<'_>, rows: &[Row]) -> Vec<String> {
    if query.by_identity() || query.by_name() || query.request.extent == Extent::Ended {
        return Vec::new();
    }
    // "Forget what Ana said about the roof and the door".
    let question = query.is_statement() && query.before_core().ends_with("what ");
    let what = if question { "what " } else { "" };
    let core = format!("{what}{}", query.request.core);
    let Some(found) = conjuncts(&core, query.is_statement() && !question) else { return Vec::new() };
    let is_one = |one: &str| {
        let one = fold(one);
        rows.iter().any(|row| fold(&row.whole.said).contains(&one))
    };
    if found.one.is_some_and(is_one) {
        return Vec::new();
    }
    let opens = match query.request.extent {
        Extent::Statement => "that ",
        Extent::Everything => "everything about ",
        _ => "",
    };
    let Some((first, others)) = found.each.split_first() else { return Vec::new() };
    let others = others.iter().map(|other| resolved(query, first, other));
    let opened = |text: String| match is_clause(&text) {
        true => text,
        false => format!("{opens}{text}"),
    };
    std::iter::once(first.clone()).chain(others).map(opened).collect()
}

/// Whether a thing opens as a statement or question.
fn is_clause(text: &str) -> bool {
    const OPENS: &[&str] = &["that", "what", "where", "when", "how", "who", "which", "whether", "why"];
    text.split(' ').next().is_some_and(|first| OPENS.contains(&first.to_lowercase().as_str()))
}

/// A thing with what its pronouns stand for.
fn resolved(query: &Query<'_>, first: &str, other: &str) -> String {
    let owner = first.find("'s ").or_else(|| first.find("’s ")).map(|at| &first[..at]);
    let who = query.names.first().map(|name| name.text.as_str()).or(owner);
    let thing = Some(first).filter(|_| !query.is_statement() && first.split(' ').count() <= LONGEST);
    let words: Vec<&str> = other.split(' ').collect();
    let read = |(at, word): (usize, &&str)| {
        let genitive = |who: &str| format!("{who}'s");
        let last = at + 1 == words.len();
        let said = match word.to_lowercase().as_str() {
            "his" | "their" => who.map(genitive),
            "her" if !last => who.map(genitive),
            "he" | "she" | "they" | "him" | "her" => who.map(str::to_owned),
            "its" => owner.or(thing).map(genitive),
            "it" => thing.map(str::to_owned),
            _ => None,
        };
        said.unwrap_or_else(|| (*word).to_owned())
    };
    words.iter().enumerate().map(read).collect::<Vec<_>>().join(" ")
}

/// Takes over what any of the requests means. A memory that one of them means keeps what that one leaves of it.
pub(super) fn join(rows: &mut Vec<Row>, each: Vec<(Query<'_>, Vec<Row>)>, scorer: &Scorer) {
    let mut meant: BTreeMap<MemoryId, Vec<(usize, Row)>> = BTreeMap::new();
    let mut queries = Vec::new();
    for (query, found) in each {
        for row in decision::meant(&query, found) {
            meant.entry(row.candidate.hit.memory.id).or_default().push((queries.len(), row));
        }
        queries.push(query);
    }
    for row in rows.iter_mut().filter(|_| !queries.is_empty()) {
        let told = meant.contains_key(&row.candidate.hit.memory.id);
        let whole = !told || !row.chunks.is_empty();
        row.each(&|own| {
            if whole && own.probability < ALONE {
                own.probability /= STAYS;
            }
        });
    }
    for (id, mut found) in meant {
        let own = rows.iter_mut().find(|own| own.candidate.hit.memory.id == id);
        let likeliest = found.iter().map(|(_, row)| row.probability).fold(MEANT, f64::max);
        if let [(index, _)] = found[..] {
            let (_, mut row) = found.remove(0);
            row.probability = likeliest;
            row.rest = Some(compression::left(&queries[index], &row, scorer));
            match own {
                Some(own) => *own = row,
                None => rows.push(row),
            }
            continue;
        }
        let (_, mut all) = found.remove(0);
        found.iter().for_each(|(_, other)| unite(&mut all, other));
        if all.chunks.is_empty() {
            all.probability = likeliest;
        }
        match own {
            Some(own) => {
                unite(own, &all);
                if own.chunks.is_empty() {
                    own.probability = own.probability.max(likeliest);
                }
            }
            None => rows.push(all),
        }
    }
}

/// What goes by either reading goes.
fn unite(row: &mut Row, other: &Row) {
    if !row.chunks.is_empty() {
        row.each_with(other, &|own, other| {
            own.probability = own.probability.max(other.probability);
            unite(own, other);
        });
        return;
    }
    let (Some(read), Some(others)) = (&mut row.read, &other.read) else { return };
    for (span, logit) in &mut read.tokens {
        let same = others.tokens.iter().filter(|(other, _)| overlap(span, other));
        *logit = same.map(|(_, other)| *other).fold(*logit, f32::max);
    }
    for (goes, other) in row.goes.iter_mut().zip(&other.goes) {
        *goes = goes.max(*other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    fn read(request: &str) -> Vec<String> {
        let mutation = Mutation::release(request);
        requests(&Query::new(&mutation, request, Components::default()), &[])
    }

    #[test]
    fn each_thing_is_a_request_of_its_own() {
        for (request, each) in [
            ("forget Rita's car and her bike", ["Rita's car", "Rita's bike"]),
            ("the boat's age and its colour", ["the boat's age", "the boat's colour"]),
            ("that Ivo smokes, including what he smokes", ["that Ivo smokes", "what Ivo smokes"]),
            ("forget that Ana is a vet and Bo eats no meat", ["that Ana is a vet", "that Bo eats no meat"]),
            (
                "forget what Ana said about the roof and the door",
                ["what Ana said about the roof", "what Ana said about the door"],
            ),
            (
                "everything about the van and everything about the shed",
                ["everything about the van", "everything about the shed"],
            ),
        ] {
            assert_eq!(read(request), each, "{request}");
        }
    }

    #[test]
    fn who_is_named_is_asked_for_by_name_alone() {
        for request in ["everything about Ana and Bo", "orders 48213 and 48215", "the dinner with Ana and Bo"]
        {
            assert_eq!(read(request), Vec::<String>::new(), "{request}");
        }
    }
}
