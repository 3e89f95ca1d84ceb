//! `nepenthe-planner FILE..`: runs the planner `canonical` over groups of labelled memories and prints its evidence as
//! tab-separated values, a line for each part of a memory. `planner/train.py` trains the judge on them.

mod group;

use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use nepenthe::control::planner::Canonical;
use nepenthe::control::planner::canonical::{Components, FEATURES};
use nepenthe::embed::{Embedder, MiniLm};
use nepenthe::{Mutation, NewMemory, Options, Store};

use crate::group::Group;

#[derive(Parser)]
#[command(about = "Prints the evidence of the planner `canonical` for groups of labelled memories")]
struct Args {
    /// Files of groups (JSON Lines)
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Switch a component off (may be repeated)
    #[arg(long)]
    without: Vec<String>,
    /// Where the files of all-MiniLM-L6-v2 lie
    #[arg(long)]
    model: PathBuf,
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
    let line = |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    line(&mut out, format!("group\trow\tpart\tlabel\tmeant\t{}", FEATURES.join("\t")))?;
    for file in &args.files {
        for group in group::read(file)? {
            for seen in examine(&planner, &embedder, &group)? {
                line(&mut out, seen)?;
            }
        }
    }
    Ok(())
}

/// One line for each part of each memory of the group that the planner looked at.
fn examine(planner: &Canonical, embedder: &Arc<dyn Embedder>, group: &Group) -> Result<Vec<String>, String> {
    let options = Options::default().with_shared_embedder(Arc::clone(embedder));
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
    let examined = planner.examine(&scope, &mutation).map_err(|error| error.to_string())?;
    let lines = examined.iter().filter_map(|seen| {
        let (index, row) = group.rows.iter().enumerate().find(|(_, row)| row.text() == seen.text)?;
        // The memory as a whole is meant where any of it goes.
        let meant = u8::from(row.means(&seen.part, seen.position == 0));
        let evidence: Vec<String> = seen.evidence.iter().map(ToString::to_string).collect();
        Some(format!(
            "{}\t{index}\t{}\t{}\t{meant}\t{}",
            group.src,
            seen.position,
            row.label(),
            evidence.join("\t")
        ))
    });
    Ok(lines.collect())
}
