//! `nepenthe key`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use nepenthe::Access;
use serde::Serialize;

use crate::context::Context;
use crate::error::CliError;
use crate::keys::KeyFile;

/// Make, show or change the key that signs receipts
///
/// The key lies in a file that only its owner may read (mode 0600): the user's folder for data, or --key-file. Whoever
/// verifies a receipt needs its public half, which `nepenthe key show` prints under the name of the store's log.
///
/// Prints public keys, the current one first, one a line.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe key new
  nepenthe key show --db agent.db > agent.pub
  nepenthe verify receipt.txt --key agent.pub")]
pub(crate) struct KeyArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Clone, Copy, Subcommand)]
enum Action {
    /// Make a key; refused where there is one
    New,
    /// Print the public keys for the store's receipts, former ones too
    Show,
    /// Put a new key in the place of the old one, whose receipts stay verifiable
    Rotate,
}

/// The public keys.
#[derive(Debug, Serialize)]
struct Keys {
    file: PathBuf,
    log: Option<String>,
    keys: Vec<String>,
}

/// Makes, shows or changes the key.
pub(super) fn key(args: &KeyArgs, context: &Context) -> Result<(), CliError> {
    let file = context.key_file()?;
    let key = match args.action {
        Action::New => KeyFile::create(&file)?,
        Action::Show => KeyFile::read(&file)?,
        Action::Rotate => KeyFile::rotate(&file)?,
    };
    let log = match context.db().exists() {
        true => Some(context.store(Access::ReadOnly)?.origin()?),
        false => None,
    };
    let keys = key.public(log.as_deref())?.iter().map(ToString::to_string).collect();
    let keys = Keys { file, log, keys };
    context.printer().result(&keys, |keys| keys.keys.iter().map(|key| format!("{key}\n")).collect())?;
    match args.action {
        Action::New => context.printer().status(format!("The private key is in {}.", keys.file.display())),
        Action::Rotate => context.printer().status("Receipts are signed with the first key from now on."),
        Action::Show => {}
    }
    if keys.log.is_none() {
        context.printer().status("There is no store here: name one with --db for the keys of its receipts.");
    }
    Ok(())
}
