//! `forgeteval completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::args::Cli;
use super::error::CliError;
use super::output::write_stdout;

/// Prints a completion script for a shell.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(super) fn completions(args: &CompletionsArgs) -> Result<(), CliError> {
    // Written to memory first: the generator panics on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "forgeteval", &mut script);
    write_stdout(&String::from_utf8_lossy(&script))
}
