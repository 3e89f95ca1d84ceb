//! `nepenthe consolidate`.

use clap::Args;
use nepenthe::Verb;
use nepenthe_ops::{self as ops, ConsolidateInput, Consolidation};

use super::apply::{ApplyArgs, Change, carry_out};
use super::target::WideTargetArgs;
use crate::context::Context;
use crate::error::CliError;
use crate::time::parse_duration;

/// Let memories sink by age, and lift those often recalled
///
/// The depth sinks by exp(-age / (tau (1 + ln(1 + accesses)))), where age is the time since the depth last changed or
/// the memory was last recalled; so running it twice is the same as once. Accesses are those that
/// `nepenthe recall --count` wrote. Without a target, every memory of the scope is taken, and nothing is asked. In
/// words, the plan is shown and asked about before it is applied. Pinned memories stay.
///
/// Prints one line a change: what happened, id, depth before and after.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe consolidate --tau 30d")]
pub(crate) struct ConsolidateArgs {
    #[command(flatten)]
    target: WideTargetArgs,

    /// Let a memory never recalled sink to 1/e in this time [default: 7d]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    tau: Option<jiff::SignedDuration>,

    /// Lift memories recalled at least this often [default: 5]
    #[arg(long, value_name = "N")]
    promote_accesses: Option<u64>,

    /// Lift memories only that lie at least this near to the surface [default: 0.6]
    #[arg(long, value_name = "DEPTH", allow_negative_numbers = true)]
    promote_depth: Option<f64>,

    #[command(flatten)]
    apply: ApplyArgs,
}

/// Consolidates.
pub(super) fn consolidate(args: &ConsolidateArgs, context: &Context) -> Result<(), CliError> {
    let default = Consolidation::default();
    let consolidation = Consolidation {
        tau: args.tau.unwrap_or(default.tau),
        promote_accesses: args.promote_accesses.unwrap_or(default.promote_accesses),
        promote_depth: args.promote_depth.unwrap_or(default.promote_depth),
    };
    let change = Change { verb: Verb::Consolidate, target: args.target.target(context)? };
    carry_out(change, &args.apply, context, |scope, target| {
        ops::consolidate(scope, ConsolidateInput { target, consolidation })
    })
}
