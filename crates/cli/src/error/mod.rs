//! What a command answers when it cannot do what was asked.

mod cli_error;
mod codes;
mod engine;
mod kind;
mod settings;

pub(crate) use cli_error::CliError;
pub(crate) use kind::{EXIT_CODES, Kind};
