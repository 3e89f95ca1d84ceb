//! `nepenthe check`.

use clap::Args;
use nepenthe::Access;

use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::ops::{self, Checked};
use crate::output::escape;

/// Check the whole store
///
/// Of every scope: each memory against its events, each text against the indexes, each purge against the memories; and
/// SQLite's own checks. Writes nothing.
///
/// Prints one line a problem: scope, and what is wrong; then what was looked at. Ends with code 5 where there are
/// problems.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe check --db agent.db")]
pub(crate) struct CheckArgs {}

/// Checks.
pub(super) fn check(_: &CheckArgs, context: &Context) -> Result<(), CliError> {
    let store = context.store(Access::ReadOnly)?;
    let mut bar = context.printer().progress("check");
    let checked = ops::check(&store, &mut |progress| bar.set(progress));
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
