//! Reciprocal rank fusion (Cormack, Clarke and Buettcher, SIGIR 2009).

use std::collections::BTreeMap;

/// The constant K of the fusion, as in the paper's reference.
const K: f64 = 60.0;

/// Fuses rankings of versions: the score is the sum of 1 / (K + rank), ranks from 1. Best first, ties by version.
pub(super) fn fuse(rankings: [&[i64]; 2]) -> Vec<(i64, f64)> {
    let mut scores: BTreeMap<i64, f64> = BTreeMap::new();
    for ranking in rankings {
        for (rank, version) in (1u32..).zip(ranking) {
            *scores.entry(*version).or_default() += 1.0 / (K + f64::from(rank));
        }
    }
    let mut fused: Vec<(i64, f64)> = scores.into_iter().collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_in_both_rankings_beats_the_first_of_one() {
        let fused = fuse([&[1, 2], &[3, 2]]);
        assert_eq!(fused[0].0, 2);
        assert!((fused[0].1 - 2.0 / 62.0).abs() < 1e-12);
        assert_eq!(fused[1..].iter().map(|pair| pair.0).collect::<Vec<_>>(), [1, 3]);
    }
}
