//! `nepenthe inscribe`.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::{MemoryId, NewMemory};

use super::new_memory::NewMemoryArgs;
use super::returning::ReturningArgs;
use crate::args::{one_text, path, text};
use crate::context::{Context, STDIN};
use crate::error::CliError;
use crate::input::{read_lines, read_memories};
use crate::time::now;
use nepenthe_ops::{self as ops, Asked, InscribeInput};

/// Write memories
///
/// The text is the arguments, in quotation marks or not, or the whole of standard input, less a line break at its end. A file
/// given with --file holds one JSON object a line: "text", and if wanted "source", "metadata", "expires" and "derived_from" (a
/// list of ids), as the options; or with --lines one memory a line, as it stands there. All its memories are written, or none.
/// Makes the store where there is none. A text may have 16 MiB.
///
/// Prints the id of each memory written, in order.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe inscribe 'Alice works at Initech.' --source chat-42
  nepenthe inscribe Sam called today --expires 'in 30 days'
  nepenthe inscribe - < note.txt
  nepenthe inscribe --lines --file notes.txt
  nepenthe inscribe --file facts.jsonl --scope acme/alice")]
pub(crate) struct InscribeArgs {
    /// The text; `-` or none reads standard input
    #[arg(value_name = "TEXT", num_args = 1.., value_parser = text(), allow_hyphen_values = true)]
    text: Vec<String>,

    /// Read memories from a file of JSON lines, or with --lines of plain ones; `-` is standard input
    #[arg(long, value_name = "FILE", value_parser = path(), conflicts_with = "text")]
    file: Option<PathBuf>,

    /// Take each line of the file, or of standard input, for a memory; blank lines are passed over
    #[arg(long)]
    lines: bool,

    #[command(flatten)]
    beside: NewMemoryArgs,

    #[command(flatten)]
    returning: ReturningArgs,
}

/// Writes memories.
pub(super) fn inscribe(args: &InscribeArgs, context: &Context) -> Result<(), CliError> {
    let memories = given(args, context)?;
    for memory in &memories {
        memory.validate()?;
    }
    let returning = args.returning.returning()?;
    let scope = context.scope_for_new_memories(true)?;
    let mut bar = context.printer().progress("inscribe");
    let memories = memories.into_iter().map(Into::into).collect();
    let input = InscribeInput { memories, returning, asked: context.global().placement().annotates() };
    let mut inscribed = ops::inscribe(&scope, input, &mut |progress| bar.set(progress))?;
    drop(bar);
    inscribed.account = context.account().as_ref().map(Into::into);

    // From here on the memories are written: what fails ends nothing that is still to be said of them.
    let printed = context
        .printer()
        .result(&inscribed, |inscribed| inscribed.ids.iter().map(|id| format!("{id}\n")).collect());
    match inscribed.ids.len() {
        1 => context.printer().status(format!("1 memory inscribed into {}.", scope.path())),
        n => context.printer().status(format!("{n} memories inscribed into {}.", scope.path())),
    }
    trimmed(&inscribed.trimmed, context);
    told(&inscribed.asked, context);
    printed.map_err(|error| match &*inscribed.ids {
        [id] => error
            .although("the memory is written")
            .with_hint(format!("do not write it again: its id is {id}")),
        ids => {
            let first = ids.first().map(|id| format!(", the first with the id {id}")).unwrap_or_default();
            let hint = format!("do not write them again: see `nepenthe list`{first}");
            error.although(&format!("the {} memories are written", ids.len())).with_hint(hint)
        }
    })
}

/// Reads what is to be written.
fn given(args: &InscribeArgs, context: &Context) -> Result<Vec<NewMemory>, CliError> {
    let text = one_text(&args.text);
    let file = args.file.as_deref().unwrap_or(Path::new(STDIN));
    if text.is_none() && args.file.is_none() && io::stdin().is_terminal() {
        let error = CliError::usage("there is no text to inscribe");
        return Err(error.with_hint("give it as an argument, on standard input, or with --file"));
    }
    match (text.as_deref(), args.lines, &args.file) {
        (Some(text), true, _) if text != STDIN => Err(CliError::usage("--lines cannot be used with a text")
            .with_hint("name a file with --file, or give the lines on standard input")),
        (_, true, _) => args.beside.memories(read_lines(&context.source(file)?)?, context),
        (_, false, Some(_)) if args.beside.is_given() => Err(CliError::usage(
            "--source, --metadata, --from and --expires cannot be used with --file: each of its lines has its own",
        )
        .with_hint("write them in the file; for a file of plain lines add --lines")),
        (_, false, Some(file)) => read_memories(&context.source(file)?, now()?),
        (text, false, None) => {
            Ok(vec![args.beside.memory(context.text(text.unwrap_or(STDIN))?, context)?])
        }
    }
}

/// Says of which memories a part was left out.
pub(super) fn trimmed(ids: &[MemoryId], context: &Context) {
    for id in ids {
        context.printer().status(format!("{id} is without what was erased of it."));
    }
}

/// Says what came of asking a language model about texts, where that is more, or less, than annotations.
pub(super) fn told(asked: &[Asked], context: &Context) {
    for Asked { id, outcome, merged } in asked {
        for part in outcome.split('+') {
            let Some((_, what)) = part.split_once(':') else { continue };
            let older = merged.map_or_else(|| "an older memory".to_owned(), |older| older.to_string());
            context.printer().status(match what {
                "replace" => format!("{id} takes the place of {older}, which is out of recall."),
                "link" => format!("{id} is linked with {older}, which stays in recall."),
                "spared" | "stale" | "quarantined" => {
                    format!("{id} is not merged, against the language model's word ({part}).")
                }
                _ => format!("{id} is without what the language model might have added ({part})."),
            });
        }
    }
}
