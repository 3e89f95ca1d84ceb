//! [`RateLimit`]: how often a key may ask.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How many keys are known at most before those that rest are let go.
const MOST: usize = 10_000;

/// A token bucket a key: as many requests a second, and as many at once.
#[derive(Debug)]
pub(crate) struct RateLimit {
    per_second: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

#[derive(Debug)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

impl RateLimit {
    pub(crate) fn new(per_second: u32) -> Self {
        Self { per_second: per_second.into(), buckets: Mutex::default() }
    }

    /// Takes a token of a key; where there is none, tells how long it takes until there is.
    pub(crate) fn take(&self, key: &str, now: Instant) -> Result<(), Duration> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            // One that is full again is as good as none.
            buckets.retain(|_, bucket| self.filled(bucket, now) < self.per_second);
        }
        let bucket = buckets.entry(key.to_owned()).or_insert(Bucket { tokens: self.per_second, at: now });
        *bucket = Bucket { tokens: self.filled(bucket, now), at: now };
        if bucket.tokens < 1.0 {
            return Err(Duration::from_secs_f64((1.0 - bucket.tokens) / self.per_second));
        }
        bucket.tokens -= 1.0;
        Ok(())
    }

    fn filled(&self, bucket: &Bucket, now: Instant) -> f64 {
        let passed = now.saturating_duration_since(bucket.at).as_secs_f64();
        (bucket.tokens + passed * self.per_second).min(self.per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_let_through_as_a_second_has_and_others_are_not_counted() {
        let (limit, start) = (RateLimit::new(2), Instant::now());
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        assert!(limit.take("a", at(0)).is_ok() && limit.take("a", at(0)).is_ok());
        assert_eq!(limit.take("a", at(0)), Err(Duration::from_millis(500)));
        assert_eq!(limit.take("a", at(400)), Err(Duration::from_millis(100)));
        assert!(limit.take("b", at(400)).is_ok());
        assert!(limit.take("a", at(500)).is_ok());
        assert!(limit.take("a", at(500)).is_err());
        // Whoever rests a while has no more than a second's worth.
        assert!(limit.take("a", at(60_000)).is_ok() && limit.take("a", at(60_000)).is_ok());
        assert!(limit.take("a", at(60_000)).is_err());
        // A clock that stands still or goes back gives nothing.
        assert!(limit.take("a", at(59_000)).is_err());
    }

    #[test]
    fn keys_that_rest_are_let_go() {
        let (limit, start) = (RateLimit::new(1), Instant::now());
        for key in 0..MOST {
            limit.take(&key.to_string(), start).unwrap();
        }
        limit.take("next", start + Duration::from_secs(2)).unwrap();
        assert_eq!(limit.buckets.lock().unwrap().len(), 1);
    }
}
