//! `nepenthe supersede`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, SupersedeInput};

use super::apply::{ApplyArgs, Change, FloorArgs, carry_out};
use super::new_memory::NewMemoryArgs;
use super::returning::ReturningArgs;
use super::target::NarrowTargetArgs;
use crate::args::text;
use crate::context::Context;
use crate::error::CliError;

/// Put a new memory in the place of what is believed no longer
///
/// The old memories leave recall and stay in the history; the new one is inscribed, and linked to them. In words,
/// the plan is shown and asked about before it is applied; where the words match nothing, the plan is to inscribe the
/// new memory alone. By id nothing is asked.
///
/// Prints one line a change: first the id inscribed, then what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe supersede 'where Alice works' --with 'Alice works at Hooli.'
  nepenthe supersede --id 0192f0c1-2b3c-7d4e-8f50-112233445566 --with 'Alice works at Hooli.'")]
pub(crate) struct SupersedeArgs {
    #[command(flatten)]
    target: NarrowTargetArgs,

    /// The text that is believed now; `-` reads standard input
    #[arg(long = "with", value_name = "TEXT", value_parser = text(), allow_hyphen_values = true)]
    text: String,

    #[command(flatten)]
    beside: NewMemoryArgs,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    floor: FloorArgs,

    #[command(flatten)]
    returning: ReturningArgs,
}

/// Supersedes.
pub(super) fn supersede(args: &SupersedeArgs, context: &Context) -> Result<(), CliError> {
    let change = Change { verb: Verb::Supersede, target: args.target.target(context)? };
    let new = args.beside.memory(context.text(&args.text)?, context)?.into();
    let returning = args.returning.returning()?;
    let min_confidence = args.floor.min_confidence;
    carry_out(change, &args.apply, context, |scope, target| {
        ops::supersede(scope, SupersedeInput { target, new, returning, min_confidence })
    })
}
