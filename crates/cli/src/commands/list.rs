//! `nepenthe list`.

use clap::Args;
use nepenthe::Access;

use super::choice::IncludeName;
use crate::context::Context;
use crate::error::CliError;
use crate::output::memory_line;
use nepenthe_ops::{self as ops, ListInput};

/// Print the memories of the scope, oldest first
///
/// Prints one line a memory: id, state (live, pinned, released, superseded, quarantined, expired, unreadable), depth, text.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe list --include all --scope acme/alice")]
pub(crate) struct ListArgs {
    /// Show these memories
    #[arg(long, value_name = "WHICH", default_value = "live")]
    include: IncludeName,
}

/// Lists.
pub(super) fn list(args: &ListArgs, context: &Context) -> Result<(), CliError> {
    let scope = context.scope(Access::ReadOnly)?;
    let listed = ops::list(&scope, &ListInput { include: args.include.into() })?;
    context.printer().result(&listed, |listed| listed.memories.iter().map(memory_line).collect())?;
    if listed.memories.is_empty() {
        context.printer().status(format!("There are no such memories in {}.", scope.path()));
    }
    Ok(())
}
