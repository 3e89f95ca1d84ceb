//! `nepenthe receipt`.

use std::path::PathBuf;

use clap::Args;
use nepenthe::{Access, ReceiptId};

use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::keys;
use crate::output::{Overwrite, WholeFile, write_stdout};
use nepenthe_ops::{self as ops, Issued, ReceiptInput, ReceiptsInput};

/// List the receipts of erasures, or write a signed one
///
/// Each erasure has a receipt from its own transaction, which says that the memories are out of every table and index
/// (logical), and a second one once the files were scanned and hold none of it (physical;
/// crypto, where the key of an encrypted memory is erased as well). A receipt names memories by
/// their ids alone, and belongs to the scope that they were in: those of another are neither listed nor found. It stands in
/// the store's log, and is signed here with the key of `nepenthe key`; anybody can verify it
/// offline, with `nepenthe verify` or with docs/receipt.md in hand.
///
/// Without an id, prints one line a receipt: id, time, assurance, memories erased and edited. With one, the receipt.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe receipt
  nepenthe receipt last receipt.txt
  nepenthe receipt 0192f0c1-2b3c-7d4e-8f50-112233445566 | less")]
pub(crate) struct ReceiptArgs {
    /// Write this receipt; `last` is the newest
    #[arg(value_name = "ID", value_parser = which)]
    id: Option<Which>,

    /// Write it to this file; `-` is standard output
    #[arg(value_name = "FILE", default_value = "-", value_parser = path())]
    file: PathBuf,

    /// Overwrite the file
    #[arg(long)]
    force: bool,

    /// Take the receipts of every scope of the store
    #[arg(long)]
    all_scopes: bool,
}

#[derive(Debug, Clone, Copy)]
enum Which {
    Last,
    This(ReceiptId),
}

fn which(text: &str) -> Result<Which, nepenthe::Error> {
    if text == "last" { Ok(Which::Last) } else { Ok(Which::This(text.parse()?)) }
}

/// Lists receipts, or writes one.
pub(super) fn receipt(args: &ReceiptArgs, context: &Context) -> Result<(), CliError> {
    let scope = context.scope(Access::ReadOnly)?;
    let store = scope.store();
    let issued = match args.all_scopes {
        true => ops::all_receipts(&store, &ReceiptsInput {})?,
        false => ops::receipts(&scope, &ReceiptsInput {})?,
    };
    let Some(which) = args.id else {
        context.printer().result(&issued, |issued| issued.receipts.iter().map(line).collect())?;
        if issued.receipts.is_empty() {
            context.printer().status(match args.all_scopes {
                true => "Nothing was erased yet.".to_owned(),
                false => format!("Nothing was erased yet in {}.", scope.path()),
            });
        }
        return Ok(());
    };
    let id =
        match which {
            Which::This(id) => id,
            Which::Last => issued.receipts.last().map(|issued| issued.id).ok_or_else(|| {
                CliError::new(Kind::NotFound, "nothing was erased yet; there is no receipt")
            })?,
        };
    let (key, input) = (keys::signing_key(&context.key_file()?)?, ReceiptInput { id });
    let signed = match args.all_scopes {
        true => ops::any_receipt(&store, &input, key.current())?,
        false => ops::receipt(&scope, &input, key.current())?,
    };
    let text = signed.receipt;
    if args.file.as_os_str() == "-" {
        return write_stdout(&text);
    }
    let overwrite = if args.force { Overwrite::Yes } else { Overwrite::No };
    WholeFile::create(&args.file, overwrite, &context.kept_files())?.fill(&text)?;
    context.printer().status(format!("The receipt is in {}.", args.file.display()));
    Ok(())
}

fn line(issued: &Issued) -> String {
    let completes = issued.completes.as_ref().map(|id| format!("  completes {id}")).unwrap_or_default();
    format!(
        "{}  {}  {:<8}  erased {}, edited {}{completes}\n",
        issued.id, issued.at, issued.assurance, issued.erased, issued.edited
    )
}
