//! Time and chance, handed in: the engine reads neither by itself.

use std::time::SystemTime;

use jiff::Timestamp;

/// Tells whether a clock is at the end of time, where it tells none any more.
pub(crate) fn is_at_the_end(now: Timestamp) -> bool {
    now.as_second() >= Timestamp::MAX.as_second()
}

/// Tells the time. Called from several threads; need not be monotonic.
pub trait Clock: Send + Sync {
    /// Returns the present.
    fn now(&self) -> Timestamp;
}

/// The system's clock. This is the default.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// Returns the end of time where the system's clock is past the year 9999, or before all time.
    fn now(&self) -> Timestamp {
        Timestamp::try_from(SystemTime::now()).unwrap_or(Timestamp::MAX)
    }
}

/// Gives random bytes for ids and keys.
pub trait RandomSource: Send + Sync {
    /// Fills the buffer. They must not be guessable.
    ///
    /// # Errors
    /// Whatever keeps the source from giving bytes.
    fn fill(&self, buffer: &mut [u8]) -> std::io::Result<()>;
}

/// The system's random source. This is the default.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl RandomSource for SystemRandom {
    fn fill(&self, buffer: &mut [u8]) -> std::io::Result<()> {
        getrandom::fill(buffer).map_err(std::io::Error::other)
    }
}
