//! Bodies and receipts: written in one way, read back as they were, refused with the line.

use nepenthe_receipt::receipt::{BodyError, Label, Origin, Pseudonym, ReceiptError, Time, Uuid};
use nepenthe_receipt::{Body, RECEIPT_LEAF_PREFIX, Receipt};
use proptest::prelude::*;

use crate::world::{ORIGIN, bodies, certify, log_key, physical, prove};

#[test]
fn every_body_is_read_back_and_agrees_with_itself() {
    for (name, body) in bodies() {
        let line = body.to_line();
        assert_eq!(Body::from_line(&line), Ok(body.clone()), "{name}");
        assert_eq!(body.check(), Ok(()), "{name}");
        assert_eq!(body.leaf(), format!("{RECEIPT_LEAF_PREFIX}{line}").into_bytes());
        assert!(!line.contains('\n') && !line.contains('\\') && line.is_ascii());
    }
}

#[test]
fn a_line_is_written_in_one_way_only() {
    let line = physical().to_line();
    let refused = |line: &str| {
        let error = Body::from_line(line).unwrap_err();
        assert_eq!(error.line(), 1);
        error.reason().to_owned()
    };
    refused("");
    refused("{}");
    refused("null");
    refused(&line[..line.len() - 1]);
    refused(&format!("{line} "));
    refused(&line.replacen(':', ": ", 1));
    refused(&line.replacen("\"completes\":null,", "", 1));
    refused(&line.replacen("\"versions\":2", "\"versions\":2.0", 1));
    refused(&line.replacen("\"versions\":2", "\"versions\":02", 1));
    refused(&line.replacen("\"purge\"", "{\"purge\":null}", 1));
    refused(&line.replacen("operator-7", "operator\\u002d7", 1));
    refused(&line.replacen("\"memory\":\"01a1fed5", "\"memory\":\"01A1FED5", 1));
    let unknown = refused(&line.replacen("\"actor\"", "\"act\\u001b\"", 1));
    assert!(unknown.contains("a field of another name") && !unknown.contains('\u{1b}'), "{unknown}");
    assert!(
        refused(&line.replacen("\"actor\":", "\"actor\":\"a\",\"actor\":", 1)).contains("duplicate field")
    );
}

#[test]
fn strings_keep_their_limits() {
    let all: String = (b' '..=b'~').map(char::from).collect();
    for (text, pseudonym, label, origin) in [
        ("", false, false, false),
        ("a", true, true, true),
        ("a b", false, false, false),
        ("a+b", true, true, false),
        ("a@b", true, false, true),
        ("a\"b", false, false, false),
        ("a\\b", false, false, false),
        ("é", false, false, false),
        ("a\u{7f}", false, false, false),
        (&"a".repeat(64), true, true, true),
        (&"a".repeat(65), true, false, true),
        (&"a".repeat(128), true, false, true),
        (&"a".repeat(129), false, false, true),
        (&"a".repeat(256), false, false, false),
        (&all, false, false, false),
    ] {
        assert_eq!(text.parse::<Pseudonym>().is_ok(), pseudonym, "{text:?}");
        assert_eq!(text.parse::<Label>().is_ok(), label, "{text:?}");
        assert_eq!(text.parse::<Origin>().is_ok(), origin, "{text:?}");
    }
}

#[test]
fn times_are_of_the_calendar() {
    for (text, exists) in [
        ("2026-11-21T16:38:53.123Z", true),
        ("2024-02-29T00:00:00.000Z", true),
        ("2026-02-29T00:00:00.000Z", false),
        ("2000-02-29T00:00:00.000Z", true),
        ("2100-02-29T00:00:00.000Z", false),
        ("2026-04-31T00:00:00.000Z", false),
        ("2026-00-10T00:00:00.000Z", false),
        ("2026-13-10T00:00:00.000Z", false),
        ("2026-01-00T00:00:00.000Z", false),
        ("2026-01-01T24:00:00.000Z", false),
        ("2026-01-01T00:60:00.000Z", false),
        ("2026-01-01T00:00:60.000Z", false),
        ("2026-01-01T00:00:00Z", false),
        ("2026-01-01T00:00:00.000+00:00", false),
        ("2026-01-01 00:00:00.000Z", false),
        ("2026-01-01T00:00:00.00éZ", false),
    ] {
        assert_eq!(text.parse::<Time>().is_ok(), exists, "{text}");
    }
}

