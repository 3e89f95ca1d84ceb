use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{command, forgeteval, python, stderr, stdout};

/// The block of a language in docs/adapters.md.
fn from_the_docs(language: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/adapters.md");
    let text = fs::read_to_string(path).unwrap();
    let start = text.split_once(&format!("```{language}\n")).unwrap().1;
    start.split_once("```").unwrap().0.to_owned()
}

/// Puts the adapter of docs/adapters.md into a folder.
fn write_notes(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("adapter.py"), from_the_docs("python")).unwrap();
    fs::write(dir.join("system.toml"), from_the_docs("toml")).unwrap();
}

fn verdicts(dir: &Path) -> Vec<Value> {
    let text = fs::read_to_string(dir.join("verdicts.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_adapter_of_the_docs_is_short_and_passes_its_check() {
    let code = from_the_docs("python");
    assert!(code.lines().filter(|line| !line.trim().is_empty()).count() <= 30, "{code}");
    let dir = tempfile::tempdir().unwrap();
    write_notes(&dir.path().join("notes"));
    let script = dir.path().join("notes/adapter.py");
    let checked = forgeteval("adapter check python3 {}", &[&script]);
    assert!(checked.status.success(), "{}{}", stdout(&checked), stderr(&checked));
    assert!(stdout(&checked).contains(" 0 failed (0 of them required)"), "{}", stdout(&checked));

    let checked = forgeteval("adapter check --json --systems-dir {} --system notes", &[dir.path()]);
    let found: Value = serde_json::from_str(&stdout(&checked)).unwrap();
    let release = found["findings"].as_array().unwrap().iter().find(|finding| finding["check"] == "release");
    assert_eq!(release.unwrap()["outcome"], "not_offered");
}

#[test]
fn the_adapter_of_the_docs_plays_a_suite_and_is_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("out");
    write_notes(&dir.path().join("notes"));
    let run = "run --per-family 4 --systems-dir {} --system notes,null --out {}";
    let ran = forgeteval(run, &[dir.path(), &out]);
    assert!(ran.status.success(), "{}", stderr(&ran));
    let all = verdicts(&out);
    let own: Vec<&Value> = all.iter().filter(|verdict| verdict["system"] == "notes").collect();
    assert_eq!((own.len(), all.len()), (20, 40));
    assert!(own[0]["system_version"].as_str().unwrap().starts_with("3."), "the version is the adapter's own");
    let errors: Vec<&str> = own.iter().filter_map(|verdict| verdict["error"].as_str()).collect();
    assert!(
        !errors.is_empty() && errors.iter().all(|error| *error == "release is not supported"),
        "{errors:?}"
    );
    assert!(own.iter().any(|verdict| !verdict["recalled"].as_array().unwrap().is_empty()));
    assert!(out.join("logs/notes.stderr").exists());

    // Cut off, and gone on with: the version is asked for before a case is played.
    let lines = fs::read_to_string(out.join("verdicts.jsonl")).unwrap();
    let kept: String = lines.split_inclusive('\n').take(7).collect();
    fs::write(out.join("verdicts.jsonl"), kept).unwrap();
    let resumed = forgeteval(&format!("{run} --resume"), &[dir.path(), &out]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert_eq!(verdicts(&out).len(), 40);
}

#[test]
fn a_system_is_named_by_its_path_too() {
    let dir = tempfile::tempdir().unwrap();
    write_notes(&dir.path().join("notes"));
    let ran = command()
        .current_dir(dir.path())
        .args(["run", "--per-family", "4", "--system", "./notes"])
        .output()
        .unwrap();
    assert!(ran.status.success() && stdout(&ran).contains("\nnotes "), "{}{}", stdout(&ran), stderr(&ran));
    let nowhere = forgeteval("run --system ./nowhere", &[]);
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(stderr(&nowhere).contains("./nowhere/system.toml"), "{}", stderr(&nowhere));
    let twice = command()
        .current_dir(dir.path())
        .args(["run", "--systems-dir", ".", "--system", "./notes,notes"])
        .output()
        .unwrap();
    assert!(stderr(&twice).contains("two of the systems have the name `notes`"), "{}", stderr(&twice));
}

#[test]
fn systems_are_listed_with_what_they_lack() {
    let dir = tempfile::tempdir().unwrap();
    write_notes(&dir.path().join("notes"));
    let python =
        "name = \"snake\"\nabout = \"in Python\"\nversion = \"2\"\ncommand = [\"{python}\", \"a.py\"]\n";
    for (name, text) in [("snake", python), ("broken", "name = 1"), ("alias", python)] {
        fs::create_dir(dir.path().join(name)).unwrap();
        fs::write(dir.path().join(name).join("system.toml"), text).unwrap();
    }
    fs::create_dir(dir.path().join("no-system")).unwrap();

    let listed = stdout(&forgeteval("systems --systems-dir {}", &[dir.path()]));
    let line =
        |name: &str| listed.lines().find(|line| line.split(' ').next() == Some(name)).unwrap_or_default();
    assert!(line("notes").ends_with("deletes the best hit [1, installed]"), "{listed}");
    assert!(line("snake").ends_with("in Python [2, not installed]"), "{listed}");
    assert!(line("broken").contains("broken/system.toml: "), "{listed}");
    assert!(line("alias").contains("the name is `snake`, and the folder's is `alias`"), "{listed}");
    assert!(line("no-system").is_empty() && line("naive-sql").contains("rival:"), "{listed}");

    let rows: Value =
        serde_json::from_str(&stdout(&forgeteval("systems --json --systems-dir {}", &[dir.path()]))).unwrap();
    let row = |name: &str| rows.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    assert_eq!((&row("notes")["installed"], &row("notes")["version"]), (&true.into(), &"1".into()));
    assert_eq!((&row("snake")["installed"], &row("null")["built_in"]), (&false.into(), &true.into()));

    let refused = forgeteval("run --systems-dir {} --system snake", &[dir.path()]);
    assert!(stderr(&refused).contains("there is no install.py beside its folder"), "{}", stderr(&refused));
    fs::write(dir.path().join("install.py"), "").unwrap();
    let refused = forgeteval("run --systems-dir {} --system snake", &[dir.path()]);
    assert_eq!(refused.status.code(), Some(1));
    let expected = format!("install it with: python3 {} snake", dir.path().join("install.py").display());
    assert!(stderr(&refused).contains(&expected), "{}", stderr(&refused));
    let unknown = forgeteval("run --systems-dir {} --system nobody", &[dir.path()]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("naive-sql, alias, broken, notes, snake"), "{}", stderr(&unknown));
}

#[test]
fn an_installed_system_is_started_with_its_own_python() {
    let python = python();
    let dir = tempfile::tempdir().unwrap();
    write_notes(&dir.path().join("notes"));
    let venv = dir.path().join(".venv/notes");
    fs::create_dir_all(venv.join("bin")).unwrap();
    // What stands for the environment's Python says that it was used.
    let stand_in = format!("#!/bin/sh\necho \"own python, $OWN\" >&2\nexec {python} \"$@\"\n");
    let file = venv.join("bin/python");
    fs::write(&file, stand_in).unwrap();
    assert!(std::process::Command::new("chmod").arg("+x").arg(&file).status().unwrap().success());
    let manifest = from_the_docs("toml").replace("program", "python").replace("python3", "{python}");
    fs::write(dir.path().join("notes/system.toml"), manifest + "[env]\nOWN = \"{venv}\"\n").unwrap();

    let run = "run --per-family 4 --systems-dir {} --system notes --out {}";
    let out = dir.path().join("out");
    assert_eq!(forgeteval(run, &[dir.path(), &out]).status.code(), Some(1), "not installed yet");
    fs::write(venv.join(".installed"), "").unwrap();
    let ran = forgeteval(run, &[dir.path(), &out]);
    assert!(ran.status.success(), "{}", stderr(&ran));
    let log = fs::read_to_string(out.join("logs/notes.stderr")).unwrap();
    assert!(log.contains(&format!("own python, {}", venv.display())), "{log}");
}

#[test]
fn a_failed_check_is_exit_status_1_and_the_module_can_be_saved() {
    let failed = forgeteval("adapter check false", &[]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(stdout(&failed).contains("FAIL            describe"), "{}", stdout(&failed));
    assert!(stderr(&failed).contains("1 of the required checks failed"), "{}", stderr(&failed));
    for (arguments, expected) in [
        ("adapter check", "<CMD>"),
        ("adapter check --system null", "built in"),
        ("adapter check --system nobody --systems-dir none", "there is no system `nobody` in none"),
    ] {
        let wrong = forgeteval(arguments, &[]);
        assert_eq!(wrong.status.code(), Some(2), "{arguments}");
        assert!(stderr(&wrong).contains(expected), "{}", stderr(&wrong));
    }
    assert!(stdout(&forgeteval("adapter module", &[])).contains("class Adapter:"));
}
