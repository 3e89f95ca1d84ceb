use std::process::Stdio;
use std::sync::Arc;

use forgeteval::adapter::{REGISTRY, System};
use forgeteval::record::{Journal, Opening};
use forgeteval::run::Options;
use forgeteval::suite::{Template, read_suite};

use crate::support::{command, forgeteval, stderr, stdout, systems};

#[test]
fn nothing_typed_runs_every_system_on_the_template_suite() {
    let dir = tempfile::tempdir().unwrap();
    let ran = command().current_dir(dir.path()).output().unwrap();
    assert!(ran.status.success(), "{}", stderr(&ran));
    assert!(stdout(&ran).starts_with("template: 1000 cases"), "{}", stdout(&ran));
    for entry in REGISTRY {
        if entry.language_model {
            assert!(!stdout(&ran).contains(entry.name));
            continue;
        }
        assert!(stdout(&ran).contains(&format!("\n{} ", entry.name)), "{}: {}", entry.name, stdout(&ran));
    }
    assert!(stderr(&ran).contains("--out DIR"), "{}", stderr(&ran));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn wrong_command_lines_exit_with_2_and_say_why() {
    let table = [
        (
            "run --system nobody",
            "there is no system `nobody`; there are nepenthe:published, nepenthe:canonical, nepenthe-llm, nepenthe-inscribe, nepenthe-inscribe-aware, nepenthe-merge, nepenthe-joint, nepenthe-routed, null, keep, nuke, oracle, oracle-edits",
        ),
        ("run --system nepenthe-llm", "needs a language model; `forgeteval run` gives one with --llm URL"),
        ("run --llm http://127.0.0.1:1/v1", "--llm-model"),
        ("run --llm scripted:kind", "good, greedy, malformed"),
        ("run --llm scripted --llm-money 1", "--price"),
        ("run --llm-calls 1", "there is no language model"),
        ("run --llm scripted --replay x", "cannot be used with"),
        ("run --scorer kind", "published, probed, boundary"),
        ("run --k 0", "--k"),
        ("run --resume", "--out"),
        ("run --out x --resume --force", "cannot be used with"),
        ("run --suite template,template", "hold the same cases"),
        ("run --suite none.jsonl --seed 4", "--suite template alone"),
        ("run --distractors 1000", "1000 distractors were asked for"),
        ("generate --per-family 0", "--per-family"),
        ("frobnicate", "frobnicate"),
        ("report", "<DIR>"),
    ];
    for (arguments, expected) in table {
        let output = forgeteval(arguments, &[]);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", stderr(&output));
        assert!(stderr(&output).contains(expected), "{arguments}: {}", stderr(&output));
        assert_eq!(stdout(&output), "", "{arguments}");
    }
}

#[test]
fn a_suite_that_cannot_be_read_exits_with_1() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bad.jsonl");
    std::fs::write(&path, "{}\n").unwrap();
    let output = forgeteval("run --suite {}", &[&path]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("bad.jsonl:1: not a case: missing field `id`"), "{}", stderr(&output));
}

#[test]
fn a_generated_file_is_the_suite_that_a_run_generates() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.jsonl");
    assert!(forgeteval("generate --seed 3 --per-family 8 --out {}", &[&path]).status.success());
    let generated = Template { seed: 3, per_family: 8, ..Template::default() }.generate().unwrap();
    assert_eq!(read_suite(&path).unwrap().sha256(), generated.sha256());
    let printed = forgeteval("generate --seed 3 --per-family 8", &[]);
    assert_eq!(stdout(&printed), std::fs::read_to_string(&path).unwrap());
    assert!(stderr(&printed).contains(generated.sha256()));
}

#[test]
fn help_lists_and_completions_go_to_standard_output() {
    let help = forgeteval("--help", &[]);
    for word in ["Examples:", "Exit status:", "forgeteval run --suite"] {
        assert!(stdout(&help).contains(word), "{}", stdout(&help));
    }
    let listed = stdout(&forgeteval("systems", &[]));
    for (system, about) in [("nepenthe:published", "Nepenthe with"), ("naive-sql", "rival:")] {
        let line = listed.lines().find(|line| line.starts_with(system)).unwrap();
        assert!(line[system.len()..].trim_start().starts_with(about), "{line}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&forgeteval(&format!("completions {shell}"), &[])).contains("forgeteval"));
    }
}

#[test]
fn a_model_that_cannot_be_had_ends_the_run_before_the_first_case() {
    let dir = tempfile::tempdir().unwrap();
    let (empty, out) = (dir.path().join("empty"), dir.path().join("out"));
    std::fs::create_dir(&empty).unwrap();
    let run = forgeteval(
        "run --embedder minilm --system nepenthe:published --per-family 4 --model-dir {} --out {}",
        &[&empty, &out],
    );
    assert_eq!(run.status.code(), Some(1), "{}", stderr(&run));
    assert!(stdout(&run).is_empty());
    for said in ["model.safetensors", "tokenizer.json", "empty"] {
        assert!(stderr(&run).contains(said), "{}", stderr(&run));
    }
    assert!(!out.join("verdicts.jsonl").exists());

    let lexical = "run --embedder minilm --system null,naive-sql --per-family 4 --model-dir {}";
    assert!(forgeteval(lexical, &[&empty]).status.success(), "these systems need no model");
}

#[test]
fn a_closed_pipe_is_no_panic() {
    for arguments in [&["generate"][..], &["completions", "bash"], &["systems"], &["run", "--system", "null"]]
    {
        let mut child =
            command().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    }
}

#[test]
fn a_directory_is_written_by_one_run_at_a_time() {
    let dir = tempfile::tempdir().unwrap();
    let suite = Template { per_family: 4, ..Template::default() }.generate().unwrap();
    let systems: Vec<Arc<dyn System>> = systems(&["null"]);
    let held = Journal::open(dir.path(), Opening::Fresh, &[suite], &systems, &Options::default()).unwrap();
    let refused = forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("another run is writing to"), "{}", stderr(&refused));
    drop(held);
    assert!(forgeteval("run --system null --per-family 4 --out {}", &[dir.path()]).status.success());
}
