//! `nepenthe key`.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use nepenthe::Access;
use nepenthe_ops::{self as ops, KeyInput, MasterKeyInput};

use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::keys;
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

/// Makes, shows or changes the key.
pub(super) fn key(args: &KeyArgs, context: &Context) -> Result<(), CliError> {
    let make = match &args.action {
        Action::New => ops::key_new,
        Action::Show => ops::key_show,
        Action::Rotate => ops::key_rotate,
        Action::Master { file } => return master(file, context),
    };
    let input = KeyInput { file: context.key_file()? };
    let store = match context.db().exists() {
        true => Some(context.store(Access::ReadOnly)?),
        false => None,
    };
    let keys = make(&input, store.as_ref()).map_err(|error| keys::of_file(error, &input.file))?;
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
    let made = ops::master_key(&MasterKeyInput { file: file.to_owned() })?;
    context.printer().result(&made, |made| format!("{}\n", escape(&made.file.display().to_string())))?;
    context
        .printer()
        .status("Without this key nobody can read the stores that are made with it: keep a copy elsewhere.");
    Ok(())
}
