//! Time and chance, handed in: the engine reads neither by itself.

use jiff::Timestamp;

/// Tells the time. Called from several threads; need not be monotonic.
pub trait Clock: Send + Sync {
    /// Returns the present.
    fn now(&self) -> Timestamp;
}

/// The system's clock. This is the default.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
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
