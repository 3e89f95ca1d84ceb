//! `nepenthe pin`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, PinInput};

use super::apply::{ApplyArgs, Change, FloorArgs, carry_out};
use super::target::TargetArgs;
use crate::context::Context;
use crate::error::CliError;

/// Make memories immune to decay
///
/// In words, the plan is shown and asked about before it is applied. By id or with --all nothing is asked.
///
/// Prints one line a change: what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe pin 'Alice is allergic to peanuts' --yes")]
pub(crate) struct PinArgs {
    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    floor: FloorArgs,
}

/// Pins.
pub(super) fn pin(args: &PinArgs, context: &Context) -> Result<(), CliError> {
    let change = Change { verb: Verb::Pin, target: args.target.target(context)? };
    let min_confidence = args.floor.min_confidence;
    carry_out(change, &args.apply, context, |scope, target| {
        ops::pin(scope, PinInput { target, min_confidence })
    })
}
