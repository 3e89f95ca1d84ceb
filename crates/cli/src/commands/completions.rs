//! `nepenthe completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde::Serialize;

use crate::args::Cli;
use crate::context::Context;
use crate::error::CliError;

/// Print a completion script for a shell
///
/// Prints the script, which goes where the shell looks for such scripts, or into its settings.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe completions bash > ~/.local/share/bash-completion/completions/nepenthe
  nepenthe completions fish > ~/.config/fish/completions/nepenthe.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// A completion script.
#[derive(Debug, Serialize)]
struct Script {
    shell: String,
    script: String,
}

/// Prints the script.
pub(super) fn completions(args: &CompletionsArgs, context: &Context) -> Result<(), CliError> {
    // Written to memory first: the generator panics on a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "nepenthe", &mut script);
    let script =
        Script { shell: args.shell.to_string(), script: String::from_utf8_lossy(&script).into_owned() };
    context.printer().result(&script, |script| script.script.clone())
}
