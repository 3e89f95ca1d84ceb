//! Which of the memories that are likely to be meant had better stay, beside another that has more of what was asked for.
//!
//! Twins are of one pattern and differ in a word of the request ("Team Auk: standup 9:30", "Team Gull: standup 9:30"): where
//! one has the word and the other has something else in its place, the other is not meant. A supersede has one old state to
//! replace, and a party for Milo is not all of Milo: there what has fewer of the words than another has to be likelier.

use std::collections::BTreeSet;

use nepenthe_text::word::Word;

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::canonical::subsequence;

/// The least share of the words of the shorter one that two of a pattern have in common.
const PATTERN: f64 = 0.5;
/// How likely it must be then. 0, 0.75 and 0.9 did no better.
const LIKELY: f64 = 0.6;
/// By what the probability of those that stay is divided.
const STAYS: f64 = 10.0;

/// Lowers the probability of the memories that stay beside another.
pub(in crate::canonical) fn part(query: &Query<'_>, rows: &mut [Row]) {
    let wanted: BTreeSet<&str> =
        query.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
    let likely: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].probability >= MEANT).collect();
    let stays = |other: &usize| {
        let rivals = likely.iter().filter(|row| *row != other);
        rivals.map(|row| &rows[*row]).any(|row| yields(query, &wanted, row, &rows[*other]))
    };
    let others: Vec<usize> = likely.iter().copied().filter(stays).collect();
    if others.len() < likely.len() {
        others.into_iter().for_each(|other| rows[other].probability /= STAYS);
    }
}

/// Tells whether `other` stays because of `row`, which has more of the request's words.
fn yields(query: &Query<'_>, wanted: &BTreeSet<&str>, row: &Row, other: &Row) -> bool {
    let (own, others) = (row.whole.said.words(), other.whole.said.words());
    let has = |words: &[Word]| -> BTreeSet<&str> {
        wanted.iter().copied().filter(|stem| words.iter().any(|word| word.stem == *stem)).collect()
    };
    let (found, there) = (has(own), has(others));
    if !there.is_subset(&found) || there.len() == found.len() {
        return false;
    }
    let unlikely = other.probability < LIKELY.min(row.probability);
    (query.verb == Verb::Supersede || query.narrow) && unlikely
        || are_twins(own, others, |stem| found.contains(stem) && !there.contains(stem))
}

/// Tells whether two texts are of one pattern, and the other has something else in the place of a word that it lacks.
fn are_twins(own: &[Word], others: &[Word], lacks: impl Fn(&str) -> bool) -> bool {
    let pairs = subsequence::run(&subsequence::stems(own), &subsequence::stems(others));
    if (pairs.len() as f64) < PATTERN * own.len().min(others.len()) as f64 {
        return false;
    }
    // Between two words in common, or before the first and after the last: what each has in the place of the other.
    let bounds = std::iter::once((None, pairs.first().copied()))
        .chain(pairs.windows(2).map(|two| (Some(two[0]), Some(two[1]))))
        .chain(pairs.last().map(|last| (Some(*last), None)));
    bounds.into_iter().any(|(from, to)| {
        let start = from.map_or((0, 0), |(a, b)| (a + 1, b + 1));
        let end = to.unwrap_or((own.len(), others.len()));
        let missing = own[start.0..end.0].iter().any(|word| lacks(&word.stem));
        missing && others[start.1..end.1].iter().any(|word| word.content)
    })
}
