//! `nepenthe history`.

use clap::Args;
use nepenthe::{Access, EventKind, MemoryId};

use crate::context::Context;
use crate::error::CliError;
use crate::output::{escape, event_line};
use nepenthe_ops::{self as ops, HistoryEntry, HistoryInput};

/// Print what happened to one memory, oldest first
///
/// Of a purged memory, the events remain and the texts do not.
///
/// Prints two lines an event: its place in the log, time, kind, memory, depth and actor; and the text after it. Behind
/// a text that is new, a line for each annotation of it by a language model: kind, words of the text, and their other form.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe history 0192f0c1-2b3c-7d4e-8f50-112233445566")]
pub(crate) struct HistoryArgs {
    /// The memory
    #[arg(value_name = "ID")]
    id: MemoryId,
}

/// Prints a history.
pub(super) fn history(args: &HistoryArgs, context: &Context) -> Result<(), CliError> {
    let history = ops::history(&context.scope(Access::ReadOnly)?, &HistoryInput { id: args.id })?;
    context.printer().result(&history, |history| history.events.iter().map(lines).collect())
}

fn lines(entry: &HistoryEntry) -> String {
    let text = entry.text.as_deref().map_or("(no text)".into(), escape);
    let mut lines = format!("{}        {text}\n", event_line(&entry.event));
    if matches!(entry.event.kind, EventKind::Inscribe | EventKind::Edit | EventKind::Redact) {
        for annotation in &entry.annotations {
            let (kind, of, value) =
                (annotation.kind.as_str(), escape(&annotation.of), escape(&annotation.value));
            lines.push_str(&format!("        {kind:<11} {of}: {value}\n"));
        }
    }
    lines
}
