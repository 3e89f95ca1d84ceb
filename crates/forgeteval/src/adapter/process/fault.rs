//! What can go wrong with a child.

use std::process::ExitStatus;
use std::time::Duration;

use super::tail::start;

/// How much of a line a message quotes.
pub(super) const QUOTED: usize = 200;

/// What went wrong with a child. It is stopped after any of these, and the next case gets a fresh one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It could not be started at all.
    #[error("cannot start `{command}`: {reason}")]
    Start {
        /// The program.
        command: String,
        /// What the system said.
        reason: String,
    },
    /// It was too slow.
    #[error(
        "{method} took longer than {} s, and the adapter was stopped; if it needs more, raise {} in its system.toml{}",
        seconds(.limit), setting(.method), said(.stderr)
    )]
    TimedOut {
        /// What it was asked for.
        method: String,
        /// How long it had.
        limit: Duration,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
    /// It ended.
    #[error("the adapter ended during {method}, with {}{}", exit(.status.as_ref()), said(.stderr))]
    Ended {
        /// What it was asked for.
        method: String,
        /// How it ended; none where the system does not say.
        status: Option<ExitStatus>,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
    /// It closed its standard output, and did not end.
    #[error("the adapter closed its standard output during {method}{}", said(.stderr))]
    Closed {
        /// What it was asked for.
        method: String,
        /// The end of what it wrote to standard error.
        stderr: String,
    },
    /// It wrote something else than an answer.
    #[error(
        "the adapter wrote a line to standard output that is no JSON-RPC 2.0 response ({reason}): `{line}`; standard \
         output is for responses alone, so print to standard error"
    )]
    Garbage {
        /// Why it is none.
        reason: String,
        /// The start of the line.
        line: String,
    },
    /// It answered another request.
    #[error(
        "the adapter answered request {expected} ({method}) under the id {found}; an answer repeats its request's id"
    )]
    WrongId {
        /// What it was asked for.
        method: String,
        /// The request's id.
        expected: u64,
        /// The answer's.
        found: String,
    },
    /// It answered with something else than was asked for.
    #[error("the answer to {method} has the wrong shape: {reason}; docs/adapters.md has the right one")]
    Shape {
        /// What it was asked for.
        method: String,
        /// What is wrong.
        reason: String,
    },
    /// It wrote a line that would fill the memory.
    #[error("the answer to {method} is longer than {} MiB", .limit >> 20)]
    TooLong {
        /// What it was asked for.
        method: String,
        /// How long a line may be.
        limit: usize,
    },
}

impl Fault {
    /// A line that came after an answer, or before any request.
    pub(super) fn unasked(line: &[u8]) -> Self {
        let line = start(line, QUOTED);
        Self::Garbage { reason: "nothing was asked; each request has one answer".to_owned(), line }
    }
}

fn seconds(limit: &Duration) -> f64 {
    (limit.as_secs_f64() * 1000.0).round() / 1000.0
}

/// The key of `system.toml` that a time-out is set by.
fn setting(method: &str) -> &'static str {
    if method == "describe" { "start_timeout_s" } else { "timeout_s" }
}

fn exit(status: Option<&ExitStatus>) -> String {
    status.map_or_else(|| "an unknown exit status".to_owned(), ExitStatus::to_string)
}

fn said(stderr: &str) -> String {
    if stderr.is_empty() { String::new() } else { format!("; its standard error ends with: {stderr}") }
}
