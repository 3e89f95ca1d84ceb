//! `nepenthe check`.

use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::receipt::Checkpoint;
use nepenthe::receipt::note::Note;
use nepenthe::{Access, CheckOptions};

use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::Source;
use crate::output::escape;
use nepenthe_ops::{self as ops, Checked};

/// Check the whole store
///
/// Of every scope: each memory against its events, each text against the indexes, each purge against the memories; the
/// log against its tree, and the receipts in it; and SQLite's own checks. Writes nothing.
///
/// Prints one line a problem: scope, and what is wrong; then what was looked at. Ends with code 5 where there are
/// problems.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe check --db agent.db
  nepenthe check --deep --checkpoint last-year.note")]
pub(crate) struct CheckArgs {
    /// Look also for rows that belong to nothing, texts let in past a tombstone, and settings that would keep erased bytes
    #[arg(long)]
    deep: bool,

    /// Compare the log with this signed checkpoint of it: it must still begin with the same events
    #[arg(long, value_name = "FILE", value_parser = path())]
    checkpoint: Option<PathBuf>,
}

/// Checks.
pub(super) fn check(args: &CheckArgs, context: &Context) -> Result<(), CliError> {
    let mut options = CheckOptions::default();
    if args.deep {
        options = options.deep();
    }
    if let Some(file) = &args.checkpoint {
        options = options.with_checkpoint(checkpoint(file)?);
    }
    let store = context.store(Access::ReadOnly)?;
    let mut bar = context.printer().progress("check");
    let checked = ops::check(&store, &options, &mut |progress| bar.set(progress));
    drop(bar);
    let checked = checked?;
    context.printer().result(&checked, text)?;
    match checked.report.findings.len() {
        0 => context.printer().status("The store is sound."),
        1 => return Err(CliError::new(Kind::Unsound, "the check found 1 problem").with_hint(HINT)),
        n => {
            return Err(CliError::new(Kind::Unsound, format!("the check found {n} problems")).with_hint(HINT));
        }
    }
    Ok(())
}

/// Reads a signed note. Who signed it is not asked here.
fn checkpoint(file: &Path) -> Result<Checkpoint, CliError> {
    let source = Source::new(file);
    let text = String::from_utf8(source.read()?).map_err(|error| CliError::input(error).within(&source))?;
    let note: Note = text.parse().map_err(|error| CliError::input(error).within(&source))?;
    note.text().parse().map_err(|error| CliError::input(error).within(&source))
}

const HINT: &str =
    "restore the store from a backup; if only vectors are named, `nepenthe reembed` rebuilds them";

fn text(checked: &Checked) -> String {
    let report = &checked.report;
    let findings = report.findings.iter().map(|finding| {
        let scope = finding.scope.as_deref().unwrap_or("(the store)");
        format!("{}  {}\n", escape(scope), escape(&finding.problem))
    });
    let looked_at = format!(
        "scopes {}, memories {}, versions {}, events {}, problems {}\n",
        report.scopes,
        report.memories,
        report.versions,
        report.events,
        report.findings.len()
    );
    findings.chain([looked_at]).collect()
}
