//! `nepenthe import`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use nepenthe::{ImportError, Store};

use super::returning::ReturningArgs;
use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::input::Source;
use nepenthe_ops::{
    self as ops, Foreign, ForeignFile, ForeignMemories, ImportInput, Imported, ImportedFrom, OpError,
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
/// conversation, but not the one shown, malformed). What no longer holds there comes in released.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe import alice.jsonl --scope acme/alice
  nepenthe import --from mem0 get_all.json
  nepenthe import --from langgraph store.db
  gunzip < all.jsonl.gz | nepenthe import -")]
pub(crate) struct ImportArgs {
    /// Read this file; `-` is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,

    /// The system that wrote the file
    #[arg(long, value_enum, value_name = "SYSTEM")]
    from: Option<FromName>,

    #[command(flatten)]
    returning: ReturningArgs,
}

/// Whose file is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FromName {
    /// Mem0: what `get_all` returns, as JSON
    Mem0,
    /// LangGraph: the file of its SQLite store, or rows of its table `store` as JSON
    Langgraph,
    /// The official memory server of MCP: its `memory.jsonl`
    #[cfg(feature = "server")]
    MemoryJsonl,
    /// Letta: passages, blocks or an agent file, as JSON
    Letta,
    /// Zep: edges, episodes, messages, nodes or observations, as JSON
    Zep,
    /// ChatGPT: `conversations.json` of an export; what the user said
    ChatgptExport,
}

/// How a file of this system is had.
fn hint(foreign: Foreign) -> &'static str {
    match foreign {
        Foreign::Mem0 => "write json.dumps(memory.get_all(...)) into the file",
        Foreign::Langgraph => {
            "name the file of a SqliteStore, or what PostgreSQL's \
             COPY (SELECT row_to_json(store) FROM store) TO STDOUT writes"
        }
        Foreign::Letta => "write what the API returns for archival memory or blocks, or an agent file",
        Foreign::Zep => "write what the API returns for edges, episodes, messages, nodes or observations",
        Foreign::ChatgptExport => "unpack the export, and name its conversations.json",
    }
}

/// Imports.
pub(super) fn import(args: &ImportArgs, context: &Context) -> Result<(), CliError> {
    let Some(from) = args.from else { return of_ours(args, context) };
    let foreign = match from {
        #[cfg(feature = "server")]
        FromName::MemoryJsonl => return told(&of_graph(args, context)?, context),
        FromName::Mem0 => Foreign::Mem0,
        FromName::Langgraph => Foreign::Langgraph,
        FromName::Letta => Foreign::Letta,
        FromName::Zep => Foreign::Zep,
        FromName::ChatgptExport => Foreign::ChatgptExport,
    };
    told(&of_others(args, foreign, context)?, context)
}

/// Takes in what another system wrote.
fn of_others(args: &ImportArgs, foreign: Foreign, context: &Context) -> Result<ImportedFrom, CliError> {
    let source = context.source(&args.file)?;
    context.scope_path()?;
    let returning = args.returning.returning()?;
    let file = match &source {
        Source::Stdin => ForeignFile::Bytes(source.read()?),
        Source::File(path) => ForeignFile::Path(path.clone()),
    };
    // A file that cannot be read leaves no new store behind.
    let memories = ForeignMemories::read(foreign, file)
        .map_err(|error| CliError::from(error).with_hint(hint(foreign)))?;
    let scope = context.scope_for_new_memories(false)?;
    let mut bar = context.printer().progress("import");
    Ok(ops::import_from(&scope, memories, returning, &mut |progress| bar.set(progress))?)
}

/// Takes in a graph, as the tools of the profile graph write it.
#[cfg(feature = "server")]
fn of_graph(args: &ImportArgs, context: &Context) -> Result<ImportedFrom, CliError> {
    let graph = super::mcp::read_graph(&context.source(&args.file)?)?;
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
    if Store::embedder_of(context.db())?.is_none() {
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
