//! `nepenthe blame`.

use clap::Args;
use nepenthe::{Access, is_blank};

use crate::args::text;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::output::{memory_line, superseded_line};
use nepenthe_ops::{self as ops, BlameTarget};

/// Print the chain of memories that took each other's place
///
/// Follows the chain of one memory in both directions: that of the id, or the best hit of the words, whatever its
/// state. Purged memories are in no chain.
///
/// Prints one line a memory, oldest first: id, state, depth, text; below it, what took its place, and when.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe blame 'Alice works at Hooli'
  nepenthe blame 0192f0c1-2b3c-7d4e-8f50-112233445566")]
pub(crate) struct BlameArgs {
    /// The memory, by its id or in words; `-` reads standard input
    #[arg(value_name = "ID|WORDS", value_parser = text(), allow_hyphen_values = true)]
    memory: String,
}

/// Prints a chain.
pub(super) fn blame(args: &BlameArgs, context: &Context) -> Result<(), CliError> {
    let memory = context.text(&args.memory)?;
    if is_blank(&memory) {
        return Err(CliError::usage("name a memory by its id, or say in words which is meant"));
    }
    let target = match memory.parse() {
        Ok(id) => BlameTarget::Id(id),
        Err(_) => BlameTarget::Words(memory),
    };
    let scope = context.scope(Access::ReadOnly)?;
    let Some(blame) = ops::blame(&scope, &target)? else {
        return Err(CliError::new(Kind::NothingMatched, format!("nothing in {} matches", scope.path())));
    };
    context.printer().result(&blame, |blame| {
        let mut text = String::new();
        for link in &blame.memories {
            text += &memory_line(&link.memory);
            text.extend(link.superseded_by.iter().map(|by| superseded_line(by.id, by.at)));
        }
        text
    })
}
