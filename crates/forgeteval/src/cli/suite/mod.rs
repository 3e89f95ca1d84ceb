//! `forgeteval suite`: what is done with suites apart from running them.

mod admit;
mod check;
mod list;

use clap::Subcommand;

use super::error::CliError;

/// What to do with suites.
#[derive(Debug, Subcommand)]
pub(super) enum SuiteCommand {
    /// List the suites that are part of this program
    List,
    /// Check suites: structure, near-duplicates, and what the trivial systems pass
    Check(check::CheckArgs),
    /// Admit the cases of a file, with a reason for each rejection
    Admit(admit::AdmitArgs),
    /// Print the prompt that the judge of the admission gets
    Prompt,
}

/// Does it.
pub(super) fn suite(command: &SuiteCommand) -> Result<(), CliError> {
    match command {
        SuiteCommand::List => list::list(),
        SuiteCommand::Check(args) => check::check(args),
        SuiteCommand::Admit(args) => admit::admit(args),
        SuiteCommand::Prompt => admit::print_prompt(),
    }
}
