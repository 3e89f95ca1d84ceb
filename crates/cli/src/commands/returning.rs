//! What is to be done with a text that says again what was erased: what several commands ask.

use clap::{Args, ValueEnum};
use nepenthe::Returning;

use crate::error::CliError;

/// What is done with a text that says again what was erased from this scope.
#[derive(Debug, Args)]
pub(super) struct ReturningArgs {
    /// Do this with a text that says again what was erased
    #[arg(long, value_name = "WHAT", value_enum, default_value = "refuse")]
    returning: ReturningName,

    /// Admit it for this reason, which the log keeps
    #[arg(long, value_name = "TEXT", required_if_eq("returning", "admit"))]
    reason: Option<String>,
}

/// What can be done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReturningName {
    /// Write nothing of it
    Refuse,
    /// Write it out of recall, until it is restored by its id
    Quarantine,
    /// Write what else it says; refuse it where that is nothing
    Trim,
    /// Write it, with --reason
    Admit,
}

impl ReturningArgs {
    /// Returns what was asked for.
    pub(super) fn returning(&self) -> Result<Returning, CliError> {
        match (self.returning, self.reason.as_deref().map(str::trim)) {
            (ReturningName::Admit, None | Some("")) => Err(CliError::usage("--reason is empty")),
            (ReturningName::Admit, Some(reason)) => Ok(Returning::Admit { reason: reason.to_owned() }),
            (_, Some(_)) => Err(CliError::usage("--reason needs --returning admit")),
            (ReturningName::Refuse, None) => Ok(Returning::Refuse),
            (ReturningName::Quarantine, None) => Ok(Returning::Quarantine),
            (ReturningName::Trim, None) => Ok(Returning::Trim),
        }
    }
}
