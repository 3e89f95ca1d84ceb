//! Memories out of recall of one pattern that a restore does not tell apart ("Gate code: 7719", "Shed code: 7179" for "the codes at
//! the allotment") come back together, or not at all. For the other verbs it did no good beside [`listwise`](super::super::listwise), but where a
//! request excepts one of several things: "Kit's allergies apart from pollen" means all others of that pattern.

use std::collections::BTreeSet;

use nepenthe_text::request::asks_for_several;
use nepenthe_text::stance;

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::logistic;
use crate::canonical::subsequence;

/// The least share of the words of the longer one that two of a pattern have in common.
const PATTERN: f64 = 0.5;

/// Gives siblings one probability: that of their mean logit, or of the likeliest where one of several is excepted.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let but_one = query.request.except.is_some() && asks_for_several(query.request.core);
    if query.verb != Verb::Restore && !but_one {
        return;
    }
    let asked: BTreeSet<&str> = query.own_words.iter().map(|word| word.stem.as_str()).collect();
    let candidates: Vec<usize> = (0..rows.len()).filter(|row| !rows[*row].whole.conflicts()).collect();
    let weighed: Vec<(usize, f64)> = candidates
        .iter()
        .map(|row| {
            let alike = candidates
                .iter()
                .filter(|other| row == *other || are_siblings(&asked, &rows[*row], &rows[**other]));
            let logits: Vec<f64> = alike.map(|other| logit(rows[*other].probability)).collect();
            let most = logits.iter().copied().fold(f64::MIN, f64::max);
            (*row, if but_one { most } else { logits.iter().sum::<f64>() / logits.len() as f64 })
        })
        .collect();
    for (row, logit) in weighed {
        rows[row].probability = logistic(logit);
    }
}

fn logit(probability: f64) -> f64 {
    let bounded = probability.clamp(0.01, 0.99);
    libm::log(bounded / (1.0 - bounded))
}

/// Tells whether two are of one pattern, say it in one stance, and differ in no word that was asked for.
fn are_siblings(asked: &BTreeSet<&str>, one: &Row, other: &Row) -> bool {
    let (own, others) = (one.whole.said.words(), other.whole.said.words());
    let (own_stems, other_stems) = (subsequence::stems(own), subsequence::stems(others));
    let pairs = subsequence::run(&own_stems, &other_stems);
    let stance = |row: &Row| {
        let stance = stance::of_words(row.whole.glossed.words());
        (stance.denies, stance.past, stance.first_person)
    };
    let content = pairs.iter().filter(|(place, _)| own[*place].content).count();
    let apart = |stems: &[String], place: fn(&(usize, usize)) -> usize| {
        let common: BTreeSet<usize> = pairs.iter().map(place).collect();
        (0..stems.len()).any(|at| !common.contains(&at) && asked.contains(stems[at].as_str()))
    };
    pairs.len() as f64 >= PATTERN * own.len().max(others.len()) as f64
        && content > 1
        && stance(one) == stance(other)
        && one.whole.carried() == other.whole.carried()
        && !apart(&own_stems, |pair| pair.0)
        && !apart(&other_stems, |pair| pair.1)
}
