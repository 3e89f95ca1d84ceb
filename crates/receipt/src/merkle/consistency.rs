//! That a tree begins with an earlier one: RFC 9162, section 2.1.4.

use super::ProofError;
use super::hash::{EMPTY_ROOT, Hash, node_hash};
use super::tree::{MAX_SIZE, Node, TreeError, left_size, subtree};

/// Returns the hashes that show that the first `old` of `new` leaves are an earlier state of the tree. There are none
/// to show where `old` is 0 or `new`.
///
/// # Errors
/// When `old` is beyond `new`, or a node cannot be read.
pub fn consistency<E>(
    old: u64,
    new: u64,
    mut read: impl FnMut(Node) -> Result<Hash, E>,
) -> Result<Vec<Hash>, TreeError<E>> {
    if old > new || new > MAX_SIZE {
        return Err(TreeError::OutOfRange);
    }
    if old == 0 {
        return Ok(Vec::new());
    }
    let mut path = Vec::new();
    let (mut begin, mut end) = (0, new);
    while end != old {
        let middle = begin + left_size(end - begin);
        let sibling = if old <= middle { (middle, end) } else { (begin, middle) };
        path.push(subtree(sibling.0, sibling.1, &mut read).map_err(TreeError::Read)?);
        if old <= middle {
            end = middle;
        } else {
            begin = middle;
        }
    }
    if begin > 0 {
        path.push(subtree(begin, end, &mut read).map_err(TreeError::Read)?);
    }
    path.reverse();
    Ok(path)
}

/// Checks that `proof` leads to both roots, so that the first `old` leaves of the new tree are the old tree's.
///
/// # Errors
/// When it does not.
pub fn verify_consistency(
    old: u64,
    new: u64,
    old_root: Hash,
    new_root: Hash,
    proof: &[Hash],
) -> Result<(), ProofError> {
    if old > new {
        return Err(ProofError::OutOfRange);
    }
    if old == 0 || old == new {
        let known = if old == new { new_root } else { EMPTY_ROOT };
        return match (proof.is_empty(), old_root == known) {
            (true, true) => Ok(()),
            (true, false) => Err(ProofError::RootMismatch),
            (false, _) => Err(ProofError::WrongLength),
        };
    }
    // An old tree that is itself a complete subtree has its root for the first hash, which the proof leaves out.
    let (first, rest) = match proof.split_first() {
        _ if old.is_power_of_two() => (old_root, proof),
        Some((first, rest)) => (*first, rest),
        None => return Err(ProofError::WrongLength),
    };
    let (mut node, mut last) = (old - 1, new - 1);
    let shared = node.trailing_ones();
    node >>= shared;
    last >>= shared;
    let (mut old_hash, mut new_hash) = (first, first);
    for sibling in rest {
        if last == 0 {
            return Err(ProofError::WrongLength);
        }
        if node % 2 == 1 || node == last {
            old_hash = node_hash(sibling, &old_hash);
            new_hash = node_hash(sibling, &new_hash);
            while node % 2 == 0 && node != 0 {
                node /= 2;
                last /= 2;
            }
        } else {
            new_hash = node_hash(&new_hash, sibling);
        }
        node /= 2;
        last /= 2;
    }
    match (last, old_hash == old_root && new_hash == new_root) {
        (0, true) => Ok(()),
        (0, false) => Err(ProofError::RootMismatch),
        _ => Err(ProofError::WrongLength),
    }
}
