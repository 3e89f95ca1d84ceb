use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use forgeteval::adapter::process::{Launch, Limits, Process};
use forgeteval::adapter::{Adapter, AdapterError, System, Usage};
use forgeteval::mutation::Op;
use forgeteval::run::Options;
use forgeteval::score::Verdict;
use forgeteval::suite::Suite;
use tempfile::TempDir;

use crate::support::{case, purge, python, supersede, verdicts};

/// Enough for any answer, and short enough to wait for.
const LIMIT: Duration = Duration::from_secs(2);

/// A system whose child does wrong what a query says.
fn faulty(started: &str, dir: &Path) -> Process {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/children/faulty.py");
    let mut launch = Launch::new(python(), &[&script.display().to_string(), started]);
    launch.dir = Some(dir.to_path_buf());
    launch.log = Some(dir.join("logs").join("faulty.stderr"));
    launch.limits = Limits { operation: LIMIT, ..Limits::default() };
    Process::new("faulty", "as its folder says", launch, None)
}

fn open(system: &Process) -> Result<Box<dyn Adapter>, AdapterError> {
    system.open(&case("a", &[], &[], &[], &[]))
}

fn said(answer: Result<Vec<String>, AdapterError>) -> String {
    match answer {
        Err(AdapterError::Failed(message)) => message,
        other => panic!("{other:?}"),
    }
}

/// The next case: everything works in it.
fn works(system: &Process) {
    let mut memory = open(system).unwrap();
    memory.inscribe(&["tea".to_owned(), "milk".to_owned()]).unwrap();
    assert_eq!(memory.recall("tea?", 1).unwrap(), ["tea"]);
}

/// Plays a case that meets a fault, then one that does not. Returns what the first was failed with.
fn one_case_fails(fault: &str) -> (String, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let system = faulty("", dir.path());
    works(&system);
    let mut memory = open(&system).unwrap();
    memory.inscribe(&["tea".to_owned()]).unwrap();
    let message = said(memory.recall(&format!("do: {fault}"), 10));
    works(&system);
    // A memory whose turn is over has no say any more.
    assert!(said(memory.recall("tea?", 10)).contains("earlier failure"));
    (message, dir)
}

#[test]
fn a_fault_fails_one_case_and_the_next_gets_a_fresh_child() {
    let table = [
        (
            "crash",
            "ended during recall, with exit status: 7; its standard error ends with: one | two | out of cheese",
        ),
        ("abort", "ended during recall, with signal: 9"),
        (
            "print",
            "no JSON-RPC 2.0 response (not JSON: expected value at line 1 column 1): `Loading the model...`",
        ),
        ("print", "print to standard error"),
        ("wrong id", "under the id"),
        ("wrong shape", "the answer to recall has the wrong shape: missing field `texts`"),
        ("half and end", "ended during recall, with exit status: 0"),
        ("huge", "the answer to recall is longer than 64 MiB"),
        ("closed", "closed its standard output during recall"),
        ("error", "KeyError: 'x' (error -32000)"),
        ("unknown", "never heard of it (error -32601)"),
    ];
    for (fault, expected) in table {
        let (message, _) = one_case_fails(fault);
        assert!(message.contains(expected), "{fault}: {message}");
    }
}

#[test]
fn a_hanging_child_is_stopped() {
    let (message, dir) = one_case_fails("hang");
    assert!(message.contains("recall took longer than 2 s"), "{message}");
    assert!(message.contains("raise timeout_s"), "{message}");
    assert!(dir.path().join("logs/faulty.stderr").exists());
}

#[test]
fn a_child_that_hangs_within_a_line_is_stopped() {
    let (message, _) = one_case_fails("half");
    assert!(message.contains("recall took longer than 2 s"), "{message}");
}

#[test]
fn a_child_that_ignores_the_signal_is_killed() {
    let (message, _) = one_case_fails("stubborn");
    assert!(message.contains("recall took longer than 2 s"), "{message}");
}

