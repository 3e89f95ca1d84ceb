//! A folder with a store in it, and the command run there.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// The command under test.
pub const NEPENTHE: &str = env!("CARGO_BIN_EXE_nepenthe");

/// What a run of the command left.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// A folder of its own, in which the command runs without a terminal, lexical only, and far from the network.
pub struct World {
    folder: TempDir,
}

impl World {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A world whose store holds three memories.
    pub fn with_memories() -> Self {
        let world = Self::new();
        for text in
            ["Alice works at Initech.", "The parking permit is P-17.", "The coffee machine is broken."]
        {
            world.ok(["inscribe", text]);
        }
        world
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn db(&self) -> PathBuf {
        self.path("nepenthe.db")
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The command, ready to be run in this world.
    pub fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(NEPENTHE);
        command.args(args);
        self.prepare(&mut command);
        command
    }

    /// Puts any command into this world.
    pub fn prepare(&self, command: &mut Command) {
        let ours = |name: &OsString| name.to_string_lossy().starts_with("NEPENTHE_");
        for (name, _) in std::env::vars_os().filter(|(name, _)| ours(name)) {
            command.env_remove(name);
        }
        command
            .current_dir(self.folder.path())
            .env("HOME", self.folder.path())
            .env("NEPENTHE_EMBEDDER", "none")
            .env("HF_HUB_OFFLINE", "1")
            // What a plan must be for --yes is another test's: `sure`.
            .env("NEPENTHE_MIN_CONFIDENCE", "0")
            .env_remove("OPENAI_API_KEY")
            .env_remove("COLUMNS")
            .env_remove("XDG_CACHE_HOME");
    }

    /// Puts a program that calls `nepenthe` into this world, where that is on the path.
    pub fn prepare_caller(&self, program: &mut Command) {
        self.prepare(program);
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folder = Path::new(NEPENTHE).parent().unwrap().to_path_buf();
        let folders = [folder].into_iter().chain(std::env::split_paths(&path));
        program.env("PATH", std::env::join_paths(folders).unwrap());
        program.env_remove("XDG_DATA_HOME").env_remove("NEPENTHE_MIN_CONFIDENCE");
    }

    pub fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Run {
        self.run_with(args, b"")
    }

    /// Runs the command with this on its standard input.
    pub fn run_with<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>, stdin: &[u8]) -> Run {
        finish(&mut self.command(args), stdin)
    }

    /// Runs the command, which must succeed, and returns what it printed.
    pub fn ok<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> String {
        let run = self.run(args);
        assert_eq!(run.code, Some(0), "{run:?}");
        run.stdout
    }

    /// Runs the command with `--json`, which must succeed, and returns what it printed.
    pub fn json<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Value {
        let args: Vec<OsString> = args.into_iter().map(|arg| arg.as_ref().to_owned()).collect();
        let run = self.run(args.iter().map(OsString::as_os_str).chain([OsStr::new("--json")]));
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
        serde_json::from_str(&run.stdout).unwrap()
    }

    /// The ids of the memories that `list` shows with these arguments.
    pub fn ids(&self, args: &[&str]) -> Vec<String> {
        let listed = self.json([&["list"], args].concat());
        listed["memories"].as_array().unwrap().iter().map(|memory| text_of(&memory["id"])).collect()
    }

    /// The texts in recall.
    pub fn live(&self) -> Vec<String> {
        let listed = self.json(["list"]);
        listed["memories"].as_array().unwrap().iter().map(|memory| text_of(&memory["text"])).collect()
    }
}

/// Runs a command with this on its standard input.
pub fn finish(command: &mut Command, stdin: &[u8]) -> Run {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    // A command that refuses early closes the pipe.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&stdin)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// Checks that the command refused, with this code and these words, and printed no data.
    #[track_caller]
    pub fn refused(&self, code: i32, words: &str) {
        assert_eq!(self.code, Some(code), "{self:?}");
        assert!(self.stderr.contains(words), "{words:?} is not in {self:?}");
        assert_eq!(self.stdout, "", "{self:?}");
        assert!(!self.stderr.contains("panicked"), "{self:?}");
    }
}

pub fn text_of(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Whether a text says this word, outside of identifiers: a digest has the digits of a PIN by chance.
pub fn shows(text: &str, word: &str) -> bool {
    let runs = text.split(|sign: char| !(sign.is_ascii_hexdigit() || sign == '-'));
    let identifiers = runs.filter(|run| run.len() >= 32);
    identifiers.fold(text.to_owned(), |rest, run| rest.replace(run, "")).contains(word)
}

/// Opens the store's file as plain SQLite, for what no command does.
pub fn sqlite(path: &Path) -> rusqlite::Connection {
    rusqlite::Connection::open(path).unwrap()
}

/// Tells a person why a test did not look.
pub fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
}
