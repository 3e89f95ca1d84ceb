//! `nepenthe release`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, ReleaseInput};

use super::apply::{ApplyArgs, Change, FloorArgs, carry_out};
use super::target::AgedTargetArgs;
use crate::context::Context;
use crate::error::CliError;

/// Take memories out of recall, reversibly
///
/// In words, the plan is shown and asked about before it is applied; so it is with --all, --before and
/// --older-than. By id nothing is asked.
/// What is released stays in the store and its history; `nepenthe restore` brings it back. To erase, use
/// `nepenthe purge`.
///
/// Prints one line a change: what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe release 'everything about the old office'
  nepenthe release --id 0192f0c1-2b3c-7d4e-8f50-112233445566
  nepenthe release 'parking permit' --dry-run
  nepenthe release --older-than 30d")]
pub(crate) struct ReleaseArgs {
    #[command(flatten)]
    target: AgedTargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    floor: FloorArgs,
}

/// Releases.
pub(super) fn release(args: &ReleaseArgs, context: &Context) -> Result<(), CliError> {
    let change = Change { verb: Verb::Release, target: args.target.target(context)? };
    let min_confidence = args.floor.min_confidence;
    carry_out(change, &args.apply, context, |scope, target| {
        ops::release(scope, ReleaseInput { target, min_confidence })
    })
}
