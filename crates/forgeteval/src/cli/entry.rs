//! From the command line to the exit status.

use std::process::ExitCode;

use clap::Parser;

use super::args::{Cli, Command};
use super::error::CliError;
use super::output::say;
use super::run::RunArgs;
use super::{
    adapter, agreement, audit, compare, completions, factconsolidation, gatemem, generate, longmemeval,
    memora, report, run, suite, systems, verify_submission,
};

/// Runs the command. The exit status is 0 when it did what was asked, 1 when it could not, 2 when the command line is
/// wrong.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match cli.command {
        None => RunArgs::defaults().and_then(|args| run::run(&args)),
        Some(Command::Run(args)) => run::run(&args),
        Some(Command::Memora(args)) => memora::memora(&args),
        Some(Command::Gatemem(args)) => gatemem::gatemem(&args),
        Some(Command::Factconsolidation(args)) => factconsolidation::factconsolidation(&args),
        Some(Command::Longmemeval(args)) => longmemeval::longmemeval(&args),
        Some(Command::Generate(args)) => generate::generate(&args),
        Some(Command::Report(args)) => report::report(&args),
        Some(Command::Compare(args)) => compare::compare(&args),
        Some(Command::Agreement(args)) => agreement::agreement(&args),
        Some(Command::Audit(args)) => audit::audit(&args),
        Some(Command::VerifySubmission(args)) => verify_submission::verify(&args),
        Some(Command::Suite(command)) => suite::suite(&command),
        Some(Command::Systems(args)) => systems::systems(&args),
        Some(Command::Adapter(command)) => adapter::adapter(&command),
        Some(Command::Completions(args)) => completions::completions(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of our output had enough; nobody is left to be told.
        Err(CliError::BrokenPipe) => ExitCode::SUCCESS,
        Err(CliError::Usage(error)) => error.exit(),
        Err(CliError::Failed { message, hint }) => {
            say(format!("forgeteval: {message}"));
            if let Some(hint) = hint {
                say(format!("hint: {hint}"));
            }
            ExitCode::FAILURE
        }
    }
}
