//! `nepenthe purge`.

use clap::Args;
use nepenthe::Mutation;

use super::apply::{ApplyArgs, carry_out};
use super::target::TargetArgs;
use crate::context::Context;
use crate::error::CliError;

/// Erase memories for good
///
/// Removes the memories, their earlier texts, and their entries in every index. The log keeps that there was a
/// memory of that id, and nothing of its content. In words, the plan is shown and asked about before it is applied;
/// so it is with --all. By id nothing is asked. To be able to go back, use `nepenthe release`.
///
/// Prints one line a change: what happened, id, depth before.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe purge 'alice@acme.example'
  nepenthe purge 'alice@acme.example' --dry-run --json
  nepenthe purge --all --yes --scope acme/alice")]
pub(crate) struct PurgeArgs {
    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,
}

/// Purges.
pub(super) fn purge(args: &PurgeArgs, context: &Context) -> Result<(), CliError> {
    carry_out(Mutation::purge(args.target.target()), &args.apply, None, context)
}
