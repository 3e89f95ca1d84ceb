use std::path::Path;

use serde_json::Value;

use crate::support::{forgeteval, stderr, stdout};

fn run(dir: &Path, systems: &str, more: &str) {
    let output = forgeteval(&format!("run --system {systems} --per-family 8 {more} --out {{}}"), &[dir]);
    assert!(output.status.success(), "{}", stderr(&output));
}

fn compared(arguments: &str, dirs: &[&Path]) -> Value {
    let output = forgeteval(&format!("compare {arguments} --json"), dirs);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn pairs_are_tested_over_all_cases_and_in_each_column() {
    let dir = tempfile::tempdir().unwrap();
    run(dir.path(), "null,nuke,oracle", "");
    let found = compared("{}", &[dir.path()]);
    let pairs: Vec<(&str, &str)> = found["comparisons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| (pair["first"].as_str().unwrap(), pair["second"].as_str().unwrap()))
        .collect();
    assert_eq!(pairs, [("null", "nuke"), ("null", "oracle"), ("nuke", "oracle")]);
    // nuke passes 8 + 8 + 0 + 6 + 8, null 0 + 8 + 0 + 6 + 0.
    let first = &found["comparisons"][0];
    assert_eq!((first["n"].as_u64(), first["all"]["only_first"].as_u64()), (Some(40), Some(0)));
    assert_eq!(first["all"]["only_second"], 16);
    let p = first["all"]["p"].as_f64().unwrap();
    assert!((p - 2.0 / 65536.0).abs() < 1e-15, "{p}");
    let column = &first["columns"][0];
    assert_eq!((column["name"].as_str(), column["only_second"].as_u64()), (Some("supersession"), Some(8)));
    // 2 / 2^8, times the five columns.
    assert!((column["p_holm"].as_f64().unwrap() - 5.0 * 2.0 / 256.0).abs() < 1e-15, "{column}");
    assert_eq!(found["origins"][0]["origin"], "unsaid");

    let text = stdout(&forgeteval("compare {} --system nuke,null", &[dir.path()]));
    assert!(text.contains("McNemar's test") && !text.contains("oracle"), "{text}");
    let nobody = forgeteval("compare {} --system nobody", &[dir.path()]);
    assert!(stderr(&nobody).contains("holds no verdict of nobody"), "{}", stderr(&nobody));
}

#[test]
fn repeated_runs_tell_their_spread_and_what_flipped() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(one.path(), "null,nuke", "");
    run(two.path(), "null,nuke", "");
    // One verdict of the second run is turned round.
    let path = two.path().join("verdicts.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let flipped = lines[0]["case"].clone();
    assert_eq!(lines[0]["judged"]["published"]["verdict"], "fail");
    lines[0]["judged"]["published"]["verdict"] = "pass".into();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(&path, text).unwrap();

    let found = compared("{} {}", &[one.path(), two.path()]);
    let null = &found["variance"][0];
    assert_eq!(null["system"], "null");
    assert_eq!(null["passes"], serde_json::json!([14, 15]));
    assert_eq!(null["flipped"]["supersession"], serde_json::json!([flipped]));
    let sd = null["rate"]["sd"].as_f64().unwrap();
    assert!((sd - (1.0 / 40.0) / 2.0_f64.sqrt()).abs() < 1e-12, "{sd}");
    assert_eq!(found["variance"][1]["flipped"], serde_json::json!({}));
    assert_eq!(compared("{}", &[one.path()])["variance"], serde_json::json!([]));
}

#[test]
fn systems_that_play_at_once_give_the_verdicts_that_they_give_alone() {
    let (alone, at_once) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(alone.path(), "null,keep,nuke,naive-sql", "");
    run(at_once.path(), "null,keep,nuke,naive-sql", "--jobs 3");
    let verdicts = |dir: &Path| {
        let text = std::fs::read_to_string(dir.join("verdicts.jsonl")).unwrap();
        let mut found: Vec<(String, String, String)> = text
            .lines()
            .map(|line| {
                let line: Value = serde_json::from_str(line).unwrap();
                (line["system"].to_string(), line["case"].to_string(), line["judged"].to_string())
            })
            .collect();
        found.sort();
        found
    };
    assert_eq!(verdicts(alone.path()), verdicts(at_once.path()));
}
