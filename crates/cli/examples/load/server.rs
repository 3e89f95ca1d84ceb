//! [`Served`]: `nepenthe serve` in a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Every right.
const RIGHTS: &str = "read,write,forget,audit,admin,scopes";

/// A running server.
pub(crate) struct Served {
    child: Child,
    pub(crate) address: SocketAddr,
    /// What it writes after its address.
    told: BufReader<std::process::ChildStderr>,
}

/// Where a store lies, and how it is served.
pub(crate) struct Place {
    folder: tempfile::TempDir,
    embedder: Option<String>,
    pub(crate) key: String,
}

impl Place {
    /// A folder for a store, with a key for all of it.
    pub(crate) fn new(embedder: Option<&str>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut place = Self { folder, embedder: embedder.map(str::to_owned), key: String::new() };
        let made =
            place.command(&["serve", "key", "new", "--rights", RIGHTS, "--scope", "**"]).output().unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        place.key = String::from_utf8(made.stdout).unwrap().trim().to_owned();
        place
    }

    pub(crate) fn db(&self) -> PathBuf {
        self.folder.path().join("load.db")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.args(args).arg("--db").arg(self.db()).current_dir(self.folder.path());
        if let Some(embedder) = &self.embedder {
            command.args(["--embedder", embedder]);
        }
        command
    }

    /// Starts a server on the store.
    pub(crate) fn serve(&self) -> Served {
        let mut command = self.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut told = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        let address = loop {
            line.clear();
            assert!(told.read_line(&mut line).unwrap() > 0, "the server did not start");
            let address = line.trim().strip_prefix("Listening on http://");
            if let Some(address) = address.and_then(|rest| rest.strip_suffix('.')) {
                break address.parse().unwrap();
            }
        };
        Served { child, address, told }
    }
}

impl Served {
    /// The memory that the process has, in MB.
    pub(crate) fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() / 1024.0
    }

    /// Whether the process still runs.
    pub(crate) fn runs(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Kills it: SIGKILL.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Stops it as it should be stopped, and returns its exit code and what it had written.
    pub(crate) fn stop(mut self) -> (Option<i32>, String) {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(told.success());
        let code = self.child.wait().unwrap().code();
        let mut written = String::new();
        self.told.read_to_string(&mut written).unwrap();
        (code, written)
    }
}

/// The command, which lies above the examples.
fn binary() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let folder = here.parent().and_then(Path::parent).unwrap();
    let binary = folder.join("nepenthe");
    assert!(binary.exists(), "build it first: cargo build --release -p nepenthe-cli");
    binary
}
