//! Holm's correction for several tests.

/// Returns the p values adjusted by Holm's step-down method (Holm 1979), in their order: reject where the adjusted value
/// is at most the level wanted for all tests together.
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut least = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max((p.len() - rank) as f64 * p[index]).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::holm;

    #[test]
    fn hand_worked_values() {
        let close = |found: &[f64], wanted: &[f64]| {
            assert_eq!(found.len(), wanted.len());
            found.iter().zip(wanted).for_each(|(a, b)| assert!((a - b).abs() < 1e-12, "{found:?}"));
        };
        // 4 x 0.01, then 3 x 0.02, then 2 x 0.03 = 0.06 which is no less, then 0.5.
        close(&holm(&[0.03, 0.5, 0.01, 0.02]), &[0.06, 0.5, 0.04, 0.06]);
        close(&holm(&[0.9, 0.8]), &[1.0, 1.0]);
        close(&holm(&[0.04]), &[0.04]);
        close(&holm(&[]), &[]);
    }
}
