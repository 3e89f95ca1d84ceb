//! [`Guard`]: which state of a memory was read.

use serde::Serialize;

/// Which state of a memory was read: a number that its corpus gives and that changes whenever the memory does. Where it is
/// another one when a plan is carried out, the plan no longer fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Guard(i64);

impl Guard {
    /// Takes the number that the corpus gives.
    #[must_use]
    pub fn new(state: i64) -> Self {
        Self(state)
    }

    /// Returns the number.
    #[must_use]
    pub fn get(self) -> i64 {
        self.0
    }
}
