//! A dictionary attack on receipts: whoever guesses the texts and has a receipt learns nothing from it.

use std::collections::{BTreeSet, HashSet};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{KeyInit as _, Mac as _, SimpleHmac};
use md5::Md5;
use nepenthe_receipt::Body;
use nepenthe_receipt::merkle::leaf_hash;
use nepenthe_receipt::receipt::{Commitment, Counts, Erased, How, Uuid};
use sha1::Sha1;
use sha2::{Digest, Sha256};

use crate::world::{certify, physical};

/// What is erased, and what a guesser tries.
const DICTIONARY: [&str; 30] = [
    "Sam Roe", "Ida Lund", "Hazel Borowski", "Ольга Смирнова", "李小龍", "sam.roe@acme.test",
    "ida@lund.test", "+1 (555) 010-0199", "15550100199", "DE89 3704 0044 0532 0130 00",
    "4111 1111 1111 1111", "sk-4242", "hunter2", "1984-02-29", "10.0.0.17", "Alice works at Initech.",
    "Alice works at Hooli since May.", "Sam Roe bought 3 kettles.", "Ida is pregnant.", "He has diabetes.",
    "She voted for the Greens.", "The door code is 9317.", "Bob owes Carol 40 euros.",
    "Max is allergic to peanuts.", "Their flat is in Elm Street 4.", "yes", "no", "blue", "42",
    "I love Berlin",
];

/// A receipt of a purge of these texts, under keys that are in it nowhere.
fn body_for(texts: &[&str]) -> Body {
    let erased = texts.iter().zip(0u8..).map(|(text, number)| Erased {
        memory: Uuid(*leaf_hash(&[number, 1]).0.first_chunk().unwrap()),
        versions: 1,
        commitment: Commitment::new(&leaf_hash(&[number, 2]).0, text),
        how: How::Matched,
    });
    let mut body = physical();
    body.erased = erased.collect();
    body.counts = Counts::of(&body.erased);
    body
}

/// Every byte string of at least 4 bytes in a receipt: its words, the same from hex and from base64, and what is left
/// of those without the id of a key.
fn byte_strings(receipt: &str) -> BTreeSet<Vec<u8>> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "+/=_.:@-".contains(c);
    let mut found: BTreeSet<Vec<u8>> = receipt.lines().map(|line| line.as_bytes().to_vec()).collect();
    for word in receipt.split(|c| !is_word(c)) {
        found.insert(word.as_bytes().to_vec());
        let digits: Vec<u8> = word.bytes().filter(|byte| *byte != b'-').collect();
        if let Some(bytes) = from_hex(&digits) {
            found.insert(bytes);
        }
        if let Ok(bytes) = STANDARD.decode(word) {
            found.insert(bytes.get(4..).unwrap_or_default().to_vec());
            found.insert(bytes);
        }
    }
    found.retain(|bytes| bytes.len() >= 4);
    found
}

fn from_hex(digits: &[u8]) -> Option<Vec<u8>> {
    let value = |digit: u8| char::from(digit).to_digit(16);
    let pairs = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some((value(*high)? * 16 + value(*low)?) as u8),
        _ => None,
    });
    pairs.collect()
}

fn hmac<D: Digest + hmac::digest::block_api::BlockSizeUser>(key: &[u8], text: &[u8]) -> Vec<u8> {
    SimpleHmac::<D>::new_from_slice(key).unwrap().chain_update(text).finalize().into_bytes().to_vec()
}

/// The digests of a text under one hash: bare, and with each byte string as an HMAC's key and as a salt.
fn digests<D: Digest + hmac::digest::block_api::BlockSizeUser>(
    text: &[u8],
    keys: &BTreeSet<Vec<u8>>,
) -> Vec<Vec<u8>> {
    let mut all = vec![D::digest(text).to_vec(), hmac::<D>(b"", text)];
    for key in keys {
        all.push(hmac::<D>(key, text));
        all.push(D::new_with_prefix(key).chain_update(text).finalize().to_vec());
        all.push(D::new_with_prefix(text).chain_update(key).finalize().to_vec());
    }
    all
}

/// What of the dictionary can be recognized in a receipt: a piece of 5 bytes of an entry, or 8 bytes of a digest.
fn recognized<'a>(receipt: &str, dictionary: &[&'a str]) -> Vec<&'a str> {
    let strings = byte_strings(receipt);
    assert!(strings.len() > 100, "a receipt has more byte strings than {}", strings.len());
    let windows: HashSet<&[u8]> = strings.iter().flat_map(|bytes| bytes.windows(8)).collect();
    let lower = receipt.to_lowercase();
    let is_in = |entry: &str| {
        let letters: Vec<char> = entry.to_lowercase().chars().collect();
        let piece = letters.windows(5).any(|piece| lower.contains(&piece.iter().collect::<String>()));
        let forms = [entry.to_owned(), entry.to_lowercase(), entry.to_uppercase(), format!("{entry}\n")];
        let digest = forms.iter().any(|form| {
            let text = form.as_bytes();
            let all = [
                digests::<Sha256>(text, &strings),
                digests::<Sha1>(text, &strings),
                digests::<Md5>(text, &strings),
            ];
            all.iter().flatten().any(|digest| digest.windows(8).any(|window| windows.contains(window)))
        });
        piece || digest
    };
    dictionary.iter().copied().filter(|entry| is_in(entry)).collect()
}

#[test]
fn nothing_of_the_dictionary_is_recognized_in_a_receipt() {
    let receipt = certify(&body_for(&DICTIONARY).to_line());
    assert_eq!(recognized(&receipt, &DICTIONARY), [""; 0]);
}

#[test]
fn the_attack_finds_what_a_careless_receipt_would_give_away() {
    let text = "Ida is pregnant.";
    let careless = |change: &dyn Fn(&mut Body)| {
        let mut body = body_for(&["something else"]);
        change(&mut body);
        recognized(&certify(&body.to_line()), &DICTIONARY)
    };
    let bare = Sha256::digest(text).into();
    assert_eq!(careless(&|body| body.plan = Commitment(bare)), [text]);
    let salted = |body: &mut Body| {
        body.plan = Commitment(hmac::<Sha256>(&body.store.0, text.as_bytes()).try_into().unwrap())
    };
    assert_eq!(careless(&salted), [text]);
    let id = |body: &mut Body| body.erased[0].memory = Uuid(*Sha1::digest(text).first_chunk().unwrap());
    assert_eq!(careless(&id), [text]);
    let lower = |body: &mut Body| body.erased[0].memory = Uuid(Md5::digest(text.to_lowercase()).into());
    assert_eq!(careless(&lower), [text]);
    assert_eq!(careless(&|body| body.actor = "for-hunter2".parse().unwrap()), ["hunter2"]);
}
