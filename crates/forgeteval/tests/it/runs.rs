use std::fs;
use std::path::Path;

use forgeteval::record::{Runs, read_suites, write_suites};
use forgeteval::suite::{Suite, Template};
use serde_json::json;

use crate::support::{case, forgeteval, purge, stderr, stdout};

fn kept(dir: &Path) -> Vec<Suite> {
    read_suites(dir).unwrap().into_iter().map(Result::unwrap).collect()
}

#[test]
fn suites_are_kept_with_their_hash_origin_and_note() {
    let dir = tempfile::tempdir().unwrap();
    let mut told = case("a", &["x \u{2028} </script>", "y"], &[purge("x")], &["y"], &["x"]);
    told.origin = Some(json!("external"));
    told.note = Some(json!({"by": "somebody"}));
    let mine = Suite::new("mine", vec![told]).unwrap().with_version("1.2.3");
    let twin = Suite::new("mine", vec![case("b", &["x"], &[], &[], &[])]).unwrap().with_version("1.2.3");
    let template = Template { per_family: 4, ..Template::default() }.generate().unwrap();
    let odd = Suite::new("../up", vec![case("c", &["x"], &[], &[], &[])]).unwrap();
    let all = [&mine, &twin, &template, &odd];
    write_suites(dir.path(), all).unwrap();

    let names: Vec<String> = fs::read_dir(dir.path().join("suites"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let twin_file = format!("mine-1.2.3-{}.jsonl", &twin.sha256()[..12]);
    for name in ["mine-1.2.3.jsonl", "template.jsonl", ".._up.jsonl", &twin_file] {
        assert!(names.iter().any(|found| found == name), "{name} among {names:?}");
    }
    assert_eq!(names.len(), 4);
    let before = fs::read(dir.path().join("suites/mine-1.2.3.jsonl")).unwrap();
    write_suites(dir.path(), [&twin, &mine]).unwrap();
    assert_eq!(
        fs::read(dir.path().join("suites/mine-1.2.3.jsonl")).unwrap(),
        before,
        "nothing is written over"
    );
    let read = kept(dir.path());
    assert_eq!(read.len(), 4);
    for suite in all {
        let again = read.iter().find(|read| read.sha256() == suite.sha256()).unwrap();
        assert_eq!(again.cases(), suite.cases());
    }
    let again = read.iter().find(|read| read.sha256() == mine.sha256()).unwrap();
    assert_eq!((again.name(), again.version()), ("mine", Some("1.2.3")));
}

#[test]
fn a_run_keeps_its_suites_and_a_report_checks_them() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
    let file = dir.path().join("suites/template.jsonl");
    let before = stdout(&forgeteval("report {}", &[dir.path()]));
    let page = stdout(&forgeteval("report {} --html -", &[dir.path()]));
    assert!(page.contains("kept, hash checked") && page.contains(r#""texts":true"#));

    let altered = fs::read_to_string(&file).unwrap().replacen("likes", "loves", 1);
    fs::write(&file, altered).unwrap();
    fs::write(dir.path().join("suites/notes.txt"), "unknown files are not looked at").unwrap();
    fs::write(dir.path().join("memora.json"), "{").unwrap();
    let told = forgeteval("report {} --html -", &[dir.path()]);
    assert!(stderr(&told).contains("the suite template kept there has hash"), "{}", stderr(&told));
    assert!(stdout(&told).contains("not kept") && stdout(&told).contains(r#""texts":false"#));

    fs::write(&file, "{}\n").unwrap();
    let told = forgeteval("report {} --html -", &[dir.path()]);
    assert!(stderr(&told).contains("template.jsonl:1: not a case"), "{}", stderr(&told));
    fs::remove_dir_all(dir.path().join("suites")).unwrap();
    let none = forgeteval("report {}", &[dir.path()]);
    assert_eq!((stdout(&none), stderr(&none)), (before, String::new()));
}

#[test]
fn the_command_line_is_kept_and_shown() {
    let dir = tempfile::tempdir().unwrap();
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
    let runs = Runs::read(&[dir.path().to_path_buf()]).unwrap();
    assert!(runs.metas[0].command.ends_with(&[dir.path().display().to_string()]));
    let page = stdout(&forgeteval("report {} --html -", &[dir.path()]));
    assert!(page.contains("run --system null --per-family 4 --out"));
}

#[test]
fn directories_are_reported_together_unless_they_hold_the_same() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[one.path()]).status.success());
    assert!(forgeteval("run --system nuke --per-family 4 --out {}", &[two.path()]).status.success());
    let both = stdout(&forgeteval("report {} {}", &[one.path(), two.path()]));
    assert_eq!(both.matches("sha256").count(), 1, "{both}");
    assert!(both.contains("\nnull ") && both.contains("\nnuke "), "{both}");

    assert!(
        forgeteval("run --system null --seed 5 --per-family 4 --out {} --force", &[two.path()])
            .status
            .success()
    );
    let both = stdout(&forgeteval("report {} {}", &[one.path(), two.path()]));
    assert_eq!(both.matches("sha256").count(), 2, "{both}");
    let page = stdout(&forgeteval("report {} {} --html -", &[one.path(), two.path()]));
    assert_eq!(page.matches(r#"data-suite=""#).count(), 2);

    let twice = forgeteval("report {} {}", &[one.path(), one.path()]);
    assert_eq!(stdout(&twice), stdout(&forgeteval("report {}", &[one.path()])), "named twice, it is one");
    let copy = tempfile::tempdir().unwrap();
    fs::copy(one.path().join("verdicts.jsonl"), copy.path().join("verdicts.jsonl")).unwrap();
    let refused = forgeteval("report {} {}", &[one.path(), copy.path()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("hold the verdicts of null on template"), "{}", stderr(&refused));
    assert!(stderr(&refused).contains("forgeteval compare"), "{}", stderr(&refused));
}
