//! Folders to try things in, and other processes that look for the model in them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use nepenthe::embed::minilm::FILES;
use nepenthe_model::ModelFinder;
use tempfile::TempDir;

/// Set in a process that is to look for the model, to the cache folder it is to use.
const CHILD: &str = "NEPENTHE_TEST_CHILD_CACHE";

/// A port where nothing listens.
pub const NOWHERE: &str = "http://127.0.0.1:1";

/// Returns a folder with the official files, found as a user's would be.
pub fn official() -> &'static Path {
    static DIR: OnceLock<PathBuf> = OnceLock::new();
    DIR.get_or_init(|| ModelFinder::from_env().find().unwrap())
}

/// A cache folder of its own.
pub struct World {
    dir: TempDir,
}

impl World {
    /// Has no cache folder yet.
    pub fn new() -> World {
        World { dir: TempDir::new().unwrap() }
    }

    /// Has both files.
    pub fn with_model() -> World {
        let world = World::new();
        std::fs::create_dir(world.cache()).unwrap();
        for file in FILES {
            std::fs::copy(official().join(file.name), world.cache().join(file.name)).unwrap();
        }
        world
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn cache(&self) -> PathBuf {
        self.dir.path().join("cache")
    }

    pub fn change_a_byte(&self, name: &str) {
        let path = self.cache().join(name);
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(&path, bytes).unwrap();
    }

    /// Whether the cache holds the official files, and nothing else but the lock.
    pub fn is_complete(&self) -> bool {
        let mut names: Vec<String> = std::fs::read_dir(self.cache())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != ".lock")
            .collect();
        names.sort();
        let same = |name: &str| {
            std::fs::read(self.cache().join(name)).unwrap() == std::fs::read(official().join(name)).unwrap()
        };
        names == ["model.safetensors", "tokenizer.json"] && names.iter().all(|name| same(name))
    }

    /// A process that looks for the model with this cache, this hub, no Python, and nothing else set.
    pub fn child(&self, endpoint: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["world::child_process", "--exact", "--nocapture"])
            .env_remove("NEPENTHE_MODEL_DIR")
            .env_remove("HF_HUB_OFFLINE")
            .env("HF_ENDPOINT", endpoint)
            .env("NO_PROXY", "127.0.0.1")
            .env("PATH", self.dir.path().join("bin"))
            .env(CHILD, self.cache())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

/// Not a test by itself: what [`World::child`] runs.
#[test]
fn child_process() {
    let Some(cache) = std::env::var_os(CHILD) else { return };
    match ModelFinder::from_env().with_cache_dir(cache).find() {
        Ok(dir) => println!("FOUND {}", dir.display()),
        Err(error) => println!("ERROR {error}"),
    }
}

/// Returns what a child printed: its verdict, and what it said on standard error.
pub fn verdict(output: &Output) -> (String, String) {
    assert!(output.status.success(), "{output:?}");
    let stdout = String::from_utf8(output.stdout.clone()).unwrap();
    let start = stdout.find("FOUND ").or(stdout.find("ERROR ")).unwrap();
    // The test harness goes on behind the verdict.
    let end = stdout.rfind("test world::child_process").filter(|&end| end > start);
    let end = end.or(stdout[start..].find("\ntest result").map(|end| start + end)).unwrap_or(stdout.len());
    (stdout[start..end].to_owned(), String::from_utf8(output.stderr.clone()).unwrap())
}
