//! The stored tree and its proofs, against the recursive definitions of RFC 9162, section 2.1.

use std::cell::Cell;
use std::collections::HashMap;
use std::convert::Infallible;

use nepenthe_receipt::merkle::{
    EMPTY_ROOT, Hash, MAX_SIZE, Node, ProofError, TreeError, append, consistency, inclusion, leaf_hash,
    node_hash, root, verify_consistency, verify_inclusion,
};
use proptest::prelude::*;

/// A tree as a writer stores it, and how many nodes were read from it.
#[derive(Default)]
struct Stored {
    nodes: HashMap<Node, Hash>,
    leaves: Vec<Hash>,
    reads: Cell<usize>,
}

impl Stored {
    fn of(leaves: u64) -> Self {
        let mut tree = Self::default();
        for number in 0..leaves {
            tree.push(leaf_hash(&number.to_be_bytes()));
        }
        tree
    }

    fn push(&mut self, leaf: Hash) {
        let added = append(self.leaves.len() as u64, leaf, self.read()).unwrap();
        for (node, hash) in added {
            assert!(self.nodes.insert(node, hash).is_none(), "{node:?} was there already");
        }
        self.leaves.push(leaf);
    }

    fn read(&self) -> impl FnMut(Node) -> Result<Hash, Infallible> {
        |node| {
            self.reads.set(self.reads.get() + 1);
            Ok(*self.nodes.get(&node).unwrap_or_else(|| panic!("{node:?} was never stored")))
        }
    }

    /// Nodes read since the last call.
    fn count(&self) -> usize {
        self.reads.replace(0)
    }
}

fn split(leaves: &[Hash]) -> usize {
    let mut k = 1;
    while k * 2 < leaves.len() {
        k *= 2;
    }
    k
}

/// MTH of RFC 9162, section 2.1.1, from the leaves' hashes.
fn mth(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => EMPTY_ROOT,
        [leaf] => *leaf,
        _ => {
            let (left, right) = leaves.split_at(split(leaves));
            node_hash(&mth(left), &mth(right))
        }
    }
}

/// PATH of section 2.1.3.1.
fn path(m: usize, leaves: &[Hash]) -> Vec<Hash> {
    if leaves.len() == 1 {
        return Vec::new();
    }
    let (left, right) = leaves.split_at(split(leaves));
    let (mut hashes, sibling) =
        if m < left.len() { (path(m, left), mth(right)) } else { (path(m - left.len(), right), mth(left)) };
    hashes.push(sibling);
    hashes
}

/// SUBPROOF of section 2.1.4.1.
fn subproof(m: usize, leaves: &[Hash], whole: bool) -> Vec<Hash> {
    if m == leaves.len() {
        return if whole { Vec::new() } else { vec![mth(leaves)] };
    }
    let (left, right) = leaves.split_at(split(leaves));
    let (mut hashes, sibling) = if m <= left.len() {
        (subproof(m, left, whole), mth(right))
    } else {
        (subproof(m - left.len(), right, false), mth(left))
    };
    hashes.push(sibling);
    hashes
}

/// Reads that anything may take in a tree of this size: one for each level on either side of the way down.
fn most_reads(size: u64) -> usize {
    2 * (64 - size.leading_zeros() as usize)
}

#[test]
fn every_size_up_to_300_has_the_root_and_the_paths_of_the_definition() {
    let mut tree = Stored::default();
    for size in 0..=300u64 {
        let leaves = &tree.leaves.clone();
        assert_eq!(root(size, tree.read()).unwrap(), mth(leaves), "size {size}");
        assert!(tree.count() <= most_reads(size));
        // All leaves of the smaller trees, and of the larger ones a changing seventh.
        let each = if size <= 100 { 1 } else { 7 };
        for index in (size % each..size).step_by(each as usize) {
            let proof = inclusion(index, size, tree.read()).unwrap();
            assert!(tree.count() <= most_reads(size), "leaf {index} of {size}");
            assert_eq!(proof, path(index as usize, leaves), "leaf {index} of {size}");
        }
        tree.push(leaf_hash(&size.to_be_bytes()));
        assert!(tree.count() <= most_reads(size));
    }
}

#[test]
fn every_inclusion_proof_up_to_100_holds_for_its_leaf_and_size_only() {
    let tree = Stored::of(100);
    for size in 1..=100u64 {
        let head = root(size, tree.read()).unwrap();
        for index in 0..size {
            let proof = inclusion(index, size, tree.read()).unwrap();
            let leaf = tree.leaves[index as usize];
            assert_eq!(verify_inclusion(leaf, index, size, head, &proof), Ok(()));
            for other in (0..size).filter(|other| *other != index) {
                assert!(
                    verify_inclusion(leaf, other, size, head, &proof).is_err(),
                    "{index} as {other} of {size}"
                );
                assert!(verify_inclusion(tree.leaves[other as usize], index, size, head, &proof).is_err());
            }
            assert_eq!(verify_inclusion(leaf, size, size, head, &proof), Err(ProofError::OutOfRange));
        }
    }
}