/// The vectors break every rule; this is that the error names the field.
#[test]
fn a_field_that_contradicts_another_is_named() {
    let check = |change: fn(&mut Body)| {
        let mut body = physical();
        change(&mut body);
        body.check().as_ref().map_err(BodyError::field).copied()
    };
    assert_eq!(check(|_| {}), Ok(()));
    assert_eq!(check(|body| body.erased[0].versions = 0), Err("erased"));
    assert_eq!(check(|body| body.events[3] = 1 << 53), Err("events"));
    assert_eq!(check(|body| body.counts.matched += 1), Err("counts"));
    assert_eq!(check(|body| body.scan = None), Err("scan"));
    assert_eq!(check(|body| body.scan.as_mut().unwrap().files[0].bytes = 1 << 53), Err("scan.files"));
    assert_eq!(check(|body| body.completes = Some(body.receipt)), Err("completes"));
    assert_eq!(check(|body| body.engine.fts5_secure_delete = false), Err("engine.fts5_secure_delete"));
    assert_eq!(check(|body| body.backups.known = 0), Err("backups.latest_expiry"));
    assert_eq!(check(|body| body.not_covered.push(body.not_covered[0])), Err("not_covered"));
}

#[test]
fn a_receipt_is_a_body_with_its_own_proof() {
    let body = physical();
    let proof = prove(&body.leaf(), ORIGIN, &log_key(), &[]);
    let receipt = Receipt::new(body.clone(), proof.clone()).unwrap();
    assert_eq!(receipt.to_string().parse(), Ok(receipt));

    let mut other = body.clone();
    other.receipt = Uuid([0; 16]);
    assert!(matches!(Receipt::new(other, proof), Err(ReceiptError::OtherLeaf(_))));
    let elsewhere = prove(&body.leaf(), "elsewhere.example", &log_key(), &[]);
    assert_eq!(Receipt::new(body, elsewhere), Err(ReceiptError::OtherOrigin));
}

#[test]
fn what_is_no_receipt_is_refused_with_its_line() {
    let text = certify(&physical().to_line());
    let line = |text: &str| text.parse::<Receipt>().unwrap_err().line();
    assert_eq!(line(""), 1);
    assert_eq!(line(&text.replacen("/v1", "/v2", 1)), 1);
    assert_eq!(line("nepenthe-receipt/v1"), 2);
    assert_eq!(line(&text.replacen("purge", "purged", 1)), 2);
    assert_eq!(line(&text.replacen("\n\nc2sp", "\nc2sp", 1)), 3);
    assert_eq!(line(&text.replacen("@v1", "@v2", 1)), 4);
    assert_eq!(line(&text.replacen("\nindex", "\nextra QUJD\nindex", 1)), 5);
    assert_eq!(line(&text.replacen("\nindex 3", "\nindex three", 1)), 5);
    assert_eq!(line(&text.replacen("\n7\n", "\n07\n", 1)), 11);
}

proptest! {
    #[test]
    fn any_line_is_parsed_or_refused(
        at in any::<prop::sample::Index>(), cut in 0usize..8, put in "[\\PC\"{}:,0-9a-z-]{0,6}",
    ) {
        let mut line = physical().to_line();
        let at = at.index(line.len());
        line.replace_range(at..(at + cut).min(line.len()), &put);
        if let Ok(body) = Body::from_line(&line) {
            prop_assert_eq!(body.to_line(), line);
        }
    }

    #[test]
    fn any_text_is_parsed_or_refused(
        head in "(nepenthe-receipt/v1)?\n?", at in any::<prop::sample::Index>(), cut in 0usize..80, put in "\\PC{0,4}\n?",
    ) {
        let _ = put.parse::<Receipt>();
        let mut text = certify(&physical().to_line());
        let at = at.index(text.len());
        let end = (at + cut).min(text.len());
        if text.is_char_boundary(at) && text.is_char_boundary(end) {
            text.replace_range(at..end, &put);
        }
        for text in [format!("{head}{put}"), text] {
            if let Ok(receipt) = text.parse::<Receipt>() {
                prop_assert_eq!(receipt.to_string(), text);
            }
        }
    }

    #[test]
    fn any_id_is_read_back(bytes in any::<[u8; 16]>(), text in "[0-9a-f-]{30,40}") {
        prop_assert_eq!(Uuid(bytes).to_string().parse(), Ok(Uuid(bytes)));
        if let Ok(uuid) = text.parse::<Uuid>() {
            prop_assert_eq!(uuid.to_string(), text);
        }
    }
}
