//! The tree as it is stored: its complete subtrees, and what one more leaf adds to them.

use std::fmt;

use super::hash::{EMPTY_ROOT, Hash, node_hash};

/// The most leaves that a tree may have, 2^63 - 1: sizes are signed 64-bit integers in other implementations.
pub const MAX_SIZE: u64 = i64::MAX as u64;

/// A complete subtree: over the leaves from `index << level` on, `1 << level` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    /// The height above the leaves; a leaf has 0.
    pub level: u8,
    /// How many subtrees of this height are before it.
    pub index: u64,
}

/// Why nothing could be computed from a stored tree.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError<E> {
    /// No tree of that size has what was asked for.
    OutOfRange,
    /// A stored node could not be read.
    Read(E),
}

impl<E> fmt::Display for TreeError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfRange => "no tree of that size has what was asked for",
            Self::Read(_) => "a stored node could not be read",
        })
    }
}

impl<E: std::error::Error + 'static> std::error::Error for TreeError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::OutOfRange => None,
            Self::Read(error) => Some(error),
        }
    }
}

/// Returns the complete subtrees that a leaf adds to a tree of `size` leaves, the leaf itself first, each with its
/// hash. Reads one node for each of the others.
///
/// # Errors
/// When the tree is full, or a node cannot be read.
pub fn append<E>(
    size: u64,
    leaf: Hash,
    mut read: impl FnMut(Node) -> Result<Hash, E>,
) -> Result<Vec<(Node, Hash)>, TreeError<E>> {
    if size >= MAX_SIZE {
        return Err(TreeError::OutOfRange);
    }
    let (mut node, mut hash) = (Node { level: 0, index: size }, leaf);
    let mut added = vec![(node, hash)];
    while node.index % 2 == 1 {
        let left = Node { index: node.index - 1, ..node };
        hash = node_hash(&read(left).map_err(TreeError::Read)?, &hash);
        node = Node { level: node.level + 1, index: node.index / 2 };
        added.push((node, hash));
    }
    Ok(added)
}

/// Returns the root of the tree over the first `size` leaves.
///
/// # Errors
/// When the size is beyond [`MAX_SIZE`], or a node cannot be read.
pub fn root<E>(size: u64, mut read: impl FnMut(Node) -> Result<Hash, E>) -> Result<Hash, TreeError<E>> {
    if size > MAX_SIZE {
        return Err(TreeError::OutOfRange);
    }
    subtree(0, size, &mut read).map_err(TreeError::Read)
}

/// Returns the root over the leaves from `begin` up to `end`, where `begin` is a multiple of the smallest power of two
/// that is not below their number: the only ranges that proofs speak of.
pub(super) fn subtree<E>(
    begin: u64,
    end: u64,
    read: &mut impl FnMut(Node) -> Result<Hash, E>,
) -> Result<Hash, E> {
    // Complete subtrees from the right, each larger than the one before.
    let mut end = end;
    let mut right: Option<Hash> = None;
    while end > begin {
        let level = (end - begin).trailing_zeros();
        end -= 1 << level;
        let left = read(Node { level: level as u8, index: end >> level })?;
        right = Some(right.map_or(left, |right| node_hash(&left, &right)));
    }
    Ok(right.unwrap_or(EMPTY_ROOT))
}

/// Returns how many of `size` leaves are in the left subtree of their root: the largest power of two below `size`,
/// which is at least 2.
pub(super) fn left_size(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}
