//! [`MemoryId`]: names one memory.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Names one memory inside its scope: a UUID of version 7 (RFC 9562 section 5.7), 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MemoryId(uuid::Uuid);

impl MemoryId {
    /// Makes an id from the time of writing and 10 random bytes.
    #[must_use]
    pub fn new(at: Timestamp, random: [u8; 10]) -> Self {
        let millis = u64::try_from(at.as_millisecond()).unwrap_or(0);
        Self(uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
    }

    /// Returns the 16 bytes as stored.
    pub fn as_bytes(&self) -> &[u8; 16] {
        self.0.as_bytes()
    }

    /// Makes an id of 16 stored bytes.
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(uuid::Uuid::from_bytes(bytes))
    }
}

/// A text that is not a memory id. It may be one that is remembered, and is not repeated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this is not a memory id; an id looks like 0192f0c1-2b3c-7d4e-8f50-112233445566")]
pub struct ParseIdError(());

impl FromStr for MemoryId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, ParseIdError> {
        // One spelling only, so that an id is found again wherever it was written down.
        match uuid::Uuid::try_parse(text) {
            Ok(id) if text.len() == 36 => Ok(Self(id)),
            _ => Err(ParseIdError(())),
        }
    }
}

impl fmt::Display for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl fmt::Debug for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemoryId({self})")
    }
}
