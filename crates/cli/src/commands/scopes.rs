//! `nepenthe scopes`.

use clap::Args;
use nepenthe::Access;
use nepenthe_ops::{self as ops, Scopes, ScopesInput};

use crate::context::Context;
use crate::error::CliError;
use crate::output::escape;

/// List the scopes of the store
///
/// Every scope that was ever written to, in the order of their paths, also one whose memories are all purged. No other command
/// needs them listed: each works in the scope that is named with --scope.
///
/// Prints one line a scope: memories in recall, all memories, scope.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe scopes
  nepenthe scopes --db agent.db --json")]
pub(crate) struct ScopesArgs {}

/// Lists scopes.
pub(super) fn scopes(_: &ScopesArgs, context: &Context) -> Result<(), CliError> {
    let scopes = ops::scopes(&context.store(Access::ReadOnly)?, &ScopesInput::default())?;
    context.printer().result(&scopes, text)?;
    if scopes.scopes.is_empty() {
        context.printer().status("Nothing was written to the store yet.");
    }
    Ok(())
}

fn text(scopes: &Scopes) -> String {
    let line =
        |held: &ops::ScopeHolds| format!("{:>6}  {:>6}  {}\n", held.live, held.memories, escape(&held.scope));
    scopes.scopes.iter().map(line).collect()
}
