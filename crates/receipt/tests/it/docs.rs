//! `docs/receipt.md` says what the code says: every field, every word that a field may have, every check and limit.

use std::collections::BTreeSet;

use nepenthe_receipt::receipt::{MAX_BODY_BYTES, MAX_RECEIPT_BYTES};
use nepenthe_receipt::{Body, Check, EVENT_LEAF_PREFIX, RECEIPT_LEAF_PREFIX, note};
use serde_json::Value;

use crate::vectors::folder;
use crate::world::{bodies, by_pages, logical, physical};

fn page() -> String {
    std::fs::read_to_string(folder().join("../../../docs/receipt.md")).unwrap()
}

/// The fields of an object and of those in it, as the page writes them: `scan.files[].bytes`.
fn fields(value: &Value, name: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                found.insert(name.clone());
                fields(value, &name, found);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| fields(value, &format!("{name}[]"), found)),
        _ => {}
    }
}

#[test]
fn the_page_has_a_row_for_every_field_and_no_other() {
    let mut expected = BTreeSet::new();
    for (_, body) in bodies() {
        fields(&serde_json::from_str(&body.to_line()).unwrap(), "", &mut expected);
    }
    let page = page();
    let (_, table) = page.split_once("| field | type |").unwrap();
    let (table, _) = table.split_once("\n\n").unwrap();
    let rows = table.lines().filter_map(|row| row.strip_prefix("| `")?.split_once('`'));
    let rows: BTreeSet<String> = rows.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_page_has_every_word() {
    let page = page();
    let mut words = 0;
    for (body, word) in [
        (physical(), "purge"),
        (physical(), "physical"),
        (logical(), "readers"),
        (physical(), "derived\"}"),
        (by_pages(), "written-pages"),
        (physical(), "shm"),
        (physical(), "absent"),
        (physical(), "wal\",\"secure"),
        (physical(), "on\",\"fts5"),
        (physical(), "truncate"),
        (physical(), "consent-withdrawn"),
        (physical(), "swap"),
    ] {
        let line = body.to_line().replacen(&format!("\"{word}"), &format!("\"?{word}"), 1);
        let error = Body::from_line(&line).unwrap_err();
        // "unknown variant, expected `purge` or `edit`": all that it may be.
        for word in error.reason().split('`').skip(1).step_by(2) {
            assert!(page.contains(&format!("`{word}`")), "{word} is not on the page");
            words += 1;
        }
    }
    assert_eq!(words, 2 + 4 + 4 + 4 + 1 + 4 + 3 + 6 + 3 + 4 + 10 + 13);
}

#[test]
fn the_page_has_every_check_and_limit() {
    let page = page();
    for check in Check::ALL {
        assert!(page.contains(&format!("\n| `{check}` |")), "{check}");
    }
    for (limit, written) in [
        (MAX_BODY_BYTES, "33,554,432"),
        (MAX_RECEIPT_BYTES, "35,554,432"),
        (note::MAX_BYTES, "1,000,000"),
        (note::MAX_SIGNATURES, "1 to 100"),
    ] {
        assert!(
            written.replace(',', "").ends_with(&limit.to_string()) && page.contains(written),
            "{written}"
        );
    }
    for prefix in [RECEIPT_LEAF_PREFIX, EVENT_LEAF_PREFIX] {
        assert!(page.contains(&format!("`{}`, a line feed", prefix.trim_end())), "{prefix}");
    }
}
