//! Loads a server that runs in a process of its own, and counts what went wrong:
//! `cargo run --release -p nepenthe-cli --example load -- recall|mixed|kills|malformed [--memories 10000] [--seconds N]
//! [--rounds 100] [--requests 10000] [--seed 1] [--embedder NAME]`, after `cargo build --release -p nepenthe-cli`.
//!
//! * `recall`: recall through REST, through MCP, and in the library, at 1, 8 and 64 clients, each for so many seconds.
//! * `mixed`: readers, writers and erasers for so many seconds; then whatever was acknowledged is looked for, and the memory
//!   of the process is read.
//! * `kills`: the same load, and SIGKILL in the middle of it, so many rounds on one store; after each, a new server is asked
//!   for whatever was acknowledged.
//! * `malformed`: so many requests whose lines, headers, bodies or JSON-RPC are damaged; none may be answered with a status of
//!   500 or more, end the process, or have it write anything.
//!
//! Exits with 1 where anything was lost or went wrong. The clients use the same cores as the server.

#![expect(clippy::unwrap_used, reason = "a tool of the tests, which stops at the first error")]

mod acknowledged;
mod client;
mod kills;
mod malformed;
mod mixed;
mod noise;
mod recall;
mod server;
mod texts;

use std::process::ExitCode;

/// What was asked for on the command line.
pub(crate) struct Asked {
    pub(crate) memories: usize,
    pub(crate) seconds: u64,
    pub(crate) rounds: usize,
    pub(crate) requests: usize,
    pub(crate) seed: u64,
    pub(crate) embedder: Option<String>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| *argument == format!("--{name}"))?;
        arguments.get(at + 1).cloned()
    };
    let number = |name: &str, usual: u64| value(name).map_or(usual, |value| value.parse().unwrap());
    let kind = arguments.first().map(String::as_str);
    let asked = Asked {
        memories: usize::try_from(number("memories", 10_000)).unwrap(),
        seconds: number("seconds", if kind == Some("mixed") { 300 } else { 10 }),
        rounds: usize::try_from(number("rounds", 100)).unwrap(),
        requests: usize::try_from(number("requests", 10_000)).unwrap(),
        seed: number("seed", 1),
        embedder: value("embedder"),
    };
    let wrong = match kind {
        Some("recall") => recall::run(&asked),
        Some("mixed") => mixed::run(&asked),
        Some("kills") => kills::run(&asked),
        Some("malformed") => malformed::run(&asked),
        _ => {
            eprintln!("say recall, mixed, kills or malformed");
            return ExitCode::from(2);
        }
    };
    println!("wrong: {wrong}");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
