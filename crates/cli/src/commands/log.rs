//! `nepenthe log`.

use clap::Args;
use jiff::Timestamp;
use nepenthe::Access;

use crate::context::Context;
use crate::error::CliError;
use crate::output::event_line;
use crate::time::parse_time;
use nepenthe_ops::{self as ops, LogInput};

/// Print the events of the scope, oldest first
///
/// The log holds no texts: each event commits to its text by a keyed digest, which --json shows.
///
/// Prints one line an event: its place in the log, time, kind, memory, depth and actor. Places are counted over all
/// scopes of the store, so that one scope's have gaps.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe log --since yesterday
  nepenthe log --after 1200 --limit 100 --json")]
pub(crate) struct LogArgs {
    /// Begin at this time (RFC 3339, a date, yesterday, '3 days ago')
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    since: Option<Timestamp>,

    /// End at this time, likewise
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    until: Option<Timestamp>,

    /// Begin after this place in the log
    #[arg(long, value_name = "SEQ", default_value_t = 0, allow_negative_numbers = true,
          value_parser = clap::value_parser!(i64).range(0..))]
    after: i64,

    /// Print at most this many
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
}

/// Prints a part of the log.
pub(super) fn log(args: &LogArgs, context: &Context) -> Result<(), CliError> {
    let input = LogInput { since: args.since, until: args.until, after: args.after, limit: args.limit };
    let scope = context.scope(Access::ReadOnly)?;
    let logged = ops::log(&scope, &input)?;
    context.printer().result(&logged, |logged| logged.events.iter().map(event_line).collect())?;
    if logged.events.is_empty() {
        context.printer().status(format!("There are no such events in {}.", scope.path()));
    }
    Ok(())
}
