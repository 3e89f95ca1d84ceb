//! `nepenthe import`.

use std::path::PathBuf;

use clap::Args;
use nepenthe::{ImportError, Store};

use super::returning::ReturningArgs;
use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::input::Source;
use nepenthe_ops::{self as ops, ImportInput, Imported, OpError};

/// Read an export back, into the scope named
///
/// Ids, states, histories and expiry are kept. All of the file is imported, or nothing. What the scope has already
/// stays as it is, so that importing a file twice changes nothing, and what the scope has purged does not come back.
/// Makes the store where there is none.
///
/// Prints one line for each memory left out: id and why (unchanged, differs, purged, erased: it says again what was
/// erased).
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe import alice.jsonl --scope acme/alice
  gunzip < all.jsonl.gz | nepenthe import -")]
pub(crate) struct ImportArgs {
    /// Read this file; `-` is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,

    #[command(flatten)]
    returning: ReturningArgs,
}

/// Imports.
pub(super) fn import(args: &ImportArgs, context: &Context) -> Result<(), CliError> {
    let source = context.source(&args.file)?;
    let lines = source.read()?;
    context.scope_path()?;
    if Store::embedder_of(context.db())?.is_none() {
        // A file that cannot be imported leaves no new store behind.
        ops::try_import(&*lines).map_err(|error| named(&source, error))?;
    }
    let returning = args.returning.returning()?;
    let scope = context.scope_for_new_memories(false)?;
    let mut bar = context.printer().progress("import");
    let report = ops::import(&scope, ImportInput { returning }, &*lines, &mut |progress| bar.set(progress));
    drop(bar);
    let report = report.map_err(|error| named(&source, error))?;

    let printed = context.printer().result(&report, text);
    let Imported { imported, skipped, trimmed, cleared } = &report;
    context.printer().status(format!(
        "{imported} imported into {}, {} left out.",
        scope.path(),
        skipped.len()
    ));
    super::inscribe::trimmed(trimmed, context);
    for id in cleared {
        context.printer().status(format!("{id} is without words of its events that the log does not take."));
    }
    printed.map_err(|error| error.although(&format!("{imported} memories are imported")))
}

/// Says in which file the line is that an error names.
fn named(source: &Source, error: OpError) -> CliError {
    let in_file = matches!(
        error.cause(),
        Some(nepenthe::Error::Import(ImportError::Line { .. } | ImportError::Read { .. }))
    );
    let error = CliError::from(error);
    if in_file { error.within(source) } else { error }
}

fn text(report: &Imported) -> String {
    report.skipped.iter().map(|skipped| format!("{}  {}\n", skipped.id, ops::word(&skipped.reason))).collect()
}
