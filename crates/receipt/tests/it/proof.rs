//! Proofs: a leaf of a small log is shown, another is not, and what is no proof is refused with its line.

use std::collections::HashMap;
use std::convert::Infallible;

use nepenthe_receipt::merkle::{Hash, Node, append, inclusion, leaf_hash, root};
use nepenthe_receipt::note::{Note, SigningKey};
use nepenthe_receipt::{Checkpoint, Proof};
use proptest::prelude::*;

/// A proof of the leaf `index` in a log of `leaves`, signed by a fixed key.
pub fn proof(leaves: &[&[u8]], index: u64) -> Proof {
    let mut nodes: HashMap<Node, Hash> = HashMap::new();
    for (size, leaf) in leaves.iter().enumerate() {
        let added = append(size as u64, leaf_hash(leaf), |node| Ok::<_, Infallible>(nodes[&node])).unwrap();
        nodes.extend(added);
    }
    let (size, read) = (leaves.len() as u64, |node| Ok::<_, Infallible>(nodes[&node]));
    let root = root(size, read).unwrap();
    let checkpoint = Checkpoint { origin: "example.com/log".into(), size, root, extensions: Vec::new() };
    let key = SigningKey::from_seed("example.com/log", &[1; 32]).unwrap();
    let note = Note::sign(&checkpoint.to_string(), &key).unwrap();
    Proof::new(index, inclusion(index, size, read).unwrap(), note).unwrap()
}

const LEAVES: [&[u8]; 5] = [b"a", b"b", b"c", b"d", b"e"];

#[test]
fn a_proof_shows_its_own_leaf_only() {
    let text = proof(&LEAVES, 3).to_string();
    let read: Proof = text.parse().unwrap();
    assert_eq!(read.to_string(), text);
    assert_eq!((read.index(), read.hashes().len(), read.checkpoint().size), (3, 3, 5));
    assert_eq!(read.includes(b"d"), Ok(()));
    assert!(read.includes(b"c").is_err());
    // A log of one leaf has no hashes to show.
    let alone: Proof = proof(&LEAVES[..1], 0).to_string().parse().unwrap();
    assert_eq!(alone.includes(b"a"), Ok(()));
}

#[test]
fn data_that_a_log_added_are_read_and_kept() {
    let text = proof(&LEAVES, 0).to_string().replace("\nindex", "\nextra QUJD\nindex");
    let read: Proof = text.parse().unwrap();
    assert_eq!(read.extra(), Some(&b"ABC"[..]));
    assert_eq!(read.to_string(), text);
}

#[test]
fn what_is_no_proof_is_refused_with_its_line() {
    let text = proof(&LEAVES, 3).to_string();
    let line = |text: &str| text.parse::<Proof>().unwrap_err().line();
    assert_eq!(line(""), 1);
    assert_eq!(line(&text.replace("@v1", "@v2")), 1);
    assert_eq!(line(&text.replace("index 3", "index 03")), 2);
    assert_eq!(line(&text.replace("index 3", "extra A\nindex 3")), 2);
    assert_eq!(line(&text.replace("index 3", "extra QUJD\nindex -3")), 3);
    let hash = proof(&LEAVES, 3).hashes()[1].to_string();
    assert_eq!(line(&text.replace(&hash, &hash[1..])), 4);
    assert_eq!(line(&text.replace(&hash, &vec![hash.as_str(); 62].join("\n"))), 66);
    // The checkpoint begins in line 7, its size is in line 8, its signature in line 11.
    assert_eq!(line(&text.replace("log\n5\n", "log\n05\n")), 8);
    assert_eq!(line(&text.replace("— ", "~ ")), 11);
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(
        text in "(c2sp.org/tlog-proof@v1\n)?((extra|index) [0-9A-Za-z=]{0,4}\n|\n|— a AAAAAAAA\n|\\PC{0,5}){0,9}",
    ) {
        if let Ok(proof) = text.parse::<Proof>() {
            prop_assert_eq!(proof.to_string(), text);
        }
    }

    #[test]
    fn a_text_with_any_byte_changed_is_refused_or_kept_as_it_is(at in any::<prop::sample::Index>(), byte in 0u8..128) {
        let mut bytes = proof(&LEAVES, 3).to_string().into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Some(proof) = String::from_utf8(bytes.clone()).ok().and_then(|text| text.parse::<Proof>().ok()) {
            prop_assert_eq!(proof.to_string().into_bytes(), bytes);
        }
    }
}
