//! `nepenthe scrub`.

use clap::Args;
use nepenthe::{Access, ReceiptId};

use crate::context::Context;
use crate::error::{CliError, Kind};
use nepenthe_ops::{self as ops, ScrubInput, Scrubbed};

/// Finish erasures that could not be finished when they were made
///
/// A purge empties the write-ahead log and scans the files. Where another process was reading, or the one that purged was
/// killed, the receipt stays logical, and the erased bytes may still be in the files. The next process to write finishes
/// what it erased itself; for anything else the whole file is written anew, which leaves nothing in it but what it holds.
/// For each erasure that is finished a physical receipt is issued (crypto, in an encrypted store, whose keys of memories that are
/// gone are erased too; compacted, of a plain store in PostgreSQL, whose tables are written anew by the role that owns
/// them). Where a purge found erased bytes in the files, everything is written anew; its receipt stays logical only
/// where the file has tables or columns that are none of the store's, which may hold them still.
///
/// Finishes what is left in every scope. Prints one line a receipt of the scope named: finished, logical or residue; how many there
/// are of other scopes, --json says. Ends with code 6 while another process keeps it from finishing, and with
/// code 5 where there is residue.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe scrub
  nepenthe scrub --rebuild   # write the file anew in any case")]
pub(crate) struct ScrubArgs {
    /// Write the whole file anew, also where nothing is left to finish
    #[arg(long)]
    rebuild: bool,
}

/// Scrubs.
pub(super) fn scrub(args: &ScrubArgs, context: &Context) -> Result<(), CliError> {
    let scope = context.scope(Access::Existing)?;
    let scrubbed = ops::scrub(&scope, &ScrubInput { rebuild: args.rebuild })?;
    let printed = context.printer().result(&scrubbed, text);
    printed.map_err(|error| error.although("what could be finished is finished"))?;
    if scrubbed.busy {
        return Err(CliError::new(Kind::Busy, "another process still reads an older state of the store")
            .with_hint("end it, or wait for it, and run `nepenthe scrub` again"));
    }
    if let Some(receipts) = residue(&scrubbed) {
        let error = CliError::new(
            Kind::Residue,
            format!("erased bytes were found in the files when {receipts} was issued: it stays logical"),
        );
        return Err(match scrubbed.foreign.first() {
            Some(foreign) => error.with_hint(format!(
                "the file has {foreign}, which may hold them: remove it with the tool that made it, and scrub again"
            )),
            None => error.with_hint("run `nepenthe check --deep`, remove what it names that is not the store's, and scrub again"),
        });
    }
    context.printer().status(match (scrubbed.issued.len() + scrubbed.issued_elsewhere, scrubbed.keys) {
        (0, 0) => "Nothing was left to finish.".to_owned(),
        (0, keys) => format!("Keys of no memory that were erased: {keys}."),
        _ => "What was left is finished: `nepenthe receipt` says how far it reaches.".to_owned(),
    });
    Ok(())
}

/// The receipts of which something was found, in words; those of other scopes without their ids.
fn residue(scrubbed: &Scrubbed) -> Option<String> {
    let (ours, elsewhere) = (&scrubbed.residue, scrubbed.residue_elsewhere);
    let first = ours.first().map(|first| format!("receipt {first}"));
    match (first, ours.len() + elsewhere) {
        (_, 0) => None,
        (None, 1) => Some("a receipt of another scope".to_owned()),
        (None, all) => Some(format!("a receipt of another scope and {} more", all - 1)),
        (Some(first), 1) => Some(first),
        (Some(first), all) => Some(format!("{first} and {} more", all - 1)),
    }
}

fn text(scrubbed: &Scrubbed) -> String {
    let line = |what: &str, id: &ReceiptId| format!("{what:<8}  {id}\n");
    let issued = scrubbed.issued.iter().map(|id| line("finished", id));
    let waiting = scrubbed.waiting.iter().map(|id| line("logical", id));
    let residue = scrubbed.residue.iter().map(|id| line("residue", id));
    issued.chain(waiting).chain(residue).collect()
}
