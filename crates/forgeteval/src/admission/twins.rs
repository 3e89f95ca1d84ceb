//! Cases that are alike but for names and numbers.

use std::collections::HashSet;

use crate::case::Case;
use crate::mutation::Mutation;

/// The share of common word triples from which two cases are twins.
const ALIKE: f64 = 0.4;

/// Two cases that are alike but for names and numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Twins {
    /// The id of the one that stands first.
    pub first: String,
    /// The id of the other.
    pub second: String,
    /// The Jaccard similarity of their word triples, from 0 to 1.
    pub similarity: f64,
}

/// Returns the pairs of cases that share at least two in five of their word triples, once words with a capital or a
/// digit are masked, in the order of the cases.
#[must_use]
pub fn twins(cases: &[Case]) -> Vec<Twins> {
    let triples: Vec<HashSet<[String; 3]>> = cases.iter().map(triples).collect();
    let mut found = Vec::new();
    for (second, theirs) in triples.iter().enumerate() {
        for (first, ours) in triples[..second].iter().enumerate() {
            // One case among more and among fewer unrelated texts.
            if cases[first].filler != cases[second].filler {
                continue;
            }
            let common = ours.intersection(theirs).count();
            let all = ours.len() + theirs.len() - common;
            let similarity = if all == 0 { 0.0 } else { common as f64 / all as f64 };
            if similarity >= ALIKE {
                found.push(Twins {
                    first: cases[first].id.clone(),
                    second: cases[second].id.clone(),
                    similarity,
                });
            }
        }
    }
    found
}

/// The word triples of a case's texts and requests.
fn triples(case: &Case) -> HashSet<[String; 3]> {
    let mut found = HashSet::new();
    let requests = case.mutations.iter().flat_map(|mutation| Vec::<String>::from(Mutation::clone(mutation)));
    for text in case.setup_facts.iter().cloned().chain(requests) {
        let words: Vec<String> = text.split_whitespace().map(masked).collect();
        found.extend(words.windows(3).map(|three| [three[0].clone(), three[1].clone(), three[2].clone()]));
    }
    found
}

fn masked(word: &str) -> String {
    if word.contains(|c: char| c.is_uppercase() || c.is_numeric()) {
        return "*".to_owned();
    }
    word.chars().filter(|c| c.is_alphanumeric()).collect()
}
