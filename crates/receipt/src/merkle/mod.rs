//! The Merkle tree of RFC 6962 (and RFC 9162, section 2.1), kept one leaf at a time, and its proofs.
//!
//! Whoever keeps a tree stores the hash of every complete subtree ([`Node`]), as [`append`] returns them, and never
//! changes one. Every other function reads O(log n) of those through a function that is handed in.

mod consistency;
mod hash;
mod inclusion;
mod tree;

pub use consistency::{consistency, verify_consistency};
pub use hash::{EMPTY_ROOT, Hash, HashError, leaf_hash, node_hash};
pub use inclusion::{inclusion, verify_inclusion};
pub use tree::{MAX_SIZE, Node, TreeError, append, root};

use std::fmt;

/// Why a proof does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// The numbers ask for what no tree has: an index beyond the size, or an old size beyond the new one.
    OutOfRange,
    /// The proof has more or fewer hashes than these numbers need.
    WrongLength,
    /// The hashes lead to another root.
    RootMismatch,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfRange => "no tree of that size has such a proof",
            Self::WrongLength => "the proof has the wrong number of hashes",
            Self::RootMismatch => "the proof leads to another root",
        })
    }
}

impl std::error::Error for ProofError {}
