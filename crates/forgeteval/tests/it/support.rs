use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, OnceLock};

use forgeteval::adapter::{CachedEmbedder, Settings, System, build_systems};
use forgeteval::case::Case;
use forgeteval::mutation::Mutation;
use forgeteval::record::Record;
use forgeteval::run::{Options, run};
use forgeteval::suite::Suite;
use nepenthe::embed::{EmbedError, Embedder, NoEmbedder};
use tempfile::TempDir;

/// A bag of hashed words, of unit length.
pub struct HashedWords;

impl Embedder for HashedWords {
    fn name(&self) -> &str {
        "hashed-words"
    }

    fn dimension(&self) -> usize {
        64
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| hashed(text)).collect())
    }
}

fn hashed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0_f32; 64];
    for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let hash = word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        vector[(hash % 64) as usize] += 1.0;
    }
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-9);
    vector.iter().map(|x| x / length).collect()
}

/// The systems of these names, with an embedder.
pub fn systems_with(names: &[&str], embedder: Arc<dyn Embedder>) -> Vec<Arc<dyn System>> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    build_systems(&names, &Settings::new(Arc::new(CachedEmbedder::new(embedder)))).unwrap()
}

/// The systems of these names, without vectors.
pub fn systems(names: &[&str]) -> Vec<Arc<dyn System>> {
    systems_with(names, Arc::new(NoEmbedder))
}

/// The verdicts of systems on a suite.
pub fn verdicts(suite: &Suite, systems: &[Arc<dyn System>], options: &Options) -> Vec<Record> {
    let mut records = Vec::new();
    run(suite, systems, options, &mut records).unwrap();
    records
}

/// A case with a category, of these facts, mutations, strings that must and strings that must not be recalled.
pub fn case(id: &str, facts: &[&str], mutations: &[Mutation], must: &[&str], must_not: &[&str]) -> Case {
    let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Case {
        id: id.to_owned(),
        category: Some("substring_trap".to_owned()),
        family: None,
        sub_template: None,
        setup_facts: owned(facts),
        mutations: mutations.to_vec(),
        final_query: "What is known?".to_owned(),
        must_contain: owned(must),
        must_not_contain: owned(must_not),
        checks: Vec::new(),
        residue: None,
        filler: None,
        absent: None,
        origin: None,
        note: None,
    }
}

pub fn supersede(query: &str, new_text: &str) -> Mutation {
    Mutation::Supersede { query: query.to_owned(), new_text: new_text.to_owned() }
}

pub fn release(query: &str) -> Mutation {
    Mutation::Release { query: query.to_owned() }
}

pub fn purge(query: &str) -> Mutation {
    Mutation::Purge { query: query.to_owned() }
}

/// The command, without a model.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_forgeteval"));
    command.env("FORGETEVAL_EMBEDDER", "none");
    command
}

/// Runs the command with these arguments, separated by spaces, and directories put in for `{}`.
pub fn forgeteval(arguments: &str, dirs: &[&Path]) -> Output {
    let mut dirs = dirs.iter();
    let mut command = command();
    for argument in arguments.split(' ').filter(|argument| !argument.is_empty()) {
        match argument {
            "{}" => command.arg(dirs.next().unwrap()),
            plain => command.arg(plain),
        };
    }
    command.output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The suites of the repository, some of which are part of the program.
pub fn suite_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites").join(name);
    assert!(path.exists(), "{} is part of the repository", path.display());
    path
}

/// The weekly release of Memora (tests/data/README.md), unpacked.
pub fn memora() -> PathBuf {
    static UNPACKED: OnceLock<TempDir> = OnceLock::new();
    let dir = UNPACKED.get_or_init(|| {
        let archive = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/memora-weekly.tar.gz");
        let dir = tempfile::tempdir().unwrap();
        let tar = Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(dir.path()).status();
        assert!(tar.expect("tar is on the path").success(), "{} cannot be unpacked", archive.display());
        dir
    });
    dir.path().join("weekly")
}

/// Python, which the tests of other processes are scripted in.
pub fn python() -> &'static str {
    let there = Command::new("python3").arg("-c").arg("import sqlite3").status();
    assert!(there.is_ok_and(|status| status.success()), "python3 with sqlite3 has to be on the path");
    "python3"
}
