//! `nepenthe mcp import` and `nepenthe mcp export`: `memory.jsonl`, the file of the official memory server.

use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::Access;
use nepenthe_server::Graph;
use serde::Serialize;

use crate::args::path;
use crate::context::{Context, STDIN};
use crate::error::CliError;
use crate::input::{Source, read_text};
use crate::output::{Overwrite, WholeFile, write_stdout};

/// Read the file of the official memory server into the scope
///
/// Its entities, observations and relations become memories, as the tools of the profile graph write them. What the
/// scope has already stays as it is: entities go by their names. All of it is written, or nothing.
///
/// Prints how many entities and relations are new.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Example:
  nepenthe mcp import memory.jsonl")]
pub(super) struct ImportArgs {
    /// Read this file; `-` is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,
}

/// Write the scope's graph as the official memory server keeps it
///
/// One line an entity, with its observations, or a relation.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Example:
  nepenthe mcp export memory.jsonl")]
pub(super) struct ExportArgs {
    /// Write this file, which must not exist; `-` is standard output
    #[arg(value_name = "FILE", default_value = STDIN, value_parser = path())]
    file: PathBuf,
}

/// How much was read or written.
#[derive(Serialize)]
struct Counted {
    entities: usize,
    relations: usize,
}

impl From<&Graph> for Counted {
    fn from(graph: &Graph) -> Self {
        Self { entities: graph.entities.len(), relations: graph.relations.len() }
    }
}

/// Imports a graph.
pub(super) fn import(args: &ImportArgs, context: &Context) -> Result<(), CliError> {
    let graph = read_graph(&context.source(&args.file)?)?;
    let new = graph.add(&context.scope_for_new_memories(true)?)?;
    counted(&Counted::from(&new), context)
}

/// Reads `memory.jsonl`.
pub(in crate::commands) fn read_graph(source: &Source) -> Result<Graph, CliError> {
    Graph::from_lines(&read_text(source)?).map_err(|line| {
        CliError::input(format!("{source}, line {line}: this is neither an entity nor a relation"))
            .with_hint("import reads the memory.jsonl of the official memory server")
    })
}

/// Exports the graph.
pub(super) fn export(args: &ExportArgs, context: &Context) -> Result<(), CliError> {
    let graph = Graph::read(&context.scope(Access::ReadOnly)?)?;
    if args.file == Path::new(STDIN) {
        return write_stdout(&graph.to_lines());
    }
    WholeFile::create(&args.file, Overwrite::Never, &context.kept_files())?.fill(&graph.to_lines())?;
    counted(&Counted::from(&graph), context)
}

fn counted(counted: &Counted, context: &Context) -> Result<(), CliError> {
    context.printer().result(counted, |counted| {
        format!("entities {}, relations {}\n", counted.entities, counted.relations)
    })
}
