//! `nepenthe edit`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, EditInput};

use super::apply::{ApplyArgs, Change, FloorArgs, carry_out};
use super::returning::ReturningArgs;
use super::target::NarrowTargetArgs;
use crate::args::text;
use crate::context::Context;
use crate::error::CliError;

/// Replace the text of one memory
///
/// Its depth stays, and its earlier text stays in the history. In words, the plan is shown and asked about before it is
/// applied. By id nothing is asked.
///
/// Prints one line a change: what happened, id, depth.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe edit 'Alice works at Initech' --to 'Alice works at Initech in Austin.'
  nepenthe edit --id 0192f0c1-2b3c-7d4e-8f50-112233445566 --to - < note.txt")]
pub(crate) struct EditArgs {
    #[command(flatten)]
    target: NarrowTargetArgs,

    /// The text that it is to have; `-` reads standard input
    #[arg(long = "to", value_name = "TEXT", value_parser = text(), allow_hyphen_values = true)]
    text: String,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    floor: FloorArgs,

    #[command(flatten)]
    returning: ReturningArgs,
}

/// Edits.
pub(super) fn edit(args: &EditArgs, context: &Context) -> Result<(), CliError> {
    let change = Change { verb: Verb::Edit, target: args.target.target(context)? };
    let text = context.text(&args.text)?.into();
    let returning = args.returning.returning()?;
    let min_confidence = args.floor.min_confidence;
    carry_out(change, &args.apply, context, |scope, target| {
        ops::edit(scope, EditInput { target, text, returning, min_confidence })
    })
}
