//! `nepenthe export`.

use std::io;
use std::path::PathBuf;

use clap::Args;
use nepenthe::Access;

use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::output::{Overwrite, WholeFile};
use nepenthe_ops::{self as ops, ExportInput};

/// Write every memory of the scope as JSON lines
///
/// Released, superseded and expired memories are there too, each with its history; what was purged is not. The lines
/// come from one moment. A file appears whole or not at all; one that exists is only overwritten with --force.
/// The lines are plain text, of an encrypted store too. `nepenthe import` reads the lines back, into any scope of any store.
///
/// Prints the lines, or, where they go to a file, nothing; with --json how many there were.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe export alice.jsonl --scope acme/alice
  nepenthe export | gzip > all.jsonl.gz")]
pub(crate) struct ExportArgs {
    /// Write to this file; `-` is standard output
    #[arg(value_name = "FILE", default_value = "-", value_parser = path())]
    file: PathBuf,

    /// Overwrite the file
    #[arg(long)]
    force: bool,
}

/// Exports.
pub(super) fn export(args: &ExportArgs, context: &Context) -> Result<(), CliError> {
    let printer = context.printer();
    let scope = context.scope(Access::ReadOnly)?;
    let mut bar = printer.progress("export");
    let exported = if args.file.as_os_str() == "-" {
        let mut out = io::BufWriter::new(io::stdout().lock());
        ops::export(&scope, &ExportInput {}, &mut out, &mut |progress| bar.set(progress))?
    } else {
        let overwrite = if args.force { Overwrite::Yes } else { Overwrite::No };
        let mut file = WholeFile::create(&args.file, overwrite, &context.kept_files())?;
        let exported = ops::export(&scope, &ExportInput {}, &mut file, &mut |progress| bar.set(progress))?;
        file.finish()?;
        printer.result(&exported, |_| String::new())?;
        exported
    };
    drop(bar);
    match exported.exported {
        1 => printer.status(format!("1 memory of {} exported.", scope.path())),
        n => printer.status(format!("{n} memories of {} exported.", scope.path())),
    }
    Ok(())
}
