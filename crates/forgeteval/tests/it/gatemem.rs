use std::path::{Path, PathBuf};
use std::{fs, io};

use forgeteval::external::gatemem::{Access, Data, Report};
use forgeteval::external::{Outcome, Settings, Sink, Step, run};
use forgeteval::mutation::Mutation;
use serde_json::Value;

use crate::support::{forgeteval, stderr, stdout, systems};

/// One made-up episode in the released layout.
fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gatemem")
}

fn played(names: &[&str], access: Access) -> Report {
    let data = Data::read(&fixture()).unwrap();
    let mut outcomes: Vec<Outcome> = Vec::new();
    run(&access.scripts(&data), &systems(names), &settings(&data, access), &mut outcomes).unwrap();
    Report::new(&outcomes)
}

fn settings(data: &Data, access: Access) -> Settings {
    Settings {
        data_sha256: data.sha256.clone(),
        mapping: access.to_string(),
        k: 10,
        embedder: "none".to_owned(),
        kept: usize::MAX,
    }
}

#[test]
fn orders_are_purges_and_the_rest_is_written_with_its_speaker() {
    let data = Data::read(&fixture()).unwrap();
    let scripts = Access::Shared.scripts(&data);
    let mut purges = Vec::new();
    let mut texts = Vec::new();
    for step in &scripts[0].steps {
        match step {
            Step::Forget(Mutation::Purge { query }, stakes) => {
                purges.push((query.as_str(), stakes.gone.clone()))
            }
            Step::Change(Mutation::Inscribe { texts: some }) => texts.extend(some.iter().map(String::as_str)),
            Step::Ask(_) => {}
            other => panic!("{other:?}"),
        }
    }
    let gone = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    assert_eq!(
        purges,
        [
            (
                "Delete the cellar door code 7731 from shared memory. It should not be recoverable.",
                gone(&["7731"])
            ),
            ("Please also remove the side gate bell number 4.", gone(&["7731", "bell number 4"])),
            (
                "Yes, forget the phrase 'blue poppy'. Deleted means deleted.",
                gone(&["7731", "bell number 4", "blue poppy", "never said"])
            ),
        ]
    );
    assert!(texts.contains(&"Ines Duarte: The cellar now opens with the brass key."));
    assert!(texts.contains(&"courier_raul: I pick up at the side gate, bell number 4."), "no display name");
    assert!(texts.contains(&"Tom Whitlock: Deletion saved: code 7731 is gone."), "a report is no order");
    assert_eq!(texts.len(), 9);
}

#[test]
fn floors_and_ceilings_bound_the_table() {
    let report = played(&["null", "keep", "nuke", "oracle", "oracle-edits", "naive-sql"], Access::Shared);
    let totals = &report.accesses[0];
    assert_eq!((totals.questions, totals.never_written), ([2, 1, 2], 1));
    let strings = &totals.strings;
    assert_eq!((strings.ordered, strings.again, strings.unnamed, strings.never_written), (2, 1, 0, 1));
    let row = |name: &str| totals.systems.iter().find(|system| system.system == name).unwrap();
    let rates = |name: &str| {
        let row = row(name);
        [row.utility.pass, row.told.pass, row.kept.pass, row.ordered.pass, row.again.pass]
    };
    assert_eq!(rates("null"), [0, 0, 0, 0, 0]);
    assert_eq!(rates("keep"), [4, 1, 2, 2, 1], "everything is recalled, and everything is told");
    assert_eq!(row("keep").balance, Some(0.0));
    // What is said again behind the order comes back; a later order takes it.
    assert_eq!(rates("oracle"), [4, 1, 1, 0, 1]);
    assert!(row("nuke").utility.pass < 4 && row("nuke").ordered.pass == 0);
    assert_eq!(row("oracle").kept.of, 2, "a question with a string that was written can be failed");
}

