//! The wall time of calls.

use std::time::{Duration, Instant};

/// Adds up the wall time of the calls made through it.
#[derive(Debug, Default)]
pub(super) struct Stopwatch {
    spent: Duration,
}

impl Stopwatch {
    /// Makes a call and adds its time.
    pub(super) fn time<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = call();
        self.spent += start.elapsed();
        result
    }

    /// Returns the time of all calls that returned.
    pub(super) fn spent(&self) -> Duration {
        self.spent
    }
}
