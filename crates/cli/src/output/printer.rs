//! [`Printer`]: where results, status and errors go.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use nepenthe::llm::Account;
use serde::Serialize;

use super::accounted::Accounted;
use super::escape::escape_block;
use super::json::to_json;
use super::progress::ProgressBar;
use crate::error::{CliError, Kind};

/// A warning in JSON.
#[derive(Debug, Serialize)]
struct Warning<'a> {
    warning: &'a str,
    hint: &'a str,
}

/// Prints as the options ask.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printer {
    json: bool,
    quiet: bool,
}

impl Printer {
    /// Makes a printer; `json` and `quiet` are the options of these names.
    pub(crate) fn new(json: bool, quiet: bool) -> Self {
        Self { json, quiet }
    }

    /// Prints a result: as JSON if that was asked for, else the text.
    pub(crate) fn result<T: Serialize>(
        self,
        value: &T,
        text: impl FnOnce(&T) -> String,
    ) -> Result<(), CliError> {
        if !self.json {
            return write_stdout(&text(value));
        }
        let json =
            to_json(value).map_err(|error| CliError::new(Kind::Io, format!("no JSON of this: {error}")))?;
        write_stdout(&format!("{json}\n"))
    }

    /// Says what was done, to a person; nothing with `--quiet` or `--json`.
    pub(crate) fn status(self, text: impl Display) {
        if !self.quiet && !self.json {
            say(text);
        }
    }

    /// Shows what a question is about; never left out.
    pub(crate) fn question(self, text: impl Display) {
        say(text);
    }

    /// Warns of what is not as it should be, and says what can be done; never left out.
    pub(crate) fn warning(self, warning: &str, hint: &str) {
        if self.json {
            return say(to_json(&Warning { warning, hint }).unwrap_or_default());
        }
        say(format!("nepenthe: warning: {}\nhint: {}", sentence(warning), sentence(hint)));
    }

    /// Says what went wrong, and in JSON what the language model took.
    pub(crate) fn error(self, error: &CliError, account: Option<Account>) {
        if error.kind() == Kind::BrokenPipe {
            return;
        }
        if self.json {
            say(to_json(&Accounted { error, account: account.as_ref().map(Into::into) }).unwrap_or_default());
            return;
        }
        say(format!("nepenthe: {}", sentence(error.message())));
        if let Some(hint) = error.hint() {
            say(format!("hint: {}", sentence(hint)));
        }
    }

    /// Makes a progress bar, which shows itself on a terminal after a second.
    pub(crate) fn progress(self, what: &'static str) -> ProgressBar {
        ProgressBar::new(what, !self.quiet && io::stderr().is_terminal())
    }
}

/// Says something on standard error; where nobody can listen, it is lost.
pub(super) fn say(text: impl Display) {
    let text = text.to_string();
    let _ = writeln!(io::stderr(), "{}", escape_block(text.trim_end()));
}

/// Writes data to standard output.
pub(crate) fn write_stdout(text: &str) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => CliError::new(Kind::BrokenPipe, error),
        _ => CliError::io("cannot write to standard output", &error),
    })
}

/// Ends a message to a person with a full stop.
fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) { text.to_owned() } else { format!("{text}.") }
}
