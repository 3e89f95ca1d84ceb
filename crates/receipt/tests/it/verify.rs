//! Verifying whole receipts: what holds, and that nothing of one can be changed.

use nepenthe_receipt::note::{SigningKey, VerifyingKey};
use nepenthe_receipt::{Check, Opening, Options, Outcome, verify};
use proptest::prelude::*;

use crate::world::{TEXTS, bodies, certify, commitment_key, log_key, memory, physical, witness};

fn keys() -> [VerifyingKey; 1] {
    [log_key().verifying_key()]
}

/// Everything that can be asked: both witnesses, and every text.
fn strict() -> Options {
    let openings = TEXTS.iter().zip(0..).map(|(text, number)| Opening {
        memory: memory(number),
        key: commitment_key(number),
        text: (*text).to_owned(),
    });
    let witnesses = vec![witness(1).verifying_key(), witness(2).verifying_key()];
    Options::default().with_witnesses(witnesses, 2).with_openings(openings.collect())
}

fn failed(receipt: impl AsRef<[u8]>, keys: &[VerifyingKey], options: &Options) -> Vec<&'static str> {
    let report = verify(receipt, keys, options);
    let failed: Vec<_> = report
        .checks()
        .iter()
        .filter(|checked| matches!(checked.outcome, Outcome::Failed(_)))
        .map(|checked| checked.check.name())
        .collect();
    assert_eq!(report.holds(), failed.is_empty(), "{report}");
    failed
}

#[test]
fn receipts_of_every_sort_hold() {
    for (name, body) in bodies() {
        let report = verify(certify(&body.to_line()), &keys(), &Options::default());
        assert!(report.holds(), "{name}: {report}");
        assert_eq!(report.outcome(Check::Witnesses).word(), "skipped");
    }
    let receipt = certify(&physical().to_line());
    let report = verify(&receipt, &keys(), &strict());
    assert!(report.checks().iter().all(|checked| checked.outcome == Outcome::Passed), "{report}");
}

#[test]
fn no_byte_of_a_receipt_can_be_changed() {
    let receipt = certify(&physical().to_line()).into_bytes();
    let strict = strict();
    for at in 0..receipt.len() {
        for flip in [0x01, 0x20, 0x80] {
            let mut changed = receipt.clone();
            changed[at] ^= flip;
            let report = verify(&changed, &keys(), &strict);
            assert!(!report.holds(), "byte {at} with {flip:#x}: {}", String::from_utf8_lossy(&changed));
        }
        let mut shorter = receipt.clone();
        shorter.remove(at);
        assert!(!verify(&shorter, &keys(), &strict).holds(), "without byte {at}");
        assert!(!verify(&receipt[..at], &keys(), &strict).holds(), "the first {at} bytes");
    }
}

#[test]
fn a_key_that_is_not_the_logs_is_of_no_use() {
    let receipt = certify(&physical().to_line());
    let namesake = SigningKey::from_seed(log_key().verifying_key().name(), &[8; 32]).unwrap().verifying_key();
    let stranger = SigningKey::from_seed("elsewhere.example", &[1; 32]).unwrap().verifying_key();
    let none = Options::default();
    assert_eq!(failed(&receipt, &[], &none), ["key"]);
    assert_eq!(failed(&receipt, std::slice::from_ref(&namesake), &none), ["key"]);
    assert_eq!(failed(&receipt, &[stranger, witness(1).verifying_key()], &none), ["key"]);
    assert_eq!(failed(&receipt, &[namesake, log_key().verifying_key()], &none), [""; 0]);
}

#[test]
fn witnesses_count_once_and_only_as_witnesses() {
    let receipt = certify(&physical().to_line());
    let [one, two, three] = [1, 2, 3].map(|number| witness(number).verifying_key());
    let ask = |witnesses: &[&VerifyingKey], needed| {
        let witnesses = witnesses.iter().copied().cloned().collect();
        failed(&receipt, &keys(), &Options::default().with_witnesses(witnesses, needed))
    };
    assert_eq!(ask(&[&one, &two, &three], 2), [""; 0]);
    assert_eq!(ask(&[&one, &two, &three], 3), ["witnesses"]);
    assert_eq!(ask(&[&one, &one], 2), ["witnesses"]);
    assert_eq!(ask(&[], 1), ["witnesses"]);
    assert_eq!(ask(&[&three], 0), [""; 0]);
    assert_eq!(ask(&[&log_key().verifying_key()], 1), ["witnesses"]);
}

#[test]
fn a_commitment_opens_with_its_own_key_and_text() {
    let receipt = certify(&physical().to_line());
    let ask = |number, key, text: &str| {
        let opening = Opening { memory: memory(number), key: commitment_key(key), text: text.to_owned() };
        failed(&receipt, &keys(), &Options::default().with_openings(vec![opening]))
    };
    assert_eq!(ask(0, 0, TEXTS[0]), [""; 0]);
    assert_eq!(ask(0, 0, TEXTS[1]), ["commitments"]);
    assert_eq!(ask(0, 3, TEXTS[0]), ["commitments"], "the same text of another memory has another key");
    assert_eq!(ask(9, 0, TEXTS[0]), ["commitments"]);
    // Keys and texts stay out of debug output.
    assert!(!format!("{:?}", strict()).contains("Roe"));
}

#[test]
fn a_report_is_the_same_as_text_and_as_json() {
    let receipt = certify(&physical().to_line()).replacen("operator-7", "operator-8", 1);
    let report = verify(receipt, &keys(), &Options::default());
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["holds"], false);
    let inclusion = &json["checks"][5];
    assert_eq!(
        (inclusion["name"].as_str(), inclusion["outcome"].as_str()),
        (Some("inclusion"), Some("failed"))
    );
    assert_eq!(inclusion["reason"], "the proof leads to another root");
    assert_eq!(json["checks"][0]["reason"], serde_json::Value::Null);
    let text = report.to_string();
    assert!(text.contains("failed  inclusion   the proof leads to another root\n"), "{text}");
    assert!(text.ends_with("The receipt does not hold."), "{text}");
}

proptest! {
    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(!verify(bytes, &keys(), &strict()).holds());
    }
}
