//! Signed notes: what is signed verifies, what is changed does not, and what is no note is refused.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use nepenthe_receipt::merkle::leaf_hash;
use nepenthe_receipt::note::{
    Algorithm, KeyError, MAX_SIGNATURES, Note, SignError, Signature, SigningKey, VerifyError, VerifyingKey,
};
use proptest::prelude::*;

const TEXT: &str =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";

fn log_key() -> SigningKey {
    SigningKey::from_seed("example.com/log", &[1; 32]).unwrap()
}

fn witness_key() -> SigningKey {
    SigningKey::witness_from_seed("witness.example/w1", &[2; 32]).unwrap()
}

#[test]
fn a_note_is_verified_by_its_key_and_ignored_by_others() {
    let note = Note::sign(TEXT, &log_key()).unwrap();
    let read: Note = note.to_string().parse().unwrap();
    assert_eq!(read, note);
    assert_eq!(read.text(), TEXT);
    assert_eq!(read.verify(&log_key().verifying_key()), Ok(true));
    // Another key of the same name has another id: unknown, not false.
    let namesake = SigningKey::from_seed("example.com/log", &[3; 32]).unwrap().verifying_key();
    assert_eq!(read.verify(&namesake), Ok(false));
}

#[test]
fn a_changed_text_or_signature_does_not_hold() {
    let key = log_key().verifying_key();
    let signed = Note::sign(TEXT, &log_key()).unwrap().to_string();
    let changed: Note = signed.replace("answer", "anvwer").parse().unwrap();
    assert_eq!(changed.verify(&key), Err(VerifyError::Invalid));
    let note = Note::sign(TEXT, &log_key()).unwrap();
    let signature = &note.signatures()[0];
    for bytes in [&signature.bytes()[..63], &[signature.bytes(), &[0]].concat(), &[0; 64]] {
        let changed: Note =
            signed.replace(&signature.to_string(), &with_bytes(signature, bytes)).parse().unwrap();
        assert_eq!(changed.verify(&key), Err(VerifyError::Invalid));
    }
}

/// The line of a signature, with other bytes after the id.
fn with_bytes(signature: &Signature, bytes: &[u8]) -> String {
    let encoded = STANDARD.encode([&signature.id().0[..], bytes].concat());
    format!("— {} {encoded}", signature.name())
}

#[test]
fn one_false_line_of_a_key_spoils_its_true_one() {
    let mut note = Note::sign(TEXT, &log_key()).unwrap();
    let other = Note::sign("Another text.\n", &log_key()).unwrap();
    note.add(other.signatures()[0].clone()).unwrap();
    assert_eq!(note.verify(&log_key().verifying_key()), Err(VerifyError::Invalid));
}

#[test]
fn a_cosignature_holds_for_its_time() {
    let key = witness_key();
    let mut note = Note::sign(TEXT, &log_key()).unwrap();
    note.cosign(&key, 1_763_742_000).unwrap();
    note.cosign(&key, 1_763_742_060).unwrap();
    let read: Note = note.to_string().parse().unwrap();
    assert_eq!(read.cosigned(&key.verifying_key()), Ok(Some(1_763_742_060)));
    assert_eq!(read.verify(&log_key().verifying_key()), Ok(true));

    let signature = &note.signatures()[1];
    let mut bytes = signature.bytes().to_vec();
    bytes[7] ^= 1;
    let (line, forged) = (signature.to_string(), with_bytes(signature, &bytes));
    let forged: Note = note.to_string().replace(&line, &forged).parse().unwrap();
    assert_eq!(forged.cosigned(&key.verifying_key()), Err(VerifyError::Invalid));
}

#[test]
fn the_two_kinds_of_key_do_not_stand_in_for_each_other() {
    let (log, witness) = (log_key(), witness_key());
    let mut note = Note::sign(TEXT, &log).unwrap();
    assert_eq!(Note::sign(TEXT, &witness), Err(SignError::Algorithm));
    assert_eq!(note.cosign(&log, 1), Err(SignError::Algorithm));
    assert_eq!(note.cosigned(&log.verifying_key()), Err(VerifyError::Algorithm));
    // The same seed and name, another algorithm: another id.
    let same = SigningKey::witness_from_seed("example.com/log", &[1; 32]).unwrap().verifying_key();
    assert_eq!(same.public(), log.verifying_key().public());
    assert_ne!(same.id(), log.verifying_key().id());
    assert_eq!(same.algorithm(), Algorithm::CosignatureV1);
}

#[test]
fn keys_are_read_back_as_they_were_written() {
    for key in [log_key(), witness_key()] {
        let public = key.verifying_key();
        assert_eq!(public.to_string().parse::<VerifyingKey>().unwrap(), public);
        assert_eq!(SigningKey::from_secret(&key.to_secret()).unwrap().verifying_key(), public);
        assert!(!format!("{key:?}").contains(&key.to_secret()[40..]));
    }
}

