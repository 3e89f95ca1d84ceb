use std::path::Path;
use std::process::Command;

use crate::support::{command, stderr, stdout};

const PLAYED: [&str; 11] = [
    "run", "--suite", "adversarial,scope,resurrection", "--limit", "8", "--system",
    "nepenthe:canonical,nepenthe:published", "--embedder", "none", "--scorer", "probed",
];

#[test]
fn a_store_in_postgresql_gives_the_verdicts_and_recalls_of_one_in_memory() {
    let (dir, root) = (tempfile::tempdir().unwrap(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let out = |name: &str| dir.path().join(name);
    let ran = command().args(PLAYED).arg("--out").arg(out("memory")).output().unwrap();
    assert!(ran.status.success(), "{}", stderr(&ran));
    for mode in ["sealed", "plain"] {
        let play = format!(r#"exec "$0" "$@" --db "$NEPENTHE_TEST_POSTGRES?mode={mode}""#);
        let ran = Command::new(root.join("scripts/postgres.sh"))
            .args(["sh", "-c", &play, env!("CARGO_BIN_EXE_forgeteval")])
            .args(PLAYED)
            .arg("--out")
            .arg(out(mode))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", stderr(&ran));
        let mut same = Command::new("python3");
        same.arg(root.join("results/same.py")).args([out("memory"), out(mode)]);
        let told = same.output().unwrap();
        assert!(
            stdout(&told).starts_with("48 verdicts of both runs (48 and 48), 0 differ"),
            "{}",
            stdout(&told)
        );
        // The run says where the stores were, and shows no password.
        let meta = std::fs::read_to_string(out(mode).join("run.json")).unwrap();
        assert!(meta.contains("--db") && !meta.contains("nepenthe_owner:"), "{meta}");
    }
}

#[test]
fn a_database_that_cannot_be_used_is_the_runs_error_and_shows_no_password() {
    for (url, word) in [
        ("nonsense", "no URL of a PostgreSQL database"),
        ("postgres://u:hush-4711@127.0.0.1:1/x", "refused"),
        ("postgres://127.0.0.1:1/x?mode=open", "`sealed` or `plain`"),
    ] {
        let ran = command().args(PLAYED).args(["--db", url]).output().unwrap();
        assert_eq!(ran.status.code(), Some(1), "{}", stderr(&ran));
        assert!(stderr(&ran).contains("--db: ") && stderr(&ran).contains(word), "{}", stderr(&ran));
        assert!(!stderr(&ran).contains("hush-4711"), "{}", stderr(&ran));
        assert_eq!(stdout(&ran), "");
    }
}
