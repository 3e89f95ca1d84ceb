//! Several servers on one store in PostgreSQL, with many clients that write, read and purge, while one server after the other
//! is killed (SIGKILL) and started again. Then everything that was acknowledged must be there, or gone.
//!
//!     scripts/postgres.sh cargo run --release -p nepenthe --features postgres --example servers -- \
//!         --servers 2 --clients 64 --seconds 600 --kill-every 20
//!
//! Prints counts and latencies, and fails where something acknowledged is lost, a scope is crossed or the log is not sound.

#![expect(clippy::unwrap_used, reason = "an example that fails loudly")]

mod client;
mod tally;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use nepenthe::{CheckOptions, MasterKey, Options, Store};

use tally::Tally;

/// Scopes that the clients share.
const SCOPES: usize = 8;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let url = std::env::var("NEPENTHE_TEST_POSTGRES").expect("run it by scripts/postgres.sh");
    if let Some(folder) = value(&arguments, "--server-in") {
        client::serve(&url, Path::new(&folder), number(&arguments, "--clients", 32));
    }
    let (servers, clients) = (number(&arguments, "--servers", 2), number(&arguments, "--clients", 64));
    let (seconds, every) = (number(&arguments, "--seconds", 60), number(&arguments, "--kill-every", 20));
    let folder = tempfile::tempdir().unwrap();
    let tally = Arc::new(Mutex::new(Tally::default()));
    let start = |number: usize| Server::start(folder.path(), number, clients / servers, &tally);
    let mut running: Vec<Server> = (0..servers).map(start).collect();
    let (started, mut kills) = (Instant::now(), 0);
    while started.elapsed() < Duration::from_secs(seconds as u64) {
        std::thread::sleep(Duration::from_secs(every as u64));
        let victim = kills % servers;
        running[victim].kill();
        running[victim] = start(victim);
        kills += 1;
    }
    running.iter_mut().for_each(Server::kill);
    drop(running);
    println!("{servers} servers, {clients} clients, {seconds} s, {kills} kills");
    let store = open(&url, folder.path(), "last", Options::default());
    let scrubbed = store.scrub(false).unwrap();
    println!("erasures finished at the end: {}, keys of nothing: {}", scrubbed.issued.len(), scrubbed.keys);
    let report = store.check_with(&CheckOptions::default().deep(), &mut |_| {}).unwrap();
    let faults = tally.lock().unwrap().report(&store);
    println!(
        "log: {} leaves; findings of the deep check: {}",
        store.log_size().unwrap(),
        report.findings.len()
    );
    for finding in report.findings.iter().map(|finding| finding.problem.clone()).chain(faults.clone()) {
        println!("WRONG: {finding}");
    }
    std::process::exit(i32::from(!report.findings.is_empty() || !faults.is_empty()));
}

/// Opens the store with a mirror of this name.
fn open(url: &str, folder: &Path, mirror: &str, options: Options) -> Store {
    let options = options
        .with_encryption(MasterKey::from_bytes(&[42; 32]))
        .with_key_file(folder.join("keys"))
        .with_busy_timeout(Duration::from_secs(60));
    Store::connect(&format!("{url}?store=servers"), folder.join(mirror), options).unwrap()
}

fn scope(number: usize) -> String {
    format!("tenant/{}", number % SCOPES)
}

/// A server in a process of its own.
struct Server {
    child: Child,
    listens: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    fn start(folder: &Path, number: usize, clients: usize, tally: &Arc<Mutex<Tally>>) -> Self {
        let mirror = folder.join(format!("server-{number}"));
        std::fs::create_dir_all(&mirror).unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--server-in", mirror.to_str().unwrap(), "--clients", &clients.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let tally = Arc::clone(tally);
        let listens = std::thread::spawn(move || {
            let mut line = String::new();
            // A line without its end was cut by a kill: it acknowledges nothing.
            while lines.read_line(&mut line).unwrap() > 0 && line.ends_with('\n') {
                tally.lock().unwrap().take(line.trim_end());
                line.clear();
            }
        });
        Self { child, listens: Some(listens) }
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        if let Some(listens) = self.listens.take() {
            listens.join().unwrap();
        }
    }
}

fn value(arguments: &[String], name: &str) -> Option<String> {
    arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1)).cloned()
}

fn number(arguments: &[String], name: &str, usual: usize) -> usize {
    value(arguments, name).map_or(usual, |value| value.parse().expect("a number"))
}
