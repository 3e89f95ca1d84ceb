//! `nepenthe stats`.

use clap::Args;
use nepenthe::Access;

use crate::context::Context;
use crate::error::CliError;
use crate::output::escape;
use nepenthe_ops::{self as ops, Stats, StatsInput};

/// Count the scope's memories and events
///
/// Prints one line a count. The size is that of the whole store's main file.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe stats --scope acme/alice")]
pub(crate) struct StatsArgs {}

/// Prints stats.
pub(super) fn stats(_: &StatsArgs, context: &Context) -> Result<(), CliError> {
    let stats = ops::stats(&context.scope(Access::ReadOnly)?, &StatsInput {})?;
    context.printer().result(&stats, text)
}

fn text(stats: &Stats) -> String {
    let rows = [
        ("scope", stats.scope.clone()),
        ("live", stats.live.to_string()),
        ("pinned", stats.pinned.to_string()),
        ("expired", stats.expired.to_string()),
        ("released", stats.released.to_string()),
        ("superseded", stats.superseded.to_string()),
        ("quarantined", stats.quarantined.to_string()),
        ("unreadable", stats.unreadable.to_string()),
        ("events", stats.events.to_string()),
        ("bytes", stats.bytes.to_string()),
        ("embedder", stats.embedder.clone()),
        ("dimension", stats.dimension.to_string()),
    ];
    rows.into_iter().map(|(name, value)| format!("{name:<11} {}\n", escape(&value))).collect()
}
