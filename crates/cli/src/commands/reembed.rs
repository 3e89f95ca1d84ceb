//! `nepenthe reembed`.

use clap::Args;
use nepenthe::Access;

use crate::context::Context;
use crate::error::CliError;
use nepenthe_ops::{self as ops, ReembedInput};

/// Rebuild the vectors of the whole store
///
/// With the embedder of --embedder, or else with the one that the store records. Every scope is rebuilt. Killed at any
/// moment, the store has all its old vectors or all the new. A process that has the store open meanwhile must open it
/// again.
///
/// Prints the embedder, the components of its vectors, and how many texts were embedded.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe reembed --embedder minilm
  nepenthe reembed --embedder none")]
pub(crate) struct ReembedArgs {}

/// Rebuilds vectors.
pub(super) fn reembed(_: &ReembedArgs, context: &Context) -> Result<(), CliError> {
    let options = context.options(Access::Existing)?;
    let mut bar = context.printer().progress("reembed");
    let done = ops::reembed(context.opener(), options, &ReembedInput {}, &mut |progress| bar.set(progress));
    drop(bar);
    context.opens();
    let done = done?;
    let printed = context
        .printer()
        .result(&done, |done| format!("{}  {}  {}\n", done.embedder, done.dimension, done.texts));
    context.printer().status(format!("{} texts embedded with {}.", done.texts, done.embedder));
    printed.map_err(|error| error.although("the texts are embedded"))
}
