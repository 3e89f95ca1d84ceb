//! Ids, as they are written: RFC 9562, lower case.

use std::fmt;
use std::str::FromStr;

use super::text::serde_by_text;

/// A UUID: 16 bytes, printed as 32 lower-case hex digits in five groups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid(pub [u8; 16]);

/// A text that is not a UUID in lower case with hyphens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UuidError;

impl fmt::Display for UuidError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a UUID in lower case with hyphens was expected")
    }
}

impl std::error::Error for UuidError {}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.iter().enumerate() {
            let hyphen = if matches!(at, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(f, "{hyphen}{byte:02x}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Uuid({self})")
    }
}

impl FromStr for Uuid {
    type Err = UuidError;

    fn from_str(text: &str) -> Result<Self, UuidError> {
        let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'-').collect();
        let uuid = super::digest::bytes_of_hex(&digits).map(Self).ok_or(UuidError)?;
        // Groups of other lengths do not print as they were read.
        if uuid.to_string() == text { Ok(uuid) } else { Err(UuidError) }
    }
}

serde_by_text!(Uuid);
