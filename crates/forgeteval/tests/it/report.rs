use forgeteval::record::{Tail, read_records};
use serde_json::Value;

use crate::support::{forgeteval, stderr, stdout, suite_file};

#[test]
fn a_report_is_the_run_s_table_byte_for_byte() {
    let dir = tempfile::tempdir().unwrap();
    let ran =
        forgeteval("run --system null,keep,nuke,oracle,naive-sql --per-family 8 --out {}", &[dir.path()]);
    assert!(ran.status.success(), "{}", stderr(&ran));
    assert!(!ran.stdout.is_empty());
    let again = forgeteval("report {}", &[dir.path()]);
    assert_eq!(stdout(&again), stdout(&ran));
    assert_eq!(stderr(&again), "");
}

#[test]
fn the_report_needs_no_other_file_than_the_verdicts() {
    let dir = tempfile::tempdir().unwrap();
    let ran = forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]);
    for name in ["run.json", "summary.json"] {
        std::fs::remove_file(dir.path().join(name)).unwrap();
    }
    assert_eq!(stdout(&forgeteval("report {}", &[dir.path()])), stdout(&ran));
}

#[test]
fn json_and_summary_hold_the_same_totals() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null,nuke --seed 5 --out {}", &[dir.path()]).status.success());
    let printed: Value =
        serde_json::from_str(&stdout(&forgeteval("report {} --json", &[dir.path()]))).unwrap();
    let summary = std::fs::read_to_string(dir.path().join("summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["suites"], printed["suites"]);

    let nuke = &printed["suites"][0]["systems"][1];
    assert_eq!((nuke["name"].as_str(), nuke["pass"].as_u64()), (Some("nuke"), Some(750)));
    assert!((nuke["strict"]["wilson95"]["low"].as_f64().unwrap() - 0.722_240).abs() < 1e-6);
    let run = &summary["run"];
    assert_eq!(run["suites"][0]["source"]["template"]["seed"], 5);
    assert_eq!(run["suites"][0]["cases"], 1000);
    assert_eq!(run["k"].as_u64(), Some(10));
    assert_eq!(run["embedder"], "none");
    assert!(run["ended"].as_str() >= run["started"].as_str());
    assert!(run["machine"]["cores"].as_u64() > Some(0));
}

#[test]
fn markdown_has_a_heading_and_rows_of_cells() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
    let text = stdout(&forgeteval("report {} --markdown", &[dir.path()]));
    assert!(text.starts_with("## template: 20 cases"), "{text}");
    let row = text.lines().find(|line| line.starts_with("| null")).unwrap();
    let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
    assert_eq!(cells[..8], ["null", "0", "4", "0", "3", "0", "7/20", "35.0"]);
    assert_eq!(forgeteval("report {} --markdown --json", &[dir.path()]).status.code(), Some(2));
}

#[test]
fn the_ten_categories_stand_in_the_published_order_and_fit_the_width() {
    let dev = suite_file("dev-1.0.0.jsonl");
    let dir = tempfile::tempdir().unwrap();
    let text =
        stdout(&forgeteval("run --suite {} --suite template --per-family 4 --out {}", &[&dev, dir.path()]));
    let headings: Vec<&str> =
        text.lines().find(|line| line.starts_with("system")).unwrap().split_whitespace().collect();
    assert_eq!(
        headings[1..11],
        ["sub", "pre", "para", "neg", "temp", "shar", "comp", "ident", "cross", "rec"]
    );
    for line in text.lines() {
        assert!(line.chars().count() <= 110, "{line}");
        assert_eq!(line, line.trim_end());
    }
    assert_eq!(text.matches("sha256").count(), 2);
    assert_eq!(stdout(&forgeteval("report {}", &[dir.path()])), text);
}

#[test]
fn a_run_cut_off_is_reported_as_far_as_it_went() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null,keep --per-family 4 --out {}", &[dir.path()]).status.success());
    let path = dir.path().join("verdicts.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    let cut: usize = whole.split_inclusive('\n').take(25).map(str::len).sum();
    std::fs::write(&path, &whole[..cut + 30]).unwrap();

    let (records, tail) = read_records(&path).unwrap();
    assert_eq!((records.len(), tail), (25, Tail::Torn { at: cut as u64 }));
    let reported = forgeteval("report {}", &[dir.path()]);
    assert!(reported.status.success());
    assert!(stdout(&reported).contains("keep: only 5 of 20 cases were played."), "{}", stdout(&reported));
    assert!(stderr(&reported).contains("torn"), "{}", stderr(&reported));
}

#[test]
fn a_report_says_which_line_is_bad() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
    let path = dir.path().join("verdicts.jsonl");
    let whole = std::fs::read_to_string(&path).unwrap();
    let first = whole.split_inclusive('\n').next().unwrap();

    std::fs::write(&path, format!("{first}{{}}\n")).unwrap();
    let bad = forgeteval("report {}", &[dir.path()]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(stderr(&bad).contains("verdicts.jsonl:2: not a verdict: missing field"), "{}", stderr(&bad));

    std::fs::write(&path, format!("{first}{first}")).unwrap();
    let twice = forgeteval("report {}", &[dir.path()]);
    assert!(stderr(&twice).contains("stands twice"), "{}", stderr(&twice));

    let none = forgeteval("report {}", &[&dir.path().join("nowhere")]);
    assert_eq!(none.status.code(), Some(1));
    assert!(stderr(&none).contains("nowhere"), "{}", stderr(&none));
}

#[test]
fn packed_verdicts_are_read_and_not_added_to() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
    let path = dir.path().join("verdicts.jsonl");
    let plain = stdout(&forgeteval("report {}", &[dir.path()]));
    assert!(std::process::Command::new("gzip").arg(&path).status().unwrap().success());
    assert!(!path.exists());
    assert_eq!(stdout(&forgeteval("report {}", &[dir.path()])), plain);
    let more = forgeteval("run --system nuke --per-family 4 --resume --out {}", &[dir.path()]);
    assert_eq!(more.status.code(), Some(1));
    assert!(stderr(&more).contains("unpack them with gunzip"), "{}", stderr(&more));
}