#[test]
fn a_child_that_reads_no_more_is_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let system = faulty("", dir.path());
    let mut memory = open(&system).unwrap();
    assert!(memory.recall("do: deaf", 1).unwrap().is_empty());
    // More than any pipe holds.
    let texts = vec!["x".repeat(1 << 20); 20];
    let Err(AdapterError::Failed(message)) = memory.inscribe(&texts) else { panic!() };
    assert!(message.contains("inscribe took longer than 3 s"), "{message}");

    let mut memory = open(&system).unwrap();
    memory.inscribe(&texts).unwrap();
    assert_eq!(memory.recall("x", 20).unwrap().len(), 20);
}

#[test]
fn what_a_child_started_dies_with_it() {
    let (message, dir) = one_case_fails("grandchild");
    assert!(message.contains("ended during recall, with exit status: 3"), "{message}");
    if cfg!(target_os = "linux") {
        let pid = fs::read_to_string(dir.path().join("pid")).unwrap();
        let patience = Instant::now();
        while alive(&pid) {
            assert!(patience.elapsed() < Duration::from_secs(60), "{pid} lives");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Whether a process runs: one that nobody has reaped does not.
fn alive(pid: &str) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.trim().is_empty() && !rest.trim().starts_with('Z'))
}

#[test]
fn an_answer_counts_though_its_giver_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let system = faulty("", dir.path());
    let mut memory = open(&system).unwrap();
    assert_eq!(memory.recall("do: answered and ended", 1).unwrap(), ["last words"]);
    assert!(said(memory.recall("tea?", 1)).contains("ended during recall, with exit status: 0"));
    works(&system);
}

#[test]
fn an_answer_too_many_is_not_taken_for_the_next() {
    let dir = tempfile::tempdir().unwrap();
    let system = faulty("", dir.path());
    let mut memory = open(&system).unwrap();
    assert_eq!(memory.recall("do: twice", 1).unwrap(), ["once"]);
    let message = said(memory.recall("tea?", 1));
    assert!(message.contains("nothing was asked") || message.contains("under the id"), "{message}");
    works(&system);
}

#[test]
fn a_child_is_kept_for_all_cases_and_empty_in_each() {
    let dir = tempfile::tempdir().unwrap();
    let system = faulty("fails once", dir.path());
    assert!(
        matches!(open(&system), Err(AdapterError::Failed(message)) if message.contains("exit status: 5"))
    );
    for _ in 0..5 {
        works(&system);
    }
    assert!(open(&system).unwrap().recall("tea?", 10).unwrap().is_empty());
    assert_eq!(starts(&dir), 2);
}

/// How often the child was started.
fn starts(dir: &TempDir) -> usize {
    fs::read(dir.path().join("starts")).unwrap().len()
}

