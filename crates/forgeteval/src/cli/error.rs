//! Why a command did not do what was asked.

use std::fmt::Display;
use std::io;

use clap::CommandFactory;
use clap::error::ErrorKind;

use super::args::Cli;
use forgeteval::record::JournalError;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub(super) enum CliError {
    /// The command line is wrong; exit status 2.
    Usage(Box<clap::Error>),
    /// Standard output was closed; exit status 0.
    BrokenPipe,
    /// Something went wrong; exit status 1.
    Failed {
        /// What went wrong.
        message: String,
        /// What to do.
        hint: Option<String>,
    },
}

impl CliError {
    /// Makes a failure.
    pub(super) fn failed(message: impl Display) -> Self {
        Self::Failed { message: message.to_string(), hint: None }
    }

    /// Makes a complaint about the command line.
    pub(super) fn usage(message: impl Display) -> Self {
        Self::Usage(Box::new(Cli::command().error(ErrorKind::ValueValidation, message)))
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Self::BrokenPipe } else { Self::failed(error) }
    }
}

impl From<JournalError> for CliError {
    fn from(error: JournalError) -> Self {
        let hint = match &error {
            JournalError::NotEmpty { .. } => {
                "add --resume to play the missing cases only, choose another --out, or add --force to remove the \
                 verdicts there"
            }
            JournalError::Differs { .. } => {
                "choose another --out, or add --force to remove the verdicts there"
            }
            JournalError::Packed { .. } => "unpack them with gunzip, or choose another --out",
            JournalError::Lock(_) => "wait for it to end, or choose another --out",
            _ => return Self::failed(error),
        };
        Self::Failed { message: error.to_string(), hint: Some(hint.to_owned()) }
    }
}
