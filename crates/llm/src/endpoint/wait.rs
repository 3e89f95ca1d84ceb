//! How long to wait before an attempt is repeated.

use std::time::Duration;

/// No wait is longer. An endpoint that asks for more is not asked again.
const LONGEST: Duration = Duration::from_secs(60);

/// The wait after the attempt of this number, from 0: what the endpoint asked for; else a part, by chance (from 0 to 1), of a
/// time that doubles with each attempt, so that many clients do not come back at once. `None`: not worth the wait.
pub(super) fn before(
    attempt: u32,
    first: Duration,
    asked: Option<Duration>,
    chance: f64,
) -> Option<Duration> {
    match asked {
        Some(asked) => (asked <= LONGEST).then_some(asked),
        None => {
            let most = first.saturating_mul(2_u32.saturating_pow(attempt)).min(LONGEST);
            Some(most.mul_f64(chance.clamp(0.0, 1.0)))
        }
    }
}

/// A number from 0 to 1. Where the system has no randomness, 1: the longest wait.
pub(super) fn chance() -> f64 {
    getrandom::u32().map_or(1.0, |number| f64::from(number) / f64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest_and_chance_takes_a_part() {
        let first = Duration::from_millis(500);
        let wait = |attempt, chance| before(attempt, first, None, chance).unwrap();
        assert_eq!(wait(0, 1.0), Duration::from_millis(500));
        assert_eq!(wait(3, 1.0), Duration::from_secs(4));
        assert_eq!(wait(3, 0.25), Duration::from_secs(1));
        assert_eq!(wait(3, 0.0), Duration::ZERO);
        assert_eq!(wait(u32::MAX, 1.0), LONGEST);
        assert!((0.0..=1.0).contains(&chance()));
    }

    #[test]
    fn an_endpoint_is_given_the_time_that_it_asks_for_or_left_alone() {
        let seconds = Duration::from_secs;
        assert_eq!(before(9, seconds(1), Some(seconds(7)), 0.0), Some(seconds(7)));
        assert_eq!(before(0, seconds(1), Some(seconds(0)), 1.0), Some(seconds(0)));
        assert_eq!(before(0, seconds(1), Some(seconds(61)), 0.0), None);
    }
}
