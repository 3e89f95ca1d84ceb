use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use forgeteval::record::{CaseTimes, Record, read_records};
use serde_json::Value;

use crate::support::{command, forgeteval, stderr, stdout};

const RUN: &str = "run --system null,nuke,naive-sql --per-family 12 --out {}";

/// The verdicts of a directory, in order, without their times.
fn timeless(dir: &Path) -> Vec<Record> {
    let (mut records, _) = read_records(&dir.join("verdicts.jsonl")).unwrap();
    records.iter_mut().for_each(|record| record.times = CaseTimes::default());
    records
}

/// The totals of a directory, without their times.
fn totals(dir: &Path) -> Value {
    let mut report: Value = serde_json::from_str(&stdout(&forgeteval("report {} --json", &[dir]))).unwrap();
    for system in report["suites"][0]["systems"].as_array_mut().unwrap() {
        let system = system.as_object_mut().unwrap();
        system.remove("mean_ms").unwrap();
        system.remove("median_ms").unwrap();
    }
    report
}

#[test]
fn a_torn_run_gone_on_with_equals_an_uninterrupted_one() {
    let (whole, torn) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert!(forgeteval(RUN, &[whole.path()]).status.success());
    let lines = fs::read_to_string(whole.path().join("verdicts.jsonl")).unwrap();
    let lines: Vec<&str> = lines.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 180);

    // Cut off between lines, within a line, and before its line feed alone.
    for (kept, rest) in [(0, 0), (0, 5), (77, 0), (77, 40), (179, lines[179].len() - 1)] {
        let next = &lines[kept][..rest];
        fs::write(torn.path().join("verdicts.jsonl"), lines[..kept].concat() + next).unwrap();
        let resumed = forgeteval(&format!("{RUN} --resume"), &[torn.path()]);
        assert!(resumed.status.success(), "{}", stderr(&resumed));
        assert_eq!(timeless(torn.path()), timeless(whole.path()), "{kept} lines and {rest} bytes");
        assert_eq!(totals(torn.path()), totals(whole.path()));
        assert_eq!(stdout(&resumed), stdout(&forgeteval("report {}", &[torn.path()])));
        let summary = fs::read_to_string(torn.path().join("summary.json")).unwrap();
        let summary: Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["run"]["resumed_from"], kept);
    }
}

#[test]
fn a_killed_run_loses_nothing_that_it_wrote() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("verdicts.jsonl");
    let run = ["run", "--system", "naive-sql,null", "--per-family", "400", "--out"];
    let mut child =
        command().args(run).arg(dir.path()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let patience = Instant::now();
    while fs::metadata(&path).map_or(0, |file| file.len()) < 10_000
        && patience.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();

    let (before, _) = read_records(&path).unwrap();
    assert!(!before.is_empty());
    let resumed = command().args(run).arg(dir.path()).arg("--resume").output().unwrap();
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    let (after, _) = read_records(&path).unwrap();
    assert_eq!(after.len(), 4000);
    assert_eq!(after[..before.len()], before, "no verdict is made twice");
}

#[test]
fn verdicts_that_are_there_are_not_overwritten_unasked() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval(RUN, &[dir.path()]).status.success());
    let before = fs::read(dir.path().join("verdicts.jsonl")).unwrap();
    let refused = forgeteval(RUN, &[dir.path()]);
    assert_eq!(refused.status.code(), Some(1));
    for word in ["holds verdicts already", "--resume", "--force", "--out"] {
        assert!(stderr(&refused).contains(word), "{}", stderr(&refused));
    }
    assert_eq!(fs::read(dir.path().join("verdicts.jsonl")).unwrap(), before);

    let other = "run --system null --per-family 4 --force --out {}";
    assert!(forgeteval(other, &[dir.path()]).status.success());
    assert_eq!(timeless(dir.path()).len(), 20);
}

#[test]
fn verdicts_made_otherwise_are_not_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
    let before = fs::read(dir.path().join("verdicts.jsonl")).unwrap();
    let table = [
        ("--per-family 4 --seed 43", "of another suite, template with hash"),
        ("--per-family 4 --limit 3", "of another suite, template with hash"),
        ("--per-family 4 --k 5", "for k = 10, and this run has 5"),
        ("--per-family 4 --embedder minilm", "with embedder none, and this run has "),
    ];
    for (options, expected) in table {
        let refused = forgeteval(&format!("run --system null {options} --resume --out {{}}"), &[dir.path()]);
        assert_eq!(refused.status.code(), Some(1), "{options}");
        assert!(stderr(&refused).contains(expected), "{options}: {}", stderr(&refused));
        assert_eq!(fs::read(dir.path().join("verdicts.jsonl")).unwrap(), before);
    }

    let aged = String::from_utf8(before).unwrap().replace(r#""system_version":""#, r#""system_version":"0-"#);
    fs::write(dir.path().join("verdicts.jsonl"), aged).unwrap();
    let refused = forgeteval("run --system null --per-family 4 --resume --out {}", &[dir.path()]);
    assert!(stderr(&refused).contains("of another version of null"), "{}", stderr(&refused));
}

#[test]
fn a_system_can_be_added_to_a_run() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
    let more = forgeteval("run --system nuke --per-family 4 --resume --out {}", &[dir.path()]);
    assert!(more.status.success(), "{}", stderr(&more));
    assert_eq!(totals(dir.path())["suites"][0]["systems"].as_array().unwrap().len(), 2);
}