#[test]
fn after_three_failed_starts_no_other_is_tried() {
    for (started, expected) in [
        ("never", "ended during describe, with exit status: 4; its standard error ends with: no such model"),
        ("other name", "its name is `somebody`, and it was started as `faulty`"),
        ("bad reset", "reset: the disk is full (error 1)"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let system = faulty(started, dir.path());
        for _ in 0..6 {
            let Err(AdapterError::Failed(message)) = open(&system) else { panic!("{started}") };
            assert!(message.contains(expected), "{message}");
        }
        assert_eq!(starts(&dir), 3, "{started}");
    }
}

#[test]
fn a_start_that_takes_too_long_is_told_as_such() {
    let python = python();
    let mut launch = Launch::new(python, &["-c", "import time; time.sleep(600)"]);
    launch.limits.start = Duration::from_millis(300);
    let system = Process::new("sleepy", "1", launch, None);
    let Err(AdapterError::Failed(message)) = open(&system) else { panic!() };
    assert!(message.contains("describe took longer than 0.3 s"), "{message}");
    assert!(message.contains("raise start_timeout_s"), "{message}");
}

#[test]
fn a_program_that_is_not_there_fails_each_case() {
    let system = Process::new("ghost", "1", Launch::new("no-such-program-anywhere", &["x"]), None);
    assert_eq!(system.version(), "1");
    let Err(AdapterError::Failed(message)) = open(&system) else { panic!() };
    assert!(message.contains("cannot start `no-such-program-anywhere x`: "), "{message}");
}

#[test]
fn a_description_decides_what_is_asked_for() {
    let dir = tempfile::tempdir().unwrap();
    let system = faulty("", dir.path());
    assert_eq!((system.name(), system.version()), ("faulty", "3.1"), "the version is the child's own");
    let mut memory = open(&system).unwrap();
    assert_eq!(memory.folder(), Some(PathBuf::from(dir.path()).join("data")));
    // Not in the description, so not asked for.
    assert_eq!(memory.supersede("do: crash", "x"), Err(AdapterError::Unsupported(Op::Supersede)));
    // In it, and answered as missing all the same.
    assert_eq!(memory.purge("do: unknown"), Err(AdapterError::Unsupported(Op::Purge)));
    assert_eq!(memory.release("tea"), Ok(()));
    assert_eq!(memory.restore("tea"), Ok(()));

    memory.inscribe(&["mine".to_owned()]).unwrap();
    memory.enter("other").unwrap();
    assert!(memory.recall("mine", 10).unwrap().is_empty());
    memory.import(&["theirs".to_owned()]).unwrap();
    assert_eq!(memory.recall("theirs", 10).unwrap(), ["theirs"]);
    let usage = Usage { calls: Some(2), cost_usd: Some(0.5), ..Usage::default() };
    assert_eq!(memory.usage(), Ok(Some(usage)));
}

#[test]
fn a_case_that_needs_what_a_child_said_it_lacks_is_not_begun() {
    let dir = tempfile::tempdir().unwrap();
    let system: Arc<dyn System> = Arc::new(faulty("", dir.path()));
    let cases = vec![
        case("crashes", &["tea"], &[purge("do: crash")], &["tea"], &[]),
        // It would crash before it comes to what is lacking.
        case("lacks", &["tea"], &[purge("do: crash"), supersede("tea", "milk")], &["tea"], &[]),
        case("plays", &["tea"], &[purge("milk")], &["tea"], &[]),
    ];
    let suite = Suite::new("lacking", cases).unwrap();
    let found = verdicts(&suite, &[system], &Options::default());
    let verdicts: Vec<Verdict> = found.iter().map(|record| record.judged.published.verdict).collect();
    assert_eq!(verdicts, [Verdict::Fail, Verdict::Na, Verdict::Pass]);
    assert_eq!(found[1].error.as_deref(), Some("supersede is not supported"));
}

#[test]
fn a_child_finds_its_environment_and_its_folder_goes_with_it() {
    let dir = tempfile::tempdir().unwrap();
    let python = python();
    let script = r#"
import os, sys
from forgeteval_adapter import Adapter, serve
class Env(Adapter):
    name, version = "env", os.environ["OWN"]
    def reset(self): pass
    def inscribe(self, texts): open(os.path.join(os.environ["FORGETEVAL_FOLDER"], "f"), "w").write("x")
    def recall(self, query, k): return [os.environ.get(query, "not set"), os.getcwd()]
print("noise")
serve(Env())
"#;
    let mut launch = Launch::new(python, &["-c", script]);
    launch.dir = Some(dir.path().to_path_buf());
    launch.env = vec![("OWN".to_owned(), "7".to_owned()), ("PYTHONPATH".to_owned(), "/own".to_owned())];
    let system = Process::new("env", "0", launch, None);
    assert_eq!(system.version(), "7");
    let mut memory = open(&system).unwrap();
    memory.inscribe(&[]).unwrap();
    let mut get = |name: &str| memory.recall(name, 1).unwrap().remove(0);
    assert_eq!(get("FORGETEVAL_EMBEDDINGS_URL"), "not set");
    assert_eq!(get("PYTHONUNBUFFERED"), "1");
    assert!(get("PYTHONPATH").ends_with(":/own"), "{}", get("PYTHONPATH"));
    let folder = PathBuf::from(get("FORGETEVAL_FOLDER"));
    assert_eq!(fs::read_to_string(folder.join("f")).unwrap(), "x");
    let works_in = memory.recall("x", 2).unwrap().remove(1);
    assert_eq!(PathBuf::from(works_in).canonicalize().unwrap(), dir.path().canonicalize().unwrap());
    drop(memory);
    drop(system);
    assert!(!folder.exists());
}
