//! `forgeteval systems`.

use forgeteval::adapter::REGISTRY;

use super::error::CliError;
use super::output::write_stdout;

/// Lists the systems, with a line each.
pub(super) fn systems() -> Result<(), CliError> {
    let width = REGISTRY.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let lines: String =
        REGISTRY.iter().map(|entry| format!("{:width$}  {}\n", entry.name, entry.about)).collect();
    write_stdout(&lines)
}
