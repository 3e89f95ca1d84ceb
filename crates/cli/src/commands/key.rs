//! `nepenthe key`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use nepenthe::Access;
use serde::Serialize;

use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::keys::KeyFile;
use crate::master_key;
use crate::output::escape;

/// Make, show or change the key that signs receipts, or make a master key
///
/// The key that signs lies in a file that only its owner may read (mode 0600): the user's folder for data, or --key-file. Whoever
/// verifies a receipt needs its public half, which `nepenthe key show` prints under the name of the store's log.
///
/// `nepenthe key master` makes another kind of key, with which encrypted stores are made and opened (--master-key). Without it
/// nothing in them can be read; keep a copy where neither the store nor its backups are.
///
/// Prints public keys, the current one first, one a line; for a master key, its file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe key new
  nepenthe key show --db agent.db > agent.pub
  nepenthe key master agent.master
  nepenthe inscribe TEXT --master-key agent.master
  nepenthe verify receipt.txt --key agent.pub")]
pub(crate) struct KeyArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Clone, Subcommand)]
enum Action {
    /// Make a key; refused where there is one
    New,
    /// Print the public keys for the store's receipts, former ones too
    Show,
    /// Put a new key in the place of the old one, whose receipts stay verifiable
    Rotate,
    /// Make the master key of encrypted stores, in a file that must not exist
    Master {
        /// Write this file, which its owner alone can read
        #[arg(value_name = "FILE", value_parser = path())]
        file: PathBuf,
    },
}

/// A master key that was made. Never the key.
#[derive(Debug, Serialize)]
struct MasterKeyMade {
    file: PathBuf,
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
    let make = match &args.action {
        Action::New => KeyFile::create,
        Action::Show => KeyFile::read,
        Action::Rotate => KeyFile::rotate,
        Action::Master { file } => return master(file, context),
    };
    let file = context.key_file()?;
    // Before a key is made or changed: a store that cannot be opened leaves all as it was.
    let log = match context.db().exists() {
        true => Some(context.store(Access::ReadOnly)?.origin()?),
        false => None,
    };
    let key = make(&file)?;
    let keys = key.public(log.as_deref())?.iter().map(ToString::to_string).collect();
    let keys = Keys { file, log, keys };
    context.printer().result(&keys, |keys| keys.keys.iter().map(|key| format!("{key}\n")).collect())?;
    match args.action {
        Action::New => context.printer().status(format!("The private key is in {}.", keys.file.display())),
        Action::Rotate => context.printer().status("Receipts are signed with the first key from now on."),
        Action::Show | Action::Master { .. } => {}
    }
    if keys.log.is_none() {
        context.printer().status("There is no store here: name one with --db for the keys of its receipts.");
    }
    Ok(())
}

fn master(file: &Path, context: &Context) -> Result<(), CliError> {
    master_key::create(file)?;
    let made = MasterKeyMade { file: file.to_owned() };
    context.printer().result(&made, |made| format!("{}\n", escape(&made.file.display().to_string())))?;
    context
        .printer()
        .status("Without this key nobody can read the stores that are made with it: keep a copy elsewhere.");
    Ok(())
}
