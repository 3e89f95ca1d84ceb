//! `nepenthe serve`.

use clap::{Args, Subcommand};

use super::serve_key::{self, KeyCommand};
use crate::context::Context;
use crate::error::CliError;

/// Serve a store over HTTP
///
/// Whoever comes in shows a key, which says what it may do and in which scopes; nothing else that it sends does. docs/rest.md
/// has the routes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe serve key new --rights read,write --scope 'acme/**' --db agent.db
  nepenthe serve key list --db agent.db")]
pub(crate) struct ServeArgs {
    #[command(subcommand)]
    command: ServeCommand,
}

#[derive(Debug, Clone, Subcommand)]
enum ServeCommand {
    /// Make, list or revoke the keys that the server asks for
    Key {
        #[command(subcommand)]
        command: KeyCommand,
    },
}

/// Serves, or does something with keys.
pub(super) fn serve(args: &ServeArgs, context: &Context) -> Result<(), CliError> {
    match &args.command {
        ServeCommand::Key { command } => serve_key::key(command, context),
    }
}
