//! Twins: two memories of one pattern that differ in a word of the request ("Team Auk: standup 9:30", "Team Gull: standup
//! 9:30"). Where one has the word and the other has something else in its place, the other is not meant.

use std::collections::BTreeSet;

use nepenthe_text::word::Word;

use super::ask::Ask;
use super::decide::MEANT;
use super::part::Row;
use crate::control::Verb;

/// The least share of the words of the shorter one that two of a pattern have in common.
const PATTERN: f64 = 0.5;
/// By what the probability of the other is divided.
const OTHER: f64 = 10.0;

/// Lowers the probability of the memories whose twin has more of the request, where both are likely to be meant.
pub(super) fn part(ask: &Ask<'_>, rows: &mut [Row]) {
    let wanted: BTreeSet<&str> =
        ask.own_words.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
    let likely: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].whole.probability >= MEANT).collect();
    let others: Vec<usize> = likely
        .iter()
        .copied()
        .filter(|other| {
            let other = &rows[*other];
            likely.iter().map(|row| &rows[*row]).any(|row| {
                !std::ptr::eq(row, other)
                    && (is_twin(&wanted, row, other)
                        || is_of_another(row, other)
                        || (ask.verb == Verb::Supersede || std::env::var("TW_ALL").is_ok())
                            && is_dominated(&wanted, row, other))
            })
        })
        .collect();
    if others.len() < likely.len() {
        others.into_iter().for_each(|other| rows[other].whole.probability /= OTHER);
    }
}

/// Tells whether `row` is surely of the one who was named, and `other` begins with somebody else.
fn is_of_another(row: &Row, other: &Row) -> bool {
    let (row, other) = (&row.whole, &other.whole);
    std::env::var("TW_S1").is_ok()
        && row.name >= 0.6
        && other.name < 0.05
        && !other.near_name
        && other.other_subject
}

fn is_dominated(wanted: &BTreeSet<&str>, row: &Row, other: &Row) -> bool {
    let Ok(most) = std::env::var("TW_DOM") else { return false };
    let most: f64 = most.parse().unwrap();
    let has = |words: &[Word]| -> BTreeSet<&str> {
        wanted.iter().copied().filter(|stem| words.iter().any(|word| word.stem == *stem)).collect()
    };
    let (found, there) = (has(&row.whole.words), has(&other.whole.words));
    there.is_subset(&found)
        && there.len() < found.len()
        && other.whole.probability < most
        && other.whole.probability < row.whole.probability
}

/// Tells whether `other` is of one pattern with `row` and lacks a word of the request in whose place it has another.
fn is_twin(wanted: &BTreeSet<&str>, row: &Row, other: &Row) -> bool {
    let (own, others) = (&row.whole.words, &other.whole.words);
    let has = |words: &[Word]| -> BTreeSet<&str> {
        wanted.iter().copied().filter(|stem| words.iter().any(|word| word.stem == *stem)).collect()
    };
    let (found, there) = (has(own), has(others));
    if !there.is_subset(&found) {
        return false;
    }
    let pairs = aligned(own, others);
    if (pairs.len() as f64) < PATTERN * own.len().min(others.len()) as f64 {
        return false;
    }
    if there.len() == found.len() {
        let asked = |pair: &(usize, usize)| wanted.contains(&*own[pair.0].stem);
        return std::env::var("TW_INS").is_ok()
            && pairs.windows(2).any(|two| {
                let inserted = &others[two[0].1 + 1..two[1].1];
                two.iter().all(asked) && two[1].0 == two[0].0 + 1 && inserted.iter().any(|word| word.content)
            });
    }
    // Between two words in common, or before the first and after the last: what each has in the place of the other.
    let bounds = std::iter::once((None, pairs.first().copied()))
        .chain(pairs.windows(2).map(|two| (Some(two[0]), Some(two[1]))))
        .chain(pairs.last().map(|last| (Some(*last), None)));
    bounds.into_iter().any(|(from, to)| {
        let start = from.map_or((0, 0), |(a, b)| (a + 1, b + 1));
        let end = to.unwrap_or((own.len(), others.len()));
        let missing = own[start.0..end.0]
            .iter()
            .any(|word| found.contains(&*word.stem) && !there.contains(&*word.stem));
        missing && (std::env::var("TW_DEL").is_ok() || others[start.1..end.1].iter().any(|word| word.content))
    })
}

/// The longest common run of words, as pairs of places.
fn aligned(a: &[Word], b: &[Word]) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    let mut common = vec![0_u16; (a.len() + 1) * width];
    for (i, own) in a.iter().enumerate().rev() {
        for (j, other) in b.iter().enumerate().rev() {
            common[i * width + j] = if own.stem == other.stem {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut pairs) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i].stem == b[j].stem {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if common[i * width + j + 1] > common[(i + 1) * width + j] {
            j += 1;
        } else {
            i += 1;
        }
    }
    pairs
}
