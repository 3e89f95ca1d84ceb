//! Runs the planner `canonical` over groups of labelled memories: its features, which `training/train.py` trains the scorer
//! on, or how often it does what the labels say.

mod ablate;
mod features;
mod group;
mod reach;
mod readings;
mod remembering;
mod score;
mod ways;

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, ValueEnum};
use forgeteval::adapter::CachedEmbedder;
use nepenthe::control::planner::Canonical;
use nepenthe::control::planner::canonical::{Components, Scorer};
use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Mutation, NewMemory, Options, Scope, Store};

use crate::group::Group;

#[derive(Parser)]
#[command(about = "Runs the planner `canonical` over groups of labelled memories")]
struct Args {
    /// What to print
    #[arg(value_enum)]
    print: Print,
    /// Files of groups (JSON Lines); of cases, for `ablate`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Leave a component, rule or step out (may be repeated)
    #[arg(long)]
    without: Vec<String>,
    /// What `ablate` leaves out in turn
    #[arg(long, value_enum, default_value = "rule")]
    by: ablate::By,
    /// Only these of them (may be repeated)
    #[arg(long)]
    only: Vec<String>,
    /// Read all-MiniLM-L6-v2 from this folder
    #[arg(long, required_if_eq_any([("print", "features"), ("print", "ways"), ("print", "score"), ("print", "ablate")]))]
    model: Option<PathBuf>,
    /// Weigh the features with this scorer instead of the one that ships
    #[arg(long)]
    scorer: Option<PathBuf>,
    /// Take each group as it is once its command was carried out, so that nothing goes
    #[arg(long)]
    done: bool,
    /// Print each group that was not done as labelled too, or each edit that cannot be written
    #[arg(long)]
    failures: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Print {
    /// The features as tab-separated values, a line for each part of a memory
    Features,
    /// The ways in which memories that go may go, a line for each
    Ways,
    /// How many memories and groups come out as labelled
    Score,
    /// What the planner passes of suites without each rule, step or component
    Ablate,
    /// How many of the edits can be written at all; needs no model
    Reach,
    /// The groups, with what the relevance model reads of each; needs no model
    Readings,
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
        components = components
            .without(name)
            .ok_or_else(|| format!("there is no {name}; there are {}", every_name()))?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut line = |line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    if args.print == Print::Readings {
        let planner = Canonical::default().with_components(components);
        for file in &args.files {
            for group in group::read(file)? {
                line(readings::line(&planner, &mutation(&group)?, &group)?)?;
            }
        }
        return Ok(());
    }
    let Some(model) = args.model.as_ref().filter(|_| args.print != Print::Reach) else {
        let mut reach = reach::Reach::default();
        for file in &args.files {
            for group in group::read(file)? {
                let missed = reach.add(&group);
                missed.filter(|_| args.failures).map_or(Ok(()), &mut line)?;
            }
        }
        return line(reach.to_string());
    };
    let model = MiniLm::load(model).map_err(|error| error.to_string())?;
    if args.print == Print::Ablate {
        if !args.without.is_empty() || args.scorer.is_some() || args.done || args.failures {
            return Err("ablate takes --by and --only; it plays the planner that ships".into());
        }
        return ablate::table(&args.files, args.by, &args.only, model, &mut line);
    }
    let mut planner = Canonical::default().with_components(components);
    if let Some(file) = &args.scorer {
        let json = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        planner = planner
            .with_scorer(Scorer::from_json(&json).map_err(|error| format!("{}: {error}", file.display()))?);
    }
    // All requests of a store find the same memories: each text is embedded once.
    let embedder: Arc<dyn Embedder> = Arc::new(CachedEmbedder::new(Arc::new(model)));
    let mut tally = score::Tally::default();
    if args.print == Print::Features {
        line(features::head())?;
    } else if args.print == Print::Ways {
        line(ways::head())?;
    }
    for file in &args.files {
        for group in group::read(file)? {
            let group = if args.done { group.done() } else { group };
            let (scope, mutation) = lay(&group, &embedder, &planner)?;
            if args.print == Print::Features {
                features::lines(&planner, &scope, &mutation, &group)?.into_iter().try_for_each(&mut line)?;
            } else if args.print == Print::Ways {
                ways::lines(&planner, &scope, &mutation, &group)?.into_iter().try_for_each(&mut line)?;
            } else {
                let failure = tally.add(&scope, mutation, &group)?;
                failure.filter(|_| args.failures).map_or(Ok(()), &mut line)?;
            }
        }
    }
    if args.print == Print::Score { line(tally.to_string()) } else { Ok(()) }
}

/// What can be left out.
fn every_name() -> String {
    let all = Components::NAMES.iter().chain(Components::RULES).chain(Components::STEPS);
    all.copied().collect::<Vec<_>>().join(", ")
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
    Ok((scope, mutation(group)?))
}

/// A group's command.
fn mutation(group: &Group) -> Result<Mutation, String> {
    let request = group.request.as_str();
    Ok(match group.verb.as_str() {
        "supersede" => Mutation::supersede(request, group.new.as_str()),
        "release" => Mutation::release(request),
        "purge" => Mutation::purge(request),
        verb => return Err(format!("{}: no group may have the verb {verb}", group.src)),
    })
}
