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
    /// Chi-squared with continuity correction, whatever the number of discordant pairs: what the paper prints (section 5.3).
    #[serde(default)]
    pub chi_squared: f64,
    /// The p value of [`McNemar::chi_squared`].
    #[serde(default = "one")]
    pub p_chi_squared: f64,
}

/// Tests whether two systems differ, from the numbers of cases that only the one and only the other passes.
#[must_use]
pub fn mcnemar(only_first: usize, only_second: usize) -> McNemar {
    let discordant = only_first + only_second;
    let distance = (only_first.abs_diff(only_second) as f64 - 1.0).max(0.0);
    let chi_squared = if discordant == 0 { 0.0 } else { distance * distance / discordant as f64 };
    // The survival function of chi-squared with one degree of freedom.
    let p_chi_squared = libm::erfc((chi_squared / 2.0).sqrt());
    let p = if discordant < APPROXIMATE_FROM {
        exact(only_first.min(only_second), discordant)
    } else {
        p_chi_squared
    };
    McNemar { only_first, only_second, p, chi_squared, p_chi_squared }
}

/// The p value of verdicts of before it was kept.
fn one() -> f64 {
    1.0
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
    /// The paper's pair of hooked systems (section 5.3): 0.125, p 0.724.
    #[test]
    fn chi_squared_is_there_beside_the_exact_p() {
        let found = mcnemar(5, 3);
        assert!((found.chi_squared - 0.125).abs() < 1e-12, "{found:?}");
        assert!((found.p_chi_squared - 0.7237).abs() < 1e-4 && (found.p - 0.7266).abs() < 1e-4, "{found:?}");
        assert_eq!((mcnemar(0, 0).chi_squared, mcnemar(0, 0).p_chi_squared), (0.0, 1.0));
        assert_eq!(mcnemar(20, 5).p, mcnemar(20, 5).p_chi_squared);
    }

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
