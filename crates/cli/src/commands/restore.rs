//! `nepenthe restore`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, RestoreInput};

use super::apply::{ApplyArgs, Change, carry_out};
use super::returning::ReturningArgs;
use super::target::TargetArgs;
use crate::context::Context;
use crate::error::CliError;

/// Bring released or superseded memories back into recall
///
/// In words, only what was released or superseded is searched, and the plan is shown and asked about before it is
/// applied; so it is with --all. By id nothing is asked. What was purged cannot come back.
///
/// Prints one line a change: what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe restore 'parking permit'
  nepenthe restore --id 0192f0c1-2b3c-7d4e-8f50-112233445566")]
pub(crate) struct RestoreArgs {
    #[command(flatten)]
    target: TargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    returning: ReturningArgs,
}

/// Restores.
pub(super) fn restore(args: &RestoreArgs, context: &Context) -> Result<(), CliError> {
    let change = Change { verb: Verb::Restore, target: args.target.target(context)? };
    let returning = args.returning.returning()?;
    carry_out(change, &args.apply, context, |scope, target| {
        ops::restore(scope, RestoreInput { target, returning })
    })
}