#[test]
fn what_is_no_key_is_refused_and_why() {
    let good = log_key().verifying_key().to_string();
    let [name, id, key]: [&str; 3] = good.splitn(3, '+').collect::<Vec<_>>().try_into().unwrap();
    let read = |text: String| text.parse::<VerifyingKey>().unwrap_err();
    assert_eq!(read(format!("{name}x+{id}+{key}")), KeyError::Id);
    assert_eq!(read(format!("{name}+{}+{key}", id.to_uppercase())), KeyError::Format);
    assert_eq!(read(format!("{name}+{id}")), KeyError::Format);
    assert_eq!(read(format!("+{id}+{key}")), KeyError::Name);
    assert_eq!(read(format!("a b+{id}+{key}")), KeyError::Name);
    assert_eq!(read(format!("{name}+{id}+Ag{}", &key[2..])), KeyError::Algorithm);
    assert_eq!(read(format!("{name}+{id}+AQ==")), KeyError::Key);
    // The neutral point: every signature with the right shape would hold.
    let mut neutral = [0; 32];
    neutral[0] = 1;
    assert_eq!(VerifyingKey::new("a", Algorithm::Ed25519, &neutral), Err(KeyError::Key));
    assert_eq!(SigningKey::from_secret(&good).unwrap_err(), KeyError::Format);
}

#[test]
fn what_is_no_note_is_refused_with_its_line() {
    let line = |text: &str| text.parse::<Note>().unwrap_err().line();
    let signed = Note::sign(TEXT, &log_key()).unwrap().to_string();
    assert_eq!(line(""), 1);
    assert_eq!(line(TEXT), 1);
    assert_eq!(line(&signed.replace("\n\n", "\n")), 1);
    assert_eq!(line(&signed.replace("then", "\tthen")), 2);
    assert_eq!(line(&signed.replace("— ", "- ")), 4);
    assert_eq!(line(signed.trim_end()), 4);
    assert_eq!(line(&format!("{signed}— x\n")), 5);
    assert_eq!(line(&format!("{signed}— a+b AAAAAAAA\n")), 5);
    assert_eq!(line(&format!("{signed}— x AAAA\n")), 5);
    assert_eq!(line(&format!("{signed}— x AAAAAAB=\n")), 5);
    assert_eq!(line(&format!("{TEXT}\n")), 4);
}

#[test]
fn a_note_has_a_hundred_signatures_at_most() {
    let mut note = Note::sign(TEXT, &log_key()).unwrap();
    let unknown = note.signatures()[0].clone();
    (1..MAX_SIGNATURES).for_each(|_| note.add(unknown.clone()).unwrap());
    assert_eq!(note.add(unknown), Err(SignError::TooManySignatures));
    let full = note.to_string();
    assert_eq!(full.parse::<Note>().unwrap().signatures().len(), MAX_SIGNATURES);
    let error = format!("{full}— x AAAAAAAA\n").parse::<Note>().unwrap_err();
    assert_eq!(error.line(), 4 + MAX_SIGNATURES);
    assert!(format!("{}{full}", "x".repeat(1_000_000)).parse::<Note>().is_err());
}

#[test]
fn texts_that_are_no_notes_are_not_signed() {
    for text in ["", "no end", "a\tb\n", "a\r\n"] {
        assert!(matches!(Note::sign(text, &log_key()), Err(SignError::Text(_))), "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_parsed_or_refused(text in "(\n|— |[a-z+ ]|[A-Za-z0-9+/]{8}|\\PC){0,60}") {
        if let Ok(note) = text.parse::<Note>() {
            prop_assert_eq!(note.to_string(), text);
        }
    }

    #[test]
    fn any_bytes_are_no_key_or_one(text in "\\PC{0,5}\\+?[0-9a-f]{0,9}\\+?[A-Za-z0-9+/=]{0,50}") {
        if let Ok(key) = text.parse::<VerifyingKey>() {
            prop_assert_eq!(key.to_string(), text.clone());
        }
        let _ = SigningKey::from_secret(&text);
    }

    #[test]
    fn what_is_signed_is_read_back_and_holds(
        text in "(\\PC{0,20}\n){1,5}", name in "[a-z./]{1,20}", seed in any::<[u8; 32]>(), time in any::<u64>(),
    ) {
        let key = SigningKey::from_seed(&name, &seed).unwrap();
        let witness = SigningKey::witness_from_seed(&name, &leaf_hash(&seed).0).unwrap();
        let mut note = Note::sign(&text, &key).unwrap();
        note.cosign(&witness, time).unwrap();
        let read: Note = note.to_string().parse().unwrap();
        prop_assert_eq!(&read, &note);
        prop_assert_eq!(read.verify(&key.verifying_key()), Ok(true));
        prop_assert_eq!(read.cosigned(&witness.verifying_key()), Ok(Some(time)));
    }
}
