//! Asking the person at the terminal.

use std::io::{self, BufRead, IsTerminal, Write};

/// Tells whether there is somebody to ask, who also sees what is asked.
pub(crate) fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks, and takes only a plain yes for a yes.
pub(crate) fn says_yes(question: &str) -> bool {
    let mut stderr = io::stderr();
    let asked = write!(stderr, "{question} [y/N] ").and_then(|()| stderr.flush());
    let mut answer = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut answer);
    let answer = answer.trim_ascii().to_ascii_lowercase();
    asked.is_ok() && read.is_ok() && (answer == b"y" || answer == b"yes")
}
