//! `nepenthe options`.

use clap::{Args, CommandFactory};

use crate::args::Cli;
use crate::error::CliError;
use crate::help::{self, OPTIONS};
use crate::output::write_stdout;

/// Print the options that every command takes
///
/// The help of each command names those that matter there. An option goes before its environment variable, and may stand
/// before or behind the command.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe help options
  nepenthe --scope acme/alice list
  nepenthe list --scope acme/alice --json")]
pub(crate) struct OptionsArgs {}

/// Prints them.
pub(super) fn options(_: &OptionsArgs) -> Result<(), CliError> {
    let mut command = help::shortened(Cli::command());
    let command = command.find_subcommand_mut(OPTIONS);
    write_stdout(&command.map(|command| command.render_long_help().to_string()).unwrap_or_default())
}
