//! Wilson's score interval.

use serde::{Deserialize, Serialize};

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The ends of an interval of rates, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Returns Wilson's 95 % interval of `passes` of `n` (Wilson 1927, without continuity correction); from 0 to 1 where
/// `n` is 0.
#[must_use]
pub fn wilson(passes: usize, n: usize) -> Interval {
    if n == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, rate) = (n as f64, passes as f64 / n as f64);
    let scale = 1.0 + Z * Z / n;
    let centre = (rate + Z * Z / (2.0 * n)) / scale;
    let half = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt() / scale;
    // Rounding can push an end just past its limit.
    Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn textbook_values() {
        let table = [
            (0, 20, 0.0, 0.161_125),
            (20, 20, 0.838_875, 1.0),
            (15, 50, 0.191_036, 0.437_504),
            (993, 1000, 0.985_622, 0.996_605),
            (244, 385, 0.584_541, 0.680_349),
            (0, 0, 0.0, 1.0),
        ];
        for (passes, n, low, high) in table {
            let found = wilson(passes, n);
            assert!(
                (found.low - low).abs() < 1e-6 && (found.high - high).abs() < 1e-6,
                "{passes}/{n}: {found:?}"
            );
        }
    }
}
