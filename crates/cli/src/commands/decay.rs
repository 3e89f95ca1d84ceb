//! `nepenthe decay`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, DecayInput};

use super::apply::{ApplyArgs, Change, FloorArgs, carry_out};
use super::target::WideTargetArgs;
use crate::context::Context;
use crate::error::CliError;

/// Halve the depth of memories that are not pinned
///
/// Without a target, of every memory of the scope, and nothing is asked. In words, the plan is shown and asked about
/// before it is applied. A memory never decays out of recall.
///
/// Prints one line a change: what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe decay --scope acme/alice")]
pub(crate) struct DecayArgs {
    #[command(flatten)]
    target: WideTargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    floor: FloorArgs,
}

/// Lets memories decay.
pub(super) fn decay(args: &DecayArgs, context: &Context) -> Result<(), CliError> {
    let change = Change { verb: Verb::Decay, target: args.target.target(context)? };
    let min_confidence = args.floor.min_confidence;
    carry_out(change, &args.apply, context, |scope, target| {
        ops::decay(scope, DecayInput { target, min_confidence })
    })
}
