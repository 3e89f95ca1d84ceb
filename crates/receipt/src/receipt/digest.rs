//! The keyed digests by which a receipt commits to what it does not hold.

use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::text::serde_by_text;

/// HMAC-SHA256 (RFC 2104) of a text: 32 bytes, printed in lower-case hex. Without the key nobody can tell whether a
/// guessed text is the one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// Commits to the bytes of a text, as they are, under a key that was drawn for this commitment alone.
    #[must_use]
    pub fn new(key: &[u8; 32], text: &str) -> Self {
        let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
        mac.update(text.as_bytes());
        Self(mac.finalize().into_bytes().into())
    }
}

/// A text that is not 64 lower-case hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommitmentError;

impl fmt::Display for CommitmentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("64 lower-case hex digits were expected")
    }
}

impl std::error::Error for CommitmentError {}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl FromStr for Commitment {
    type Err = CommitmentError;

    fn from_str(text: &str) -> Result<Self, CommitmentError> {
        bytes_of_hex(text.as_bytes()).map(Self).ok_or(CommitmentError)
    }
}

serde_by_text!(Commitment);

/// Reads exactly `N` bytes in lower-case hex.
pub(super) fn bytes_of_hex<const N: usize>(digits: &[u8]) -> Option<[u8; N]> {
    let value = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    let (pairs, odd) = digits.as_chunks::<2>();
    if pairs.len() != N || !odd.is_empty() {
        return None;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = value(*high)? << 4 | value(*low)?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commitment_is_plain_hmac_sha_256() {
        // Computed by `openssl dgst -sha256 -mac HMAC -macopt hexkey:0707...`.
        let commitment = Commitment::new(&[7; 32], "Alice works at Initech.");
        assert_eq!(
            commitment.to_string(),
            "56a6d4b791e11c3944b69335a28749e58b46ac7aab032fba90564b7d6210b973"
        );
    }
}
