//! The keyed digest by which the log commits to a text without holding it, and the key of one memory.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use serde::{Serialize, Serializer};
use sha2::Sha256;
use zeroize::Zeroize;

/// Separates these digests from any other use of the key.
const DOMAIN: &[u8] = b"nepenthe/event-content/1";

/// HMAC-SHA256 (RFC 2104) of a text under the key of its memory: 32 bytes that nobody can invert by guessing texts once
/// that key is gone.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Digest(pub(crate) [u8; 32]);

/// The key of one memory's [`Digest`]s. It is erased with the memory. Zeroed when dropped, never printed.
#[derive(Clone, PartialEq)]
pub(crate) struct MemoryKey(pub(crate) [u8; 32]);

impl Drop for MemoryKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl MemoryKey {
    /// Commits to a text: HMAC over the domain and the text, each led by its length as 8 bytes, big-endian.
    pub(crate) fn digest(&self, text: &str) -> Digest {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        for field in [DOMAIN, text.as_bytes()] {
            mac.update(&(field.len() as u64).to_be_bytes());
            mac.update(field);
        }
        Digest(mac.finalize().into_bytes().into())
    }
}

impl fmt::Debug for MemoryKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemoryKey(..)")
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_of_a_known_key_and_text_does_not_move() {
        // Golden: a field added or reordered by accident fails here.
        let digest = MemoryKey([7; 32]).digest("Alice works at Initech.");
        assert_eq!(digest.to_string(), "8f97048b432c16d4a99a40b4a34554078623a080c45e15acdf546e682d548be2");
        assert_ne!(digest, MemoryKey([8; 32]).digest("Alice works at Initech."));
    }
}
