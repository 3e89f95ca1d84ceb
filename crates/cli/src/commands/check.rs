//! `nepenthe check`.

use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::Access;
use nepenthe::receipt::Checkpoint;
use nepenthe::receipt::note::Note;

use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::Source;
use crate::output::escape;
use nepenthe_ops::{self as ops, CheckInput, Checked};

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
    let checkpoint = args.checkpoint.as_deref().map(checkpoint).transpose()?;
    let input = CheckInput { deep: args.deep, checkpoint };
    let store = context.store(Access::ReadOnly)?;
    let mut bar = context.printer().progress("check");
    let checked = ops::check(&store, &input, &mut |progress| bar.set(progress));
    drop(bar);
    let checked = checked?;
    context.printer().result(&checked, text)?;
    match checked.findings.len() {
        0 => context.printer().status("The store is sound."),
        1 => return Err(CliError::new(Kind::Unsound, "the check found 1 problem").with_hint(HINT)),
        n => {
            return Err(CliError::new(Kind::Unsound, format!("the check found {n} problems")).with_hint(HINT));
        }
    }
    Ok(())
}

/// Reads a signed note, and says of which file it is where it is none. Who signed it is not asked here.
fn checkpoint(file: &Path) -> Result<String, CliError> {
    let source = Source::new(file);
    let text = String::from_utf8(source.read()?).map_err(|error| CliError::input(error).within(&source))?;
    let note: Note = text.parse().map_err(|error| CliError::input(error).within(&source))?;
    note.text().parse::<Checkpoint>().map_err(|error| CliError::input(error).within(&source))?;
    Ok(text)
}

const HINT: &str = "if only vectors are named, run `nepenthe reembed`; else restore the store from a backup";

fn text(checked: &Checked) -> String {
    let findings = checked.findings.iter().map(|finding| {
        let scope = finding.scope.as_deref().unwrap_or("(the store)");
        format!("{}  {}\n", escape(scope), escape(&finding.problem))
    });
    let looked_at = format!(
        "scopes {}, memories {}, versions {}, events {}, problems {}\n",
        checked.scopes,
        checked.memories,
        checked.versions,
        checked.events,
        checked.findings.len()
    );
    findings.chain([looked_at]).collect()
}
