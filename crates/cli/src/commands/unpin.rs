//! `nepenthe unpin`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, UnpinInput};

use super::apply::{ApplyArgs, Change, FloorArgs, carry_out};
use super::target::TargetArgs;
use crate::context::Context;
use crate::error::CliError;

/// Take immunity to decay away
///
/// The memories lie at the surface then. In words, the plan is shown and asked about before it is applied. By id or
/// with --all nothing is asked.
///
/// Prints one line a change: what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe unpin --all")]
pub(crate) struct UnpinArgs {
    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    floor: FloorArgs,
}

/// Unpins.
pub(super) fn unpin(args: &UnpinArgs, context: &Context) -> Result<(), CliError> {
    let change = Change { verb: Verb::Unpin, target: args.target.target(context)? };
    let min_confidence = args.floor.min_confidence;
    carry_out(change, &args.apply, context, |scope, target| {
        ops::unpin(scope, UnpinInput { target, min_confidence })
    })
}
