//! `nepenthe release`.

use clap::Args;
use nepenthe::Mutation;

use super::apply::{ApplyArgs, carry_out};
use super::target::TargetArgs;
use crate::context::Context;
use crate::error::CliError;

/// Take memories out of recall, reversibly
///
/// In words, the plan is shown and asked about before it is applied; so it is with --all. By id nothing is asked.
/// What is released stays in the store and its history; `nepenthe restore` brings it back. To erase, use
/// `nepenthe purge`.
///
/// Prints one line a change: what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe release 'everything about the old office'
  nepenthe release --id 0192f0c1-2b3c-7d4e-8f50-112233445566
  nepenthe release 'parking permit' --dry-run")]
pub(crate) struct ReleaseArgs {
    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,
}

/// Releases.
pub(super) fn release(args: &ReleaseArgs, context: &Context) -> Result<(), CliError> {
    carry_out(Mutation::release(args.target.target(context)?), &args.apply, None, context)
}
