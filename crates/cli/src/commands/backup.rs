//! `nepenthe backup`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use nepenthe::receipt::Receipt;
use nepenthe::receipt::note::VerifyingKey;
use nepenthe::{Access, Backup, Error, Known, OpenError, RestoreError};
use nepenthe_ops::{self as ops, BackedUp, BackupCreateInput, BackupRestoreInput, OpError, Restored};

use super::verify::public_keys;
use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::Source;
use crate::keys;
use crate::output::{escape, refuse_kept};
use crate::time::{Expiry, now, parse_expiry};

/// Copy the whole store to a file, or make a store of such a copy
///
/// A backup still holds what is purged after it was made. So `backup restore` erases that again in what it brings back,
/// before anything can read it; and each receipt of a purge says how many backups there are, and when the last of them
/// expires. Delete them by then: nepenthe does not.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe backup create monday.db --expires 30d
  nepenthe backup restore monday.db --db new.db --current agent.db")]
pub(crate) struct BackupArgs {
    #[command(subcommand)]
    command: BackupCommand,
}

/// What can be done with backups.
#[derive(Debug, Subcommand)]
enum BackupCommand {
    Create(CreateArgs),
    Restore(RestoreArgs),
}

/// Copy the whole store to a new file
///
/// Every scope, as it is at one moment; others may go on writing. The copy is a store in one file, which appears whole or
/// not at all and overwrites nothing. Of an encrypted store it has no keys: the key file stays where a purge reaches it, and a
/// copy of that would keep readable what is purged later.
///
/// Prints the file and how many events its log has.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe backup create monday.db --db agent.db
  nepenthe backup create monday.db --expires 30d")]
struct CreateArgs {
    /// Write this file
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,

    /// Say until when the backup is kept: a time, or a duration from now, such as 30d; receipts repeat it
    #[arg(long, value_name = "WHEN", value_parser = parse_expiry)]
    expires: Option<Expiry>,
}

