//! The tree, notes and cosignatures against `vectors/log/log.json`, which others' implementations computed
//! (`vectors/log/generate.go`).

use std::collections::HashMap;
use std::convert::Infallible;

use nepenthe_receipt::Checkpoint;
use nepenthe_receipt::merkle::{
    Hash, Node, append, consistency, inclusion, leaf_hash, root, verify_consistency, verify_inclusion,
};
use nepenthe_receipt::note::{Note, SigningKey, VerifyingKey};
use serde::Deserialize;

use crate::vectors::{bytes, folder};

#[derive(Deserialize)]
struct Log {
    trees: Vec<Tree>,
    notes: Vec<Signed>,
    cosignatures: Vec<Cosigned>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Tree {
    leaves: Vec<String>,
    roots: Vec<String>,
    inclusion: Vec<Inclusion>,
    consistency: Vec<Consistency>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Inclusion {
    index: u64,
    size: u64,
    hashes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Consistency {
    old: u64,
    new: u64,
    hashes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Signed {
    name: String,
    seed: String,
    secret: String,
    key: String,
    text: String,
    note: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Cosigned {
    name: String,
    seed: String,
    key: String,
    note: String,
    time: u64,
}

fn log() -> Log {
    serde_json::from_slice(&std::fs::read(folder().join("log/log.json")).unwrap()).unwrap()
}

fn hashes(encoded: &[String]) -> Vec<Hash> {
    encoded.iter().map(|hash| hash.parse().unwrap()).collect()
}

fn seed(hex: &str) -> [u8; 32] {
    bytes(hex).try_into().unwrap()
}

#[test]
fn trees_have_the_roots_and_proofs_that_others_compute() {
    let trees = log().trees;
    assert_eq!(trees.iter().map(|tree| tree.roots.len()).collect::<Vec<_>>(), [8, 200]);
    for tree in &trees {
        let mut nodes: HashMap<Node, Hash> = HashMap::new();
        let mut leaves = Vec::new();
        let roots = hashes(&tree.roots);
        for (size, data) in (0..).zip(&tree.leaves) {
            let leaf = leaf_hash(&bytes(data));
            leaves.push(leaf);
            nodes.extend(append(size, leaf, |node| Ok::<_, Infallible>(nodes[&node])).unwrap());
            assert_eq!(root(size + 1, |node| Ok::<_, Infallible>(nodes[&node])), Ok(roots[size as usize]));
        }
        let read = |node| Ok::<_, Infallible>(nodes[&node]);
        assert!(tree.inclusion.len() >= 12 && tree.consistency.len() >= 12);
        for vector in &tree.inclusion {
            let (proof, leaf) = (hashes(&vector.hashes), leaves[vector.index as usize]);
            assert_eq!(inclusion(vector.index, vector.size, read).as_ref(), Ok(&proof));
            let root = roots[vector.size as usize - 1];
            assert_eq!(verify_inclusion(leaf, vector.index, vector.size, root, &proof), Ok(()));
        }
        for vector in &tree.consistency {
            let proof = hashes(&vector.hashes);
            assert_eq!(consistency(vector.old, vector.new, read).as_ref(), Ok(&proof));
            let (old, new) = (roots[vector.old as usize - 1], roots[vector.new as usize - 1]);
            assert_eq!(verify_consistency(vector.old, vector.new, old, new, &proof), Ok(()));
        }
    }
}

#[test]
fn notes_are_signed_to_the_byte_as_others_sign_them() {
    for vector in log().notes {
        let key = SigningKey::from_seed(&vector.name, &seed(&vector.seed)).unwrap();
        assert_eq!(key.to_secret(), vector.secret);
        assert_eq!(key.verifying_key().to_string(), vector.key);
        assert_eq!(Note::sign(&vector.text, &key).unwrap().to_string(), vector.note);
        let read: Note = vector.note.parse().unwrap();
        assert_eq!(read.text(), vector.text);
        assert_eq!(read.verify(&vector.key.parse().unwrap()), Ok(true));
    }
}

#[test]
fn checkpoints_are_cosigned_to_the_byte_as_others_cosign_them() {
    for vector in log().cosignatures {
        let key = SigningKey::witness_from_seed(&vector.name, &seed(&vector.seed)).unwrap();
        let public: VerifyingKey = vector.key.parse().unwrap();
        assert_eq!(key.verifying_key(), public);
        let note: Note = vector.note.parse().unwrap();
        assert_eq!(note.cosigned(&public), Ok(Some(vector.time)));
        let checkpoint: Checkpoint = note.text().parse().unwrap();
        assert_eq!(checkpoint.size, 200);

        let log = log().notes.into_iter().find(|log| log.name == checkpoint.origin).unwrap();
        let mut again: Note = log.note.parse().unwrap();
        again.cosign(&key, vector.time).unwrap();
        assert_eq!(again.to_string(), vector.note);
    }
}
