//! Runs the planner `canonical` over groups of labelled memories: its evidence, which `planner/train.py` trains the judge
//! on, or how often it does what the labels say.

mod evidence;
mod group;
mod score;

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, ValueEnum};
use nepenthe::control::planner::Canonical;
use nepenthe::control::planner::canonical::Components;
use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Mutation, NewMemory, Options, Scope, Store};

use crate::group::Group;

#[derive(Parser)]
#[command(about = "Runs the planner `canonical` over groups of labelled memories")]
struct Args {
    /// What to print
    #[arg(value_enum)]
    print: Print,
    /// Files of groups (JSON Lines)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Switch a component off (may be repeated)
    #[arg(long)]
    without: Vec<String>,
    /// Where the files of all-MiniLM-L6-v2 lie
    #[arg(long)]
    model: PathBuf,
    /// With `score`: also each group that was not done as labelled
    #[arg(long)]
    failures: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Print {
    /// The evidence as tab-separated values, a line for each part of a memory
    Evidence,
    /// How many memories and groups come out as labelled
    Score,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nepenthe-planner: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let mut components = Components::default();
    for name in &args.without {
        components = components.without(name).ok_or_else(|| {
            format!("there is no component {name}; there are {}", Components::NAMES.join(", "))
        })?;
    }
    let model = MiniLm::load(&args.model).map_err(|error| error.to_string())?;
    let planner = Canonical::default().with_components(components);
    let embedder: Arc<dyn Embedder> = Arc::new(model);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut line = |line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    let mut tally = score::Tally::default();
    if let Print::Evidence = args.print {
        line(evidence::head())?;
    }
    for file in &args.files {
        for group in group::read(file)? {
            let (scope, mutation) = lay(&group, &embedder, &planner)?;
            match args.print {
                Print::Evidence => {
                    evidence::lines(&planner, &scope, &mutation, &group)?
                        .into_iter()
                        .try_for_each(&mut line)?;
                }
                Print::Score => {
                    let failure = tally.add(&scope, mutation, &group)?;
                    failure.filter(|_| args.failures).map_or(Ok(()), &mut line)?;
                }
            }
        }
    }
    match args.print {
        Print::Evidence => Ok(()),
        Print::Score => line(tally.to_string()),
    }
}

/// A store with the group's memories, and its command.
fn lay(
    group: &Group,
    embedder: &Arc<dyn Embedder>,
    planner: &Canonical,
) -> Result<(Scope, Mutation), String> {
    let options = Options::default().with_shared_embedder(Arc::clone(embedder)).with_planner(planner.clone());
    let store = Store::open_in_memory(options).map_err(|error| error.to_string())?;
    let scope = store.scope("group").map_err(|error| error.to_string())?;
    let rows: Vec<NewMemory> = group.rows.iter().map(|row| NewMemory::new(row.text())).collect();
    scope.inscribe_batch(&rows, &mut |_| {}).map_err(|error| error.to_string())?;
    let request = group.request.as_str();
    let mutation = match group.verb.as_str() {
        "supersede" => Mutation::supersede(request, group.new.as_str()),
        "release" => Mutation::release(request),
        "purge" => Mutation::purge(request),
        verb => return Err(format!("{}: no group may have the verb {verb}", group.src)),
    };
    Ok((scope, mutation))
}