/// Make a store of a backup, without what was erased since
///
/// The store is made at the path of --db. What was purged after the backup was made is known from the log of the store as
/// it is now (--current, or --replace), or else from receipts, each of which must hold. It is erased in the restored store too, with receipts of its
/// own, and scanned for, before the file gets its name. Its tombstones come along from a log; receipts hold none, so that with them only the texts
/// that are erased again get theirs, and none in an encrypted store, where nothing opens them any more. What was written after the backup is not
/// restored. A backup of an encrypted store is restored with the keys of the current one, or with a key file already at the path
/// of --db with .keys behind it; that one is used in place, and keeps the keys of newer backups until `scrub` erases them. The log goes on under a new name, with which keys and checkpoints of the old one do not agree.
///
/// Prints the store, what is known of the erasures since (log, receipts, keys, nothing), and how many memories were erased
/// again; with --replace, then the file in which the old store is now.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe backup restore monday.db --db new.db --current agent.db
  nepenthe backup restore monday.db --db agent.db --replace
  nepenthe backup restore monday.db --db new.db --receipts receipts/*")]
struct RestoreArgs {
    /// Restore this backup
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,

    /// Read from this store what was erased since
    #[arg(long, value_name = "DB", value_parser = path(), conflicts_with_all = ["replace", "without_erasures"])]
    current: Option<PathBuf>,

    /// Take the place of the store at --db, which is the current one and is kept beside it; nobody may have it open
    #[arg(long, conflicts_with = "without_erasures")]
    replace: bool,

    /// Read from these receipts what was erased since; what no receipt names comes back
    #[arg(long, value_name = "FILE", num_args = 1.., value_parser = path(), conflicts_with = "without_erasures")]
    receipts: Vec<PathBuf>,

    /// Trust this public key of the log to have signed the receipts, or each in this file, one a line; may be given several
    /// times [default: the key that signs receipts]
    #[arg(long = "key", value_name = "KEY|FILE", requires = "receipts")]
    keys: Vec<String>,

    /// Restore although nothing says what was erased since: all of it comes back, but what no key opens any more
    #[arg(long)]
    without_erasures: bool,
}

/// Makes or restores a backup.
pub(super) fn backup(args: &BackupArgs, context: &Context) -> Result<(), CliError> {
    match &args.command {
        BackupCommand::Create(args) => create(args, context),
        BackupCommand::Restore(args) => restore(args, context),
    }
}

fn create(args: &CreateArgs, context: &Context) -> Result<(), CliError> {
    let now = now()?;
    let expires = args.expires.map(|expiry| expiry.from(now)).transpose();
    let expires = expires.map_err(CliError::usage)?;
    refuse_kept(&args.file, &context.kept_files())?;
    let store = context.store(Access::Existing)?;
    let mut bar = context.printer().progress("backup");
    let input = BackupCreateInput { file: args.file.clone(), expires };
    let report = ops::backup_create(&store, &input, &mut |progress| bar.set(progress));
    drop(bar);
    let report = report?;
    let file = args.file.display().to_string();
    let printed = context
        .printer()
        .result(&report, |report: &BackedUp| format!("{}  {}\n", escape(&file), report.events));
    printed.map_err(|error| error.although("the backup is made"))?;
    context.printer().status(match report.expires {
        Some(expires) => format!("Backed up. Delete {file} by {expires}."),
        None => format!("Backed up. {file} has no expiry: what is purged from now on stays in it."),
    });
    Ok(())
}

fn restore(args: &RestoreArgs, context: &Context) -> Result<(), CliError> {
    let db = context.file()?;
    let receipts = receipts(&args.receipts)?;
    let trusted = trusted(&args.keys, &receipts, context)?;
    let input = BackupRestoreInput {
        current: args.current.clone(),
        replace: args.replace,
        receipts: receipts.iter().map(|receipt| receipt.to_string().into()).collect(),
        keys: trusted.iter().map(ToString::to_string).collect(),
        without_erasures: args.without_erasures,
    };
    let backup = Backup::open(&args.file).map_err(|error| match of_file(&error, &args.file) {
        true => CliError::from(error).with_hint("name a file that `nepenthe backup create` has made"),
        false => error.into(),
    })?;
    let options = context.options_for(Some(backup.embedder()), Access::Existing)?;
    let mut bar = context.printer().progress("restore");
    let report = ops::backup_restore(&backup, &db, options, &input, &mut |progress| bar.set(progress));
    drop(bar);
    let report = report.map_err(|error| explained(error, args, &db))?;
    let db = db.display().to_string();
    let printed = context.printer().result(&report, |report| text(&db, report));
    printed.map_err(|error| error.although("the store is restored"))?;
    context.printer().status(match report.known {
        Known::Log => "Restored; all that was erased since is erased in it too.",
        Known::Receipts if context.global().master_key.is_some() => {
            "Restored. What was erased since, is in no receipt given here and still has a key is back."
        }
        Known::Receipts => "Restored. What was erased since and is in no receipt given here is back.",
        Known::Keys => {
            "Restored. What no key opens any more is erased in it too; what was erased since and still has a key is not \
             known, and is back."
        }
        _ => "Restored. What was erased since is not known, and is back.",
    });
    if !report.receipts_unused.is_empty() {
        context.printer().status(format!(
            "Receipts without effect: {}. What they name was gone before the backup was made, or written after it.",
            report.receipts_unused.len()
        ));
    }
    if matches!(report.known, Known::Receipts | Known::Keys) {
        context.printer().status(
            "Receipts and keys hold no tombstones: what was erased by a name, or cannot be opened any more, can be inscribed again.",
        );
    }
    if report.keys_left {
        context
            .printer()
            .status("Keys of what was erased may still be in the key file: run `nepenthe scrub`.");
    }
    Ok(())
}

fn receipts(files: &[PathBuf]) -> Result<Vec<Receipt>, CliError> {
    let read = |file: &PathBuf| {
        let source = Source::new(file);
        let bytes = source.read()?;
        let text = String::from_utf8(bytes).map_err(|error| CliError::input(error).within(&source))?;
        text.parse().map_err(|error| CliError::input(error).within(&source))
    };
    files.iter().map(read).collect()
}

/// The keys that may have signed the receipts: those that were given, or the one that signs here and those before it.
fn trusted(given: &[String], receipts: &[Receipt], context: &Context) -> Result<Vec<VerifyingKey>, CliError> {
    if receipts.is_empty() || !given.is_empty() {
        return public_keys(given);
    }
    let file = keys::signing_key(&context.key_file()?).map_err(|error| match error.kind() {
        Kind::NotFound => error.with_hint("name with --key the public key of whoever signed the receipts"),
        _ => error,
    })?;
    let logs: BTreeSet<&str> = receipts.iter().map(|receipt| receipt.body().origin.as_str()).collect();
    let keys: Result<Vec<_>, _> = logs.into_iter().map(|log| file.public(Some(log))).collect();
    Ok(keys?.into_iter().flatten().collect())
}

/// Names the file that an error is of: a receipt's, or the store's that is to say what was erased since.
fn explained(error: OpError, args: &RestoreArgs, db: &Path) -> CliError {
    let Some(Error::RestoreBackup(restore)) = error.cause() else { return error.into() };
    match (restore, &args.current) {
        (RestoreError::Receipt { index, .. }, _) => match args.receipts.get(*index) {
            Some(file) => {
                let file = file.display().to_string();
                CliError::from(error).within(file)
            }
            None => error.into(),
        },
        (RestoreError::OtherLog, current) => {
            let store = current.as_deref().unwrap_or(db).display();
            let option = if current.is_some() { "--current" } else { "--db" };
            let hint = format!(
                "{store} is not the store that {} was made of: name that one with {option}",
                args.file.display()
            );
            CliError::from(error).with_hint(hint)
        }
        (RestoreError::Open(open), Some(current)) if of_file(open, current) => {
            let hint = format!(
                "name with --current the store that {} was made of, not {}",
                args.file.display(),
                current.display()
            );
            CliError::from(error).with_hint(hint)
        }
        _ => error.into(),
    }
}

/// Tells whether a file cannot be opened since it is not there or no store.
fn of_file(error: &OpenError, file: &Path) -> bool {
    match error {
        OpenError::NotFound(path) | OpenError::NotADatabase(path) | OpenError::ForeignDatabase(path) => {
            path == file
        }
        OpenError::CannotOpen { path, .. } => path == file,
        _ => false,
    }
}

fn text(db: &str, restored: &Restored) -> String {
    let known = ops::word(&restored.known);
    let mut text = format!("{}  {known}  {}\n", escape(db), restored.erased + restored.redacted);
    if let Some(aside) = &restored.aside {
        text += &format!("{}\n", escape(&aside.display().to_string()));
    }
    text
}
