//! Typed identifiers: a [`ReceiptId`] names a receipt, an [`EventSeq`] an entry of the log.

use std::fmt;
use std::str::FromStr;

use nepenthe_planner::memory::{MemoryId, ParseIdError};
use serde::{Deserialize, Serialize};

/// Names one receipt of an erasure: a UUID of version 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReceiptId(pub(crate) MemoryId);

impl FromStr for ReceiptId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        text.parse().map(Self)
    }
}

impl fmt::Display for ReceiptId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The place of an event in the log: 1 for the first, growing, never reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventSeq(pub(crate) i64);

impl EventSeq {
    /// Returns the number.
    pub fn get(self) -> i64 {
        self.0
    }
}

impl fmt::Display for EventSeq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
