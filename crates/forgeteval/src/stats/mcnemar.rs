//! McNemar's test of two systems on the same cases.

use serde::{Deserialize, Serialize};

/// From how many discordant pairs on the chi-squared approximation is used.
const APPROXIMATE_FROM: usize = 25;

/// The outcome of McNemar's test (McNemar 1947) on paired verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct McNemar {
    /// Cases that only the first system passes.
    pub only_first: usize,
    /// Cases that only the second system passes.
    pub only_second: usize,
    /// The two-sided p value: exact (binomial) below 25 discordant pairs, else chi-squared with continuity correction
    /// (Edwards 1948), one degree of freedom.
    pub p: f64,
}

/// Tests whether two systems differ, from the numbers of cases that only the one and only the other passes.
#[must_use]
pub fn mcnemar(only_first: usize, only_second: usize) -> McNemar {
    let discordant = only_first + only_second;
    let p = if discordant < APPROXIMATE_FROM {
        exact(only_first.min(only_second), discordant)
    } else {
        let distance = (only_first.abs_diff(only_second) as f64 - 1.0).max(0.0);
        let statistic = distance * distance / discordant as f64;
        // The survival function of chi-squared with one degree of freedom.
        libm::erfc((statistic / 2.0).sqrt())
    };
    McNemar { only_first, only_second, p }
}

/// Twice the probability of at most `fewer` heads in `n` throws of a fair coin, and at most 1.
fn exact(fewer: usize, n: usize) -> f64 {
    let mut term = 1.0_f64;
    let mut sum = 0.0;
    for k in 0..=fewer {
        sum += term;
        term = term * (n - k) as f64 / (k + 1) as f64;
    }
    (2.0 * sum / 2.0_f64.powi(i32::try_from(n).unwrap_or(i32::MAX))).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::mcnemar;

    /// Worked by hand: the small ones by counting, the large ones from a table of the normal distribution; all are
    /// computed again by `tests/stats/second.py` with scipy and statsmodels.
    #[test]
    fn hand_worked_values() {
        let table = [
            (0, 0, 1.0),
            (1, 0, 1.0),
            (5, 2, 0.453_125),
            (5, 3, 0.726_562_5),
            (10, 0, 0.001_953_125),
            (12, 12, 1.0),
            (6, 18, 0.022_655_844_688_415_53),
            // (|20 - 5| - 1)^2 / 25 = 7.84, the square of 2.8.
            (20, 5, 0.005_110_260_660_856),
            (59, 6, 1.119_932_714_915e-10),
            (22, 29, 0.400_814),
        ];
        for (first, second, p) in table {
            let found = mcnemar(first, second);
            assert_eq!((found.only_first, found.only_second), (first, second));
            assert!((found.p - p).abs() <= 1e-4 * p, "{first}, {second}: {} for {p}", found.p);
            assert_eq!(mcnemar(second, first).p, found.p);
        }
    }
}
