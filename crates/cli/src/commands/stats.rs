//! `nepenthe stats`.

use clap::Args;
use nepenthe::Access;

use crate::context::Context;
use crate::error::CliError;
use crate::output::escape;
use nepenthe_ops::{self as ops, Stats};

/// Count the scope's memories and events
///
/// Prints one line a count. The size is that of the whole store's main file.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe stats --scope acme/alice")]
pub(crate) struct StatsArgs {}

/// Prints counts.
pub(super) fn stats(_: &StatsArgs, context: &Context) -> Result<(), CliError> {
    let path = context.scope_path()?;
    let store = context.store(Access::ReadOnly)?;
    let stats = ops::stats(&store, &store.scope(path.as_str())?)?;
    context.printer().result(&stats, text)
}

fn text(stats: &Stats) -> String {
    let Stats { scope, counts, bytes, embedder, dimension } = stats;
    let rows = [
        ("scope", scope.clone()),
        ("live", counts.live.to_string()),
        ("pinned", counts.pinned.to_string()),
        ("expired", counts.expired.to_string()),
        ("released", counts.released.to_string()),
        ("superseded", counts.superseded.to_string()),
        ("quarantined", counts.quarantined.to_string()),
        ("unreadable", counts.unreadable.to_string()),
        ("events", counts.events.to_string()),
        ("bytes", bytes.to_string()),
        ("embedder", embedder.clone()),
        ("dimension", dimension.to_string()),
    ];
    rows.into_iter().map(|(name, value)| format!("{name:<11} {}\n", escape(&value))).collect()
}
