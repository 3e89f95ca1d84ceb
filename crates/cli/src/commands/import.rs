//! `nepenthe import`.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use nepenthe::ImportError;

use super::returning::ReturningArgs;
use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::input::Source;
use nepenthe_ops::{
    self as ops, Foreign, ForeignFile, ForeignMemories, ImportFromInput, ImportInput, Imported, ImportedFrom,
    OpError,
};

/// Read an export back, into the scope named
///
/// Ids, states, histories and expiry are kept. All of the file is imported, or nothing. What the scope has already
/// stays as it is, so that importing a file twice changes nothing, and what the scope has purged does not come back.
/// Makes the store where there is none.
///
/// Prints one line for each memory left out: id and why (unchanged, differs, purged, erased: it says again what was
/// erased).
///
/// With --from, the file is one that another system wrote, and a line of what is left out has the entry's name there
/// and why (here: imported before, erased, empty, deleted, expired, assistant: not said by the user, branch: of a
/// conversation, but not the one shown, malformed). What no longer holds there comes in released. LangGraph's namespaces
/// are scopes below the one named, each imported whole or not at all; Python's NepentheStore looks below langgraph.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe import alice.jsonl --scope acme/alice
  nepenthe import --from mem0 get_all.json
  nepenthe import --from langgraph store.db --scope langgraph
  gunzip < all.jsonl.gz | nepenthe import -")]
pub(crate) struct ImportArgs {
    /// Read this file; `-` is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,

    /// The system that wrote the file
    #[arg(long, value_enum, value_name = "SYSTEM")]
    from: Option<System>,

    #[command(flatten)]
    returning: ReturningArgs,
}

/// Whose file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum System {
    Foreign(Foreign),
    /// The official memory server of MCP.
    #[cfg(feature = "server")]
    Graph,
}

impl ValueEnum for System {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<System>> = LazyLock::new(|| {
            let foreign = Foreign::ALL.into_iter().map(System::Foreign);
            #[cfg(feature = "server")]
            let foreign = foreign.chain([System::Graph]);
            foreign.collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Foreign(foreign) => PossibleValue::new(foreign.name()).help(foreign.about()),
            #[cfg(feature = "server")]
            Self::Graph => PossibleValue::new("memory-jsonl")
                .help("The official memory server of MCP: its `memory.jsonl`"),
        })
    }
}

/// Imports.
pub(super) fn import(args: &ImportArgs, context: &Context) -> Result<(), CliError> {
    let report = match args.from {
        None => return of_ours(args, context),
        Some(System::Foreign(foreign)) => of_others(args, foreign, context)?,
        #[cfg(feature = "server")]
        Some(System::Graph) => of_graph(args, context)?,
    };
    told(&report, context)
}

/// Takes in what another system wrote. Where there is nothing to take, no store is made.
fn of_others(args: &ImportArgs, foreign: Foreign, context: &Context) -> Result<ImportedFrom, CliError> {
    let source = context.source(&args.file)?;
    context.scope_path()?;
    let input = ImportFromInput { from: foreign, returning: args.returning.returning()? };
    let file = match &source {
        Source::Stdin => ForeignFile::Bytes(source.read()?),
        Source::File(path) => ForeignFile::Path(path.clone()),
    };
    let memories = ForeignMemories::read(input, file)
        .map_err(|error| CliError::from(error).with_hint(foreign.source()))?;
    match memories.nothing() {
        Ok(report) => Ok(report),
        Err(memories) => {
            let scope = context.scope_for_new_memories(false)?;
            let mut bar = context.printer().progress("import");
            Ok(ops::import_from(&scope, memories, &mut |progress| bar.set(progress))?)
        }
    }
}

/// Takes in a graph, as the tools of the profile graph write it. An empty one makes no store.
#[cfg(feature = "server")]
fn of_graph(args: &ImportArgs, context: &Context) -> Result<ImportedFrom, CliError> {
    if args.returning.returning()? != ops::Returning::Refuse {
        return Err(CliError::usage(
            "--returning is not for --from memory-jsonl, which refuses what was erased",
        ));
    }
    let graph = super::mcp::read_graph(&context.source(&args.file)?)?;
    context.scope_path()?;
    if graph == nepenthe_server::Graph::default() {
        return Ok(ImportedFrom { imported: 0, left: Vec::new(), trimmed: Vec::new() });
    }
    Ok(graph.merge(&context.scope_for_new_memories(true)?)?)
}

fn told(report: &ImportedFrom, context: &Context) -> Result<(), CliError> {
    let printed = context.printer().result(report, |report| {
        report.left.iter().map(|left| format!("{}  {}\n", left.entry, ops::word(&left.reason))).collect()
    });
    let counts = report.counts().into_iter().map(|(reason, count)| format!("{count} {}", ops::word(&reason)));
    let counts = counts.collect::<Vec<String>>().join(", ");
    let why = if counts.is_empty() { String::new() } else { format!(" ({counts})") };
    context.printer().status(format!("{} imported, {} left out{why}.", report.imported, report.left.len()));
    super::inscribe::trimmed(&report.trimmed, context);
    printed.map_err(|error| error.although(&format!("{} memories are imported", report.imported)))
}

fn of_ours(args: &ImportArgs, context: &Context) -> Result<(), CliError> {
    let source = context.source(&args.file)?;
    let lines = source.read()?;
    context.scope_path()?;
    if context.opener().stored_embedder()?.is_none() {
        // A file that cannot be imported leaves no new store behind.
        ops::try_import(&*lines).map_err(|error| named(&source, error))?;
    }
    let returning = args.returning.returning()?;
    let scope = context.scope_for_new_memories(false)?;
    let mut bar = context.printer().progress("import");
    let report = ops::import(&scope, ImportInput { returning }, &*lines, &mut |progress| bar.set(progress));
    drop(bar);
    let report = report.map_err(|error| named(&source, error))?;

    let printed = context.printer().result(&report, text);
    let Imported { imported, skipped, trimmed, cleared } = &report;
    context.printer().status(format!(
        "{imported} imported into {}, {} left out.",
        scope.path(),
        skipped.len()
    ));
    super::inscribe::trimmed(trimmed, context);
    for id in cleared {
        context.printer().status(format!("{id} is without words of its events that the log does not take."));
    }
    printed.map_err(|error| error.although(&format!("{imported} memories are imported")))
}

/// Says in which file the line is that an error names.
fn named(source: &Source, error: OpError) -> CliError {
    let in_file = matches!(
        error.cause(),
        Some(nepenthe::Error::Import(ImportError::Line { .. } | ImportError::Read { .. }))
    );
    let error = CliError::from(error);
    if in_file { error.within(source) } else { error }
}

fn text(report: &Imported) -> String {
    report.skipped.iter().map(|skipped| format!("{}  {}\n", skipped.id, ops::word(&skipped.reason))).collect()
}
