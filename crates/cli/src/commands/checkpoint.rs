//! `nepenthe checkpoint`.

use clap::Args;
use nepenthe::Access;
use nepenthe_ops::{self as ops, CheckpointInput};

use crate::context::Context;
use crate::error::CliError;
use crate::keys;
use crate::output::write_stdout;

/// Print the signed checkpoint of the log
///
/// The log's name, its number of events and the root of their Merkle tree, signed with the key of `nepenthe key`, as
/// C2SP's tlog-checkpoint says. Whoever keeps one can tell later whether the log still begins with the same events; a
/// witness can cosign it.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe checkpoint > $(date +%F).checkpoint")]
pub(crate) struct CheckpointArgs {}

/// Prints a checkpoint.
pub(super) fn checkpoint(_: &CheckpointArgs, context: &Context) -> Result<(), CliError> {
    let store = context.store(Access::ReadOnly)?;
    let key = keys::signing_key(&context.key_file()?)?;
    write_stdout(&ops::checkpoint(&store, &CheckpointInput {}, key.current())?.checkpoint)
}
