//! `nepenthe blame`.

use clap::Args;
use nepenthe::Access;

use crate::args::{one_text, text};
use crate::context::Context;
use crate::error::CliError;
use crate::output::{memory_line, superseded_line};
use nepenthe_ops::{self as ops, BlameInput};

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
    #[arg(value_name = "ID|WORDS", required = true, num_args = 1.., value_parser = text(), allow_hyphen_values = true)]
    memory: Vec<String>,
}

/// Prints a chain.
pub(super) fn blame(args: &BlameArgs, context: &Context) -> Result<(), CliError> {
    let input = BlameInput::read(context.text(&one_text(&args.memory).unwrap_or_default())?)?;
    let blame = ops::blame(&context.scope(Access::ReadOnly)?, &input)?;
    context.printer().result(&blame, |blame| {
        let mut text = String::new();
        for link in &blame.memories {
            text += &memory_line(&link.memory);
            text.extend(link.superseded_by.iter().map(|by| superseded_line(by.id, by.at)));
        }
        text
    })
}
