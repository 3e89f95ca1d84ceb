//! That a leaf is in a tree: RFC 9162, section 2.1.3.

use super::ProofError;
use super::hash::{Hash, node_hash};
use super::tree::{MAX_SIZE, Node, TreeError, left_size, subtree};

/// Returns the hashes that lead from the leaf at `index` to the root over the first `size` leaves, lowest first.
///
/// # Errors
/// When the tree has no such leaf, or a node cannot be read.
pub fn inclusion<E>(
    index: u64,
    size: u64,
    mut read: impl FnMut(Node) -> Result<Hash, E>,
) -> Result<Vec<Hash>, TreeError<E>> {
    if index >= size || size > MAX_SIZE {
        return Err(TreeError::OutOfRange);
    }
    let mut path = Vec::new();
    let (mut begin, mut end) = (0, size);
    while end - begin > 1 {
        let middle = begin + left_size(end - begin);
        let sibling = if index < middle { (middle, end) } else { (begin, middle) };
        path.push(subtree(sibling.0, sibling.1, &mut read).map_err(TreeError::Read)?);
        if index < middle {
            end = middle;
        } else {
            begin = middle;
        }
    }
    path.reverse();
    Ok(path)
}

/// Checks that `proof` leads from a leaf's hash to the root.
///
/// # Errors
/// When it does not.
pub fn verify_inclusion(
    leaf: Hash,
    index: u64,
    size: u64,
    root: Hash,
    proof: &[Hash],
) -> Result<(), ProofError> {
    if index >= size {
        return Err(ProofError::OutOfRange);
    }
    let (mut node, mut last) = (index, size - 1);
    let mut hash = leaf;
    for sibling in proof {
        if last == 0 {
            return Err(ProofError::WrongLength);
        }
        if node % 2 == 1 || node == last {
            hash = node_hash(sibling, &hash);
            // A right-most node without a sibling moves up unchanged.
            while node % 2 == 0 && node != 0 {
                node /= 2;
                last /= 2;
            }
        } else {
            hash = node_hash(&hash, sibling);
        }
        node /= 2;
        last /= 2;
    }
    match (last, hash == root) {
        (0, true) => Ok(()),
        (0, false) => Err(ProofError::RootMismatch),
        _ => Err(ProofError::WrongLength),
    }
}
