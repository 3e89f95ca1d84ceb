//! Asking the person at the terminal.

use std::io::{self, BufRead, IsTerminal, Write};

/// Tells whether there is somebody to ask, who also sees what is asked.
pub(crate) fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks, and takes only a plain yes for a yes.
pub(crate) fn says_yes(question: &str) -> bool {
    answer(&format!("{question} [y/N]")).is_some_and(|answer| answer == b"y" || answer == b"yes")
}

/// Asks, and takes only a number for a yes: for what nobody should say yes to by habit.
pub(crate) fn says_number(question: &str, number: usize) -> bool {
    answer(question).is_some_and(|answer| answer == number.to_string().into_bytes())
}

fn answer(question: &str) -> Option<Vec<u8>> {
    let mut stderr = io::stderr();
    write!(stderr, "{question} ").and_then(|()| stderr.flush()).ok()?;
    let mut answer = Vec::new();
    io::stdin().lock().read_until(b'\n', &mut answer).ok()?;
    Some(answer.trim_ascii().to_ascii_lowercase())
}