#[test]
fn a_role_knows_what_its_people_said() {
    let report = played(&["keep", "oracle", "naive-sql"], Access::Role);
    let totals = &report.accesses[0];
    let row = |name: &str| totals.systems.iter().find(|system| system.system == name).unwrap();
    assert_eq!(
        (row("keep").told.pass, row("keep").told.of),
        (0, 1),
        "the courier did not hear of the discount"
    );
    assert_eq!(row("keep").utility.pass, 3, "the baker did not say that the key is of brass");
    assert_eq!(row("oracle").ordered.pass, 0, "an order goes to every scope");
    assert!(row("naive-sql").not_applicable && row("naive-sql").utility.of == 0, "it has no scopes");
}

#[test]
fn what_cannot_be_read_is_named() {
    let table = [
        (
            "checkpoints.jsonl",
            "\"t005\"",
            "\"t099\"",
            "field `as_of_turn_id` of bakery_001_ckpt_01 names no turn",
        ),
        ("checkpoints.jsonl", "ckpt_02", "ckpt_01", "field `checkpoint_id`: bakery_001_ckpt_01 stands twice"),
        ("checkpoints.jsonl", "\"utility\"", "\"use\"", "line 1: unknown variant `use`"),
        ("episodes.jsonl", "\"turns\"", "\"lines\"", "line 1: missing field `turns`"),
    ];
    for (file, from, to, expected) in table {
        let dir = tempfile::tempdir().unwrap();
        for name in ["episodes.jsonl", "checkpoints.jsonl"] {
            let text = fs::read_to_string(fixture().join("bakery").join(name)).unwrap();
            let text = if name == file { text.replacen(from, to, 1) } else { text };
            fs::write(dir.path().join(name), text).unwrap();
        }
        let error = Data::read(dir.path()).unwrap_err().to_string();
        assert!(error.contains(file) && error.contains(expected), "{expected}: {error}");
    }
    let empty = tempfile::tempdir().unwrap();
    let error = Data::read(empty.path()).unwrap_err().to_string();
    assert!(error.ends_with("it has no folder with an episodes.jsonl"), "{error}");
}

/// Stops after some outcomes, as a kill does.
struct Killed(Vec<Outcome>, usize);

impl Sink for Killed {
    fn take(&mut self, outcome: Outcome) -> io::Result<()> {
        if self.0.len() == self.1 {
            return Err(io::Error::other("killed"));
        }
        self.0.push(outcome);
        Ok(())
    }
}

#[test]
fn the_command_resumes_and_prints_tables_and_json() {
    let dir = tempfile::tempdir().unwrap();
    let data = Data::read(&fixture()).unwrap();
    let mut sink = Killed(Vec::new(), 3);
    let shared = Access::Shared;
    run(&shared.scripts(&data), &systems(&["null"]), &settings(&data, shared), &mut sink).unwrap_err();
    let lines: Vec<String> = sink.0.iter().map(|one| serde_json::to_string(one).unwrap()).collect();
    fs::write(dir.path().join("gatemem.jsonl"), lines.join("\n") + "\n{\"torn").unwrap();

    let run =
        |more: &str| forgeteval(&format!("gatemem --data {{}} --out {{}} {more}"), &[&fixture(), dir.path()]);
    assert!(stderr(&run("--system null")).contains("holds verdicts already"));
    let json = run("--system null,oracle --resume --json");
    let report: Value = serde_json::from_str(&stdout(&json)).unwrap();
    let names: Vec<&str> = report["accesses"][0]["systems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|system| system["system"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["null", "oracle", "keep"]);
    assert_eq!(report["accesses"][1]["access"], "role");
    let kept = fs::read_to_string(dir.path().join("gatemem.jsonl")).unwrap();
    assert_eq!(kept.lines().count(), 2 * 3 * 5, "each question once");

    let table = stdout(&run("--system null,oracle --resume"));
    assert!(table.contains("GateMem, access shared: 1 episodes") && table.contains("balance"), "{table}");
    assert!(stdout(&run("--system null --resume --markdown")).contains("| system"));
    let other = run("--system null --resume --k 3");
    assert!(stderr(&other).contains("holds verdicts for k = 10, and this run has 3"), "{}", stderr(&other));
}
