use std::path::Path;
use std::time::Duration;

use forgeteval::adapter::process::{Launch, Limits};
use forgeteval::conformance::{Conformance, Outcome, check};
use tempfile::TempDir;

use crate::support::python;

/// Checks an adapter that has one defect, or none.
fn checked(defect: &str) -> (Conformance, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/children/defective.py");
    let mut launch = Launch::new(python(), &[&script.display().to_string(), defect]);
    launch.dir = Some(dir.path().to_path_buf());
    launch.limits = Limits { operation: Duration::from_secs(20), ..Limits::default() };
    (check(&launch, None, Some("defective")), dir)
}

/// The checks that failed, each with what it found.
fn failed(found: &Conformance) -> Vec<(&str, &str)> {
    let failed = found.findings.iter().filter(|finding| finding.outcome == Outcome::Fail);
    failed.map(|finding| (finding.check, finding.found.as_deref().unwrap())).collect()
}

#[test]
fn a_good_adapter_passes_every_check() {
    let (found, _dir) = checked("");
    assert_eq!(failed(&found), []);
    assert_eq!((found.failed(), found.system.as_deref()), (0, Some("defective 1")));
    let not_offered: Vec<&str> = found
        .findings
        .iter()
        .filter(|finding| finding.outcome == Outcome::NotOffered)
        .map(|finding| finding.check)
        .collect();
    assert_eq!(not_offered, ["no files"]);
}

/// Each defect, the check that finds it, and what is said of it.
fn find(table: &[(&str, &str, &str)]) {
    for (defect, by, said) in table {
        let (found, _dir) = checked(defect);
        let failed = failed(&found);
        let message = failed.iter().find(|(check, _)| check == by).map(|(_, message)| *message);
        assert!(message.is_some_and(|message| message.contains(said)), "{defect}: {failed:?}");
        let hint = found.findings.iter().find(|finding| finding.check == *by).unwrap().hint;
        assert!(hint.is_some_and(|hint| !hint.is_empty()), "{defect}");
    }
}

#[test]
fn defects_of_writing_and_recalling_are_found() {
    find(&[
        ("keeps all", "reset empties", "after reset, recall answered `Quentin keeps"),
        ("finds nothing", "finds what was written", "recall answered []"),
        ("never empty", "nothing there", "an empty memory answered [\"I know nothing"),
        ("bare query", "odd queries", "fts5: syntax error"),
        ("more than k", "at most k", "texts for k = 1"),
        ("worst first", "best first", "and k = 1, recall answered"),
        ("strips texts", "texts as they are", "`  memo with spaces around it  ` came back as"),
    ]);
}

#[test]
fn defects_of_forgetting_are_found() {
    find(&[
        ("only adds", "supersede", "and not without `Oslo`"),
        ("purges later", "purge", "and not without `Oslo`"),
        ("releases nothing", "release", "and not without `Oslo`"),
        ("restores nothing", "restore", "and not with `Oslo`"),
        ("takes a no for a yes", "consent", "and not with `Oslo`"),
        ("shows no list", "consent", "consent answered {\"shown\":\"Quentin lives in Oslo.\"}"),
        ("import writes nothing", "import", "were imported, and recall answered []"),
        ("one scope", "scopes apart", "holds what is red"),
        ("bad usage", "usage", "`{\"calls\":\"many\"}`"),
        ("stray file", "files in the folder", "stray.json was written"),
        ("no folder named", "no files", "rows.json was written"),
    ]);
}

#[test]
fn defects_of_the_protocol_are_found() {
    find(&[
        ("unknown operation", "describe", "`forget` is no operation"),
        ("moody name", "describe", "system.toml says `defective`"),
        ("missing method answered", "missing operations", "release answered error -32603"),
        ("dies of an unknown method", "unknown method", "ended during no_such_method"),
        ("wrong code", "unknown method", "error -32000 (what?) in the place of -32601"),
        ("takes anything", "bad parameters", "and no error"),
        ("tires of resets", "200 resets", "too many open files"),
        ("lost count", "ids", "under the id 1"),
        ("prints", "clean output", "[library] 9 answers"),
        ("never ends", "end of input", "still ran after 5 s"),
    ]);
}

#[test]
fn an_adapter_that_does_not_start_is_asked_nothing() {
    let (found, _dir) = checked("no start");
    let failed = failed(&found);
    assert!(failed.len() == 1 && failed[0].1.contains("no licence"), "{failed:?}");
    assert!(found.findings[1..].iter().all(|finding| finding.outcome == Outcome::NotRun));
    assert_eq!((found.failed(), found.system), (1, None));
}
