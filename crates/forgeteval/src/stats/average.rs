//! Averages.

/// Returns the mean; 0 of nothing.
#[must_use]
pub fn mean(values: &[u64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.iter().map(|value| *value as f64).sum::<f64>() / values.len() as f64
}

/// Returns the median, the mean of the middle two for an even count; 0 of nothing.
#[must_use]
pub fn median(values: &[u64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => sorted[middle] as f64,
        _ => mean(&sorted[middle - 1..=middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::{mean, median};

    #[test]
    fn averages_of_short_lists() {
        assert_eq!((mean(&[]), median(&[])), (0.0, 0.0));
        assert_eq!((mean(&[1, 2, 6]), median(&[6, 1, 2])), (3.0, 2.0));
        assert_eq!((mean(&[1, 2, 3, 10]), median(&[10, 3, 1, 2])), (4.0, 2.5));
    }
}
