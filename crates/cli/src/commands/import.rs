//! `nepenthe import`.

use std::path::PathBuf;

use clap::Args;
use nepenthe::{ImportError, ImportReport, SkipReason, Store};

use super::returning::ReturningArgs;
use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::input::Source;
use nepenthe_ops as ops;

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
    let scope = context.scope_for_new_memories(false)?.with_returning(returning);
    let mut bar = context.printer().progress("import");
    let report = ops::import(&scope, &*lines, &mut |progress| bar.set(progress));
    drop(bar);
    let report = report.map_err(|error| named(&source, error))?;

    let printed = context.printer().result(&report, text);
    let ImportReport { imported, skipped, trimmed, cleared } = &report;
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
fn named(source: &Source, error: nepenthe::Error) -> CliError {
    let in_file =
        matches!(&error, nepenthe::Error::Import(ImportError::Line { .. } | ImportError::Read { .. }));
    let error = CliError::from(error);
    if in_file { error.within(source) } else { error }
}

fn text(report: &ImportReport) -> String {
    let reason = |reason| match reason {
        SkipReason::Unchanged => "unchanged",
        SkipReason::Differs => "differs",
        SkipReason::Purged => "purged",
        SkipReason::Erased => "erased",
        _ => "skipped",
    };
    report.skipped.iter().map(|skipped| format!("{}  {}\n", skipped.id, reason(skipped.reason))).collect()
}
