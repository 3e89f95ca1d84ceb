//! The hash of the tree: SHA-256, with leaves and nodes told apart by their first byte.

use std::fmt;
use std::str::FromStr;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// A SHA-256 hash in a tree. Printed in base64, as checkpoints and proofs write it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, std::hash::Hash)]
pub struct Hash(pub [u8; 32]);

/// The root of a tree without leaves: SHA-256 of nothing.
pub const EMPTY_ROOT: Hash = Hash([
    0xe3, 0xb0, 0xc4, 0x42, 0x98, 0xfc, 0x1c, 0x14, 0x9a, 0xfb, 0xf4, 0xc8, 0x99, 0x6f, 0xb9, 0x24, 0x27,
    0xae, 0x41, 0xe4, 0x64, 0x9b, 0x93, 0x4c, 0xa4, 0x95, 0x99, 0x1b, 0x78, 0x52, 0xb8, 0x55,
]);

/// Returns the hash of a leaf: SHA-256 of a zero byte and the data.
#[must_use]
pub fn leaf_hash(data: &[u8]) -> Hash {
    Hash(Sha256::new_with_prefix([0]).chain_update(data).finalize().into())
}

/// Returns the hash of an inner node: SHA-256 of a byte 1 and the two hashes below it.
#[must_use]
pub fn node_hash(left: &Hash, right: &Hash) -> Hash {
    Hash(Sha256::new_with_prefix([1]).chain_update(left.0).chain_update(right.0).finalize().into())
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&STANDARD.encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hash({self})")
    }
}

impl FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        let bytes = STANDARD.decode(text).map_err(|_| HashError)?;
        bytes.try_into().map(Self).map_err(|_| HashError)
    }
}

/// A text that is not 32 bytes in base64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashError;

impl fmt::Display for HashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 32 bytes in padded base64")
    }
}

impl std::error::Error for HashError {}
