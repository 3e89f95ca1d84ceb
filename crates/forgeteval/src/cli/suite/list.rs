//! `forgeteval suite list`.

use forgeteval::suite::BUILTIN;

use crate::cli::error::CliError;
use crate::cli::output::write_stdout;

/// Prints the suites that are part of this program, with their hashes.
pub(super) fn list() -> Result<(), CliError> {
    let mut out = String::new();
    for builtin in BUILTIN {
        let suite = builtin.read().map_err(CliError::failed)?;
        out.push_str(&format!(
            "{:<14} {}  {:>4} cases  sha256 {}  {}\n",
            suite.name(),
            suite.version().unwrap_or("-"),
            suite.cases().len(),
            &suite.sha256()[..12],
            builtin.about
        ));
    }
    out.push_str("template       -      1000 cases  generated, see `forgeteval generate --help`\n");
    write_stdout(&out)
}
