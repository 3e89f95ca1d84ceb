//! What the other candidates say of a memory: a memory is judged a second time, by how likely those are that are like it,
//! and by what sets it apart from the likeliest of them. "The lift code is 4471" goes with "Lift: 4471", and stays beside "Gate: 4471".

use std::collections::{BTreeSet, HashMap};

use nepenthe_text::word::Word;

use super::featured::Featured;
use super::features::{agreement, dot, features, small};
use super::query::{Query, stems};
use super::subsequence;

features!(
    /// The names of the numbers about the other candidates, in order.
    LISTWISE_FEATURES:
    judged, likeliest, next_likeliest, lead_alike, lead_has_words, lead_words_found, lead_run,
    alike_go, much_alike_go, words_go, run_goes, lead_conflicts, lead_agrees, nearest_alike, nearest_goes,
    rank_judged, behind_judged, most_alike_goes, most_alike_stays, most_run_goes, most_run_stays,
);

/// How two memories are alike, seen from the first.
#[derive(Clone, Copy)]
struct Likeness {
    /// The similarity of their vectors.
    alike: f32,
    /// Content words in common, and how many each has; without the names that are asked for.
    common: f32,
    words: (f32, f32),
    /// The share of the longest run of words in common, of the shorter and of the longer one.
    run: (f32, f32),
    /// How many dates, times and amounts they have in common, and whether they have some and none in common.
    values: (f32, f32),
}

impl Likeness {
    /// The same, seen from the other.
    fn turned(self) -> Self {
        Self { words: (self.words.1, self.words.0), ..self }
    }
}

/// What is compared of a memory.
struct Profile<'r> {
    row: &'r Featured,
    content: BTreeSet<&'r str>,
    /// A number for each stem, the same for the same.
    stems: Vec<usize>,
}

impl<'r> Profile<'r> {
    fn new(query: &Query<'_>, row: &'r Featured, numbers: &mut HashMap<&'r str, usize>) -> Self {
        let words = row.whole.glossed.words();
        let number = |word: &'r Word| {
            let next = numbers.len();
            *numbers.entry(word.stem.as_str()).or_insert(next)
        };
        Self { row, content: stems(words, &query.of_names), stems: words.iter().map(number).collect() }
    }

    fn likeness(&self, other: &Self) -> Likeness {
        let share = |run: usize, length: usize| small(run) / small(length.max(1));
        let run = subsequence::run(&self.stems, &other.stems).len();
        let (own, others) = (self.stems.len(), other.stems.len());
        Likeness {
            alike: dot(&self.row.vector, &other.row.vector),
            common: small(self.content.intersection(&other.content).count()),
            words: (small(self.content.len()), small(other.content.len())),
            run: (share(run, own.min(others)), share(run, own.max(others))),
            values: agreement(&self.row.whole.values, &other.row.whole.values),
        }
    }
}

/// Returns the numbers of each row, given how likely each is by itself; zeros for the only one.
pub(super) fn compute(query: &Query<'_>, rows: &[&Featured], judged: &[f64]) -> Vec<Vec<f32>> {
    #[expect(clippy::cast_possible_truncation, reason = "evidence is f32")]
    let judged: Vec<f32> = judged.iter().map(|judged| *judged as f32).collect();
    let mut numbers = HashMap::new();
    let profiles: Vec<Profile<'_>> = rows.iter().map(|row| Profile::new(query, row, &mut numbers)).collect();
    // Each pair is compared once. In what is like a row the others are in their order.
    let mut alike: Vec<Vec<(f32, Likeness)>> = rows.iter().map(|_| Vec::new()).collect();
    for (index, profile) in profiles.iter().enumerate() {
        for (before, other) in profiles[..index].iter().enumerate() {
            let likeness = other.likeness(profile);
            alike[before].push((judged[index], likeness));
            alike[index].push((judged[before], likeness.turned()));
        }
    }
    judged.iter().zip(alike).map(|(own, others)| of_one(*own, &others).into_vec()).collect()
}

