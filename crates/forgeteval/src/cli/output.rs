//! Standard output and standard error.

use std::fmt::Display;
use std::io::{self, Write};

use super::error::CliError;

/// Writes data to standard output. A closed pipe is told as [`CliError::BrokenPipe`], and is no panic.
pub(super) fn write_stdout(text: &str) -> Result<(), CliError> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes())?;
    stdout.flush()?;
    Ok(())
}

/// Says something to the person at the terminal, on standard error; where nobody can listen, it is lost.
pub(super) fn say(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
