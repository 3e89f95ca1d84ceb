//! `nepenthe pin`.

use clap::Args;
use nepenthe::Mutation;

use super::apply::{ApplyArgs, carry_out};
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
}

/// Pins.
pub(super) fn pin(args: &PinArgs, context: &Context) -> Result<(), CliError> {
    carry_out(Mutation::pin(args.target.target(context)?), &args.apply, None, context)
}