fn of_one(own: f32, others: &[(f32, Likeness)]) -> Numbers {
    let first = |best: fn(&(f32, Likeness)) -> f32| {
        others.iter().reduce(|most, other| if best(other) > best(most) { other } else { most })
    };
    let (Some((likeliest, lead)), Some((nearest_goes, nearest))) =
        (first(|(judged, _)| *judged), first(|(_, like)| like.alike))
    else {
        return Numbers::default();
    };
    let mut descending: Vec<f32> = others.iter().map(|(judged, _)| *judged).collect();
    descending.sort_by(|a, b| b.total_cmp(a));
    // The mean of how likely the others are, each weighed by how like it they are; -1 where none is.
    let mean = |weight: fn(&Likeness) -> f32| {
        let weighed = others.iter().map(|(judged, like)| (weight(like), judged));
        let (sum, weights) = weighed
            .fold((0.0, 0.0), |(sum, weights), (weight, judged)| (sum + weight * judged, weights + weight));
        if weights > 0.0 { sum / weights } else { -1.0 }
    };
    let most = |of: fn(&(f32, Likeness)) -> f32| others.iter().map(of).fold(f32::NEG_INFINITY, f32::max);
    let bounded = own.clamp(1e-4, 1.0 - 1e-4);
    Numbers {
        judged: libm::logf(bounded / (1.0 - bounded)),
        likeliest: *likeliest,
        next_likeliest: descending.get(1).copied().unwrap_or_default(),
        lead_alike: lead.alike,
        lead_has_words: lead.common / lead.words.0.max(1.0),
        lead_words_found: lead.common / lead.words.1.max(1.0),
        lead_run: lead.run.0,
        alike_go: mean(|like| (like.alike - 0.2).max(0.0).powi(2)),
        much_alike_go: mean(|like| (like.alike - 0.1).max(0.0).powi(4)),
        words_go: mean(|like| like.common / (like.words.0 + like.words.1 - like.common).max(1.0)),
        run_goes: mean(|like| like.run.1.powi(2)),
        lead_conflicts: lead.values.1,
        lead_agrees: lead.values.0,
        nearest_alike: nearest.alike,
        nearest_goes: *nearest_goes,
        rank_judged: small(descending.iter().filter(|other| **other > own).count().min(12)),
        behind_judged: (likeliest - own).max(0.0),
        most_alike_goes: most(|(judged, like)| judged * like.alike),
        most_alike_stays: most(|(judged, like)| (1.0 - judged) * like.alike),
        most_run_goes: most(|(judged, like)| judged * like.run.1),
        most_run_stays: most(|(judged, like)| (1.0 - judged) * like.run.1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How two memories are alike that have vectors of this similarity and this share of one run of ten words.
    fn like(alike: f32, run: f32) -> Likeness {
        Likeness { alike, common: 10.0 * run, words: (10.0, 10.0), run: (run, run), values: (0.0, 0.0) }
    }

    #[test]
    fn what_is_like_a_likely_one_is_told_from_what_is_like_an_unlikely_one() {
        let near_likely = of_one(0.4, &[(0.9, like(0.8, 0.7)), (0.1, like(0.3, 0.1))]);
        let near_unlikely = of_one(0.4, &[(0.9, like(0.3, 0.1)), (0.1, like(0.8, 0.7))]);
        assert!(near_likely.alike_go > 0.8 && near_unlikely.alike_go < 0.2);
        assert!(near_likely.words_go > near_unlikely.words_go);
        assert!(near_likely.run_goes > near_unlikely.run_goes);
        assert_eq!((near_likely.nearest_goes, near_unlikely.nearest_goes), (0.9, 0.1));
        assert_eq!((near_likely.lead_alike, near_unlikely.lead_alike), (0.8, 0.3));
        assert_eq!(near_likely.rank_judged, 1.0);
    }

    #[test]
    fn the_only_candidate_has_no_neighbours() {
        assert!(of_one(0.7, &[]).into_vec().iter().all(|number| *number == 0.0));
    }

    #[test]
    fn the_order_of_the_others_does_not_matter() {
        let others = [(0.2, (0.5, 0.3)), (0.7, (0.4, 0.6)), (0.1, (0.9, 0.2))];
        let all = |order: [usize; 3]| {
            let others = order.map(|at| (others[at].0, like(others[at].1.0, others[at].1.1)));
            of_one(0.5, &others).into_vec()
        };
        let close = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(close(&all([0, 1, 2]), &all([2, 0, 1])));
    }
}