#[test]
fn every_pair_of_sizes_up_to_130_has_the_consistency_proof_of_the_definition() {
    let tree = Stored::of(130);
    let roots: Vec<Hash> = (0..=130).map(|size| root(size, tree.read()).unwrap()).collect();
    tree.count();
    for new in 0..=130u64 {
        for old in 0..=new {
            let proof = consistency(old, new, tree.read()).unwrap();
            assert!(tree.count() <= most_reads(new), "{old} to {new}");
            if old > 0 {
                assert_eq!(
                    proof,
                    subproof(old as usize, &tree.leaves[..new as usize], true),
                    "{old} to {new}"
                );
            }
            let (before, after) = (roots[old as usize], roots[new as usize]);
            assert_eq!(verify_consistency(old, new, before, after, &proof), Ok(()), "{old} to {new}");
            if old > 0 && old < new {
                let other = leaf_hash(b"another");
                assert!(verify_consistency(old, new, other, after, &proof).is_err());
                assert!(verify_consistency(old, new, before, other, &proof).is_err());
            }
        }
    }
}

#[test]
fn what_no_tree_has_is_refused() {
    let tree = Stored::of(5);
    assert_eq!(inclusion(5, 5, tree.read()), Err(TreeError::OutOfRange));
    assert_eq!(consistency(6, 5, tree.read()), Err(TreeError::OutOfRange));
    assert_eq!(append(MAX_SIZE, EMPTY_ROOT, tree.read()), Err(TreeError::OutOfRange));
    assert_eq!(root(MAX_SIZE + 1, tree.read()), Err(TreeError::OutOfRange));
    assert_eq!(verify_inclusion(EMPTY_ROOT, 0, 0, EMPTY_ROOT, &[]), Err(ProofError::OutOfRange));
    assert_eq!(verify_consistency(2, 1, EMPTY_ROOT, EMPTY_ROOT, &[]), Err(ProofError::OutOfRange));
    assert_eq!(verify_consistency(0, 3, EMPTY_ROOT, EMPTY_ROOT, &[EMPTY_ROOT]), Err(ProofError::WrongLength));
}

#[test]
fn a_node_that_cannot_be_read_is_said_so() {
    let failing = |_: Node| Err::<Hash, &str>("torn page");
    assert_eq!(root(3, failing), Err(TreeError::Read("torn page")));
    assert_eq!(inclusion(0, 3, failing), Err(TreeError::Read("torn page")));
    assert_eq!(consistency(1, 3, failing), Err(TreeError::Read("torn page")));
    assert_eq!(append(1, EMPTY_ROOT, failing), Err(TreeError::Read("torn page")));
}

#[test]
fn the_largest_tree_needs_a_node_for_each_level() {
    // No stored tree is that large: here all leaves are the same, and so are all nodes of a level.
    let mut levels = vec![EMPTY_ROOT];
    (0..63).for_each(|level| levels.push(node_hash(&levels[level], &levels[level])));
    let same = |node: Node| Ok::<_, Infallible>(levels[usize::from(node.level)]);
    let head = root(MAX_SIZE, same).unwrap();
    for index in [0, MAX_SIZE / 2, MAX_SIZE - 1] {
        let proof = inclusion(index, MAX_SIZE, same).unwrap();
        assert!(proof.len() <= 63);
        assert_eq!(verify_inclusion(EMPTY_ROOT, index, MAX_SIZE, head, &proof), Ok(()));
    }
    let old = root(MAX_SIZE - 1, same).unwrap();
    let proof = consistency(MAX_SIZE - 1, MAX_SIZE, same).unwrap();
    assert_eq!(verify_consistency(MAX_SIZE - 1, MAX_SIZE, old, head, &proof), Ok(()));
}

proptest! {
    #[test]
    fn a_proof_with_anything_changed_does_not_hold(
        size in 2u64..200, pick in any::<prop::sample::Index>(), at in any::<prop::sample::Index>(), bit in 0usize..256,
    ) {
        let tree = Stored::of(size);
        let index = pick.index(size as usize) as u64;
        let (leaf, head) = (tree.leaves[index as usize], root(size, tree.read()).unwrap());
        let proof = inclusion(index, size, tree.read()).unwrap();
        let at = at.index(proof.len());

        let mut flipped = proof.clone();
        flipped[at].0[bit / 8] ^= 1 << (bit % 8);
        prop_assert_eq!(verify_inclusion(leaf, index, size, head, &flipped), Err(ProofError::RootMismatch));
        let mut shorter = proof.clone();
        shorter.remove(at);
        prop_assert!(verify_inclusion(leaf, index, size, head, &shorter).is_err());
        let mut longer = proof;
        longer.insert(at, EMPTY_ROOT);
        prop_assert!(verify_inclusion(leaf, index, size, head, &longer).is_err());
    }

    #[test]
    fn any_numbers_and_hashes_are_answered(
        index in any::<u64>(), size in any::<u64>(), hashes in prop::collection::vec(any::<[u8; 32]>(), 0..70),
    ) {
        let proof: Vec<Hash> = hashes.into_iter().map(Hash).collect();
        prop_assert!(verify_inclusion(EMPTY_ROOT, index, size, leaf_hash(b""), &proof).is_err());
        let _ = verify_consistency(index, size, EMPTY_ROOT, leaf_hash(b""), &proof);
    }
}
