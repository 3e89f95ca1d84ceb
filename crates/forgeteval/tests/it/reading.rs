use std::fs;

use forgeteval::case::ColumnKind;
use forgeteval::suite::{Suite, read_suite};

use crate::support::{purge, suite_file};

const GOOD: &str = r#"{"id":"a","family":"purge","setup_facts":["x"],"mutations":[["purge","x"]],"final_query":"q","must_contain":[],"must_not_contain":["x"]}"#;

fn read(bytes: &[u8]) -> Result<Suite, String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.jsonl");
    fs::write(&path, bytes).unwrap();
    // The directory has a random name; only its file's is compared.
    read_suite(&path).map_err(|error| error.to_string().replace(&format!("{}/", dir.path().display()), ""))
}

#[test]
fn every_error_names_file_line_and_reason() {
    let with = |from: &str, to: &str| {
        assert!(GOOD.contains(from), "{from}");
        GOOD.replace(from, to).into_bytes()
    };
    let two_lines = |line: &[u8]| [GOOD.as_bytes(), b"\n", line].concat();
    let table: Vec<(Vec<u8>, &str)> = vec![
        (b"{\"id\":".to_vec(), "mine.jsonl:1: not JSON, column 6: EOF while parsing a value"),
        (b"nonsense".to_vec(), "mine.jsonl:1: not JSON, column 2: expected ident"),
        (with(r#""id":"a","#, ""), "mine.jsonl:1: not a case: missing field `id`"),
        (
            with(r#","must_not_contain":["x"]"#, ""),
            "mine.jsonl:1: not a case: missing field `must_not_contain`",
        ),
        (with(r#""a""#, "7"), "mine.jsonl:1: not a case: invalid type: integer `7`, expected a string"),
        (with(r#""a""#, r#""""#), "mine.jsonl:1: not a case: field `id` is empty"),
        (with(r#""purge","x""#, r#""forget","x""#), "mine.jsonl:1: not a case: unknown op `forget`"),
        (with(r#"["purge","x"]"#, "[]"), "mine.jsonl:1: not a case: a mutation is an empty array"),
        (
            with(r#""purge","x""#, r#""purge","x","y""#),
            "mine.jsonl:1: not a case: op `purge` takes a query alone, and has 2 argument(s)",
        ),
        (
            with(r#""purge","x""#, r#""supersede","x""#),
            "mine.jsonl:1: not a case: op `supersede` takes a query and a new text, and has 1 argument(s)",
        ),
        (with(r#""q""#, r#"" ""#), "mine.jsonl:1: not a case: field `final_query` is empty"),
        (
            with(r#""must_contain":[]"#, r#""must_contain":[""]"#),
            "field `must_contain` holds an empty string",
        ),
        (with(r#""family":"purge","#, ""), "neither field `category` nor field `family` is there"),
        (with(r#""q""#, r#""\ud800""#), "mine.jsonl:1: not JSON, column"),
        (with(r#""q""#, r#""\udc00 x""#), "mine.jsonl:1: not JSON, column"),
        (two_lines(GOOD.as_bytes()), "mine.jsonl:2: the id `a` stands on line 1 already"),
        (two_lines(b"{\"id\": \"\xff\"}"), "mine.jsonl:2: the line is not UTF-8 from its byte 9 on"),
        (two_lines(b"\n\n[]"), "mine.jsonl:4: not a case: "),
        (b"".to_vec(), "mine.jsonl: the suite holds no case"),
        (b"\xef\xbb\xbf\r\n\n".to_vec(), "mine.jsonl: the suite holds no case"),
    ];
    for (bytes, expected) in table {
        let error = read(&bytes).expect_err(expected);
        assert!(error.contains(expected), "expected {expected:?}, got {error:?}");
        assert!(error.starts_with("mine.jsonl:"), "{error}");
    }
}

#[test]
fn a_missing_file_is_named() {
    let error = read_suite("no/such/file.jsonl".as_ref()).unwrap_err().to_string();
    assert!(error.starts_with("no/such/file.jsonl: "), "{error}");
}

#[test]
fn marks_line_ends_blank_lines_and_unknown_fields_are_no_part_of_a_suite() {
    let plain = read(GOOD.as_bytes()).unwrap();
    let extra = GOOD.replace(r#""id":"a","#, r#""id":"a","note":{"by":1},"origin":"me","reviewed":true,"#);
    let dressed = read(format!("\u{feff}\r\n{extra}\r\n  \n").as_bytes()).unwrap();
    assert_eq!(plain.sha256(), dressed.sha256());
    assert_eq!(dressed.name(), "mine");
    assert_eq!(dressed.cases()[0].mutations, [purge("x")]);
    let other = read(GOOD.replace(r#""q""#, r#""Q""#).as_bytes()).unwrap();
    assert_ne!(plain.sha256(), other.sha256());
}

#[test]
fn a_case_is_written_as_it_is_read() {
    let suite = read(GOOD.as_bytes()).unwrap();
    assert_eq!(serde_json::to_string(&suite.cases()[0]).unwrap(), GOOD);
}

#[test]
fn columns_are_categories_only_where_every_case_has_one() {
    assert_eq!(read(GOOD.as_bytes()).unwrap().kind(), ColumnKind::Family);
    let adversarial = GOOD.replace(r#""family":"#, r#""category":"negation_trap","family":"#);
    assert_eq!(read(adversarial.as_bytes()).unwrap().kind(), ColumnKind::Category);
    let mixed = format!("{GOOD}\n{}", adversarial.replace(r#""a""#, r#""b""#));
    assert_eq!(read(mixed.as_bytes()).unwrap().kind(), ColumnKind::Family);
}

#[test]
fn a_limited_suite_has_cases_of_every_column_in_their_order() {
    let path = suite_file("dev-1.0.0.jsonl");
    let suite = read_suite(&path).unwrap();
    let limited = suite.limited(10).unwrap();
    let columns: Vec<&str> = limited.cases().iter().map(|case| case.column(limited.kind())).collect();
    let mut different = columns.clone();
    different.dedup();
    assert_eq!((columns.len(), different.len()), (10, 10));
    assert_ne!(limited.sha256(), suite.sha256());
    assert_eq!(suite.limited(1_000).unwrap().sha256(), suite.sha256());
}
