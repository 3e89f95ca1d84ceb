//! `forgeteval verify-submission`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use forgeteval::adapter::{CachedEmbedder, Catalog, Settings, System};
use forgeteval::record::{Runs, system_of_row};
use forgeteval::run::Options;
use forgeteval::submission::{Again, check, play_again};
use nepenthe::embed::Embedder;

use super::embedder::{self, EmbedderChoice};
use super::error::CliError;
use super::output::{say, write_stdout};
use super::shelf::ShelfArgs;

/// Checks the folder of a run as a submission to the leaderboard, and plays a sample of it again.
///
/// By reading alone: every case has a verdict, the suites are this program's, run.json is there, and each verdict follows from the
/// texts beside it. Then a sample of each suite is played again; verdicts that come out otherwise are told. The exit status is
/// 1 where anything speaks against the submission.
#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The folder that a run left
    dir: PathBuf,
    /// How many cases of each suite are played again; 0 plays none
    #[arg(long, value_name = "N", default_value = "20")]
    sample: usize,
    /// Draws the sample; who checks chooses it
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Play only these systems again; repeat, or separate by commas [default: all of the folder]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    system: Vec<String>,
    #[command(flatten)]
    shelf: ShelfArgs,
    /// The embedder that the systems share, which has to be that of the run
    #[arg(long, value_enum, env = "FORGETEVAL_EMBEDDER", default_value = "minilm")]
    embedder: EmbedderChoice,
    /// The folder of the embedder's model
    #[arg(long, value_name = "DIR")]
    model_dir: Option<PathBuf>,
}

/// Checks, and prints what was found.
pub(super) fn verify(args: &VerifyArgs) -> Result<(), CliError> {
    let runs = Runs::read(std::slice::from_ref(&args.dir)).map_err(CliError::failed)?;
    let mut problems = check(&runs);
    let mut lines = vec![format!("{} verdicts were read", runs.records.len())];
    if args.sample > 0 && !runs.records.is_empty() {
        again(args, &runs, &mut lines, &mut problems)?;
    }
    lines.extend(problems.iter().map(|problem| format!("problem: {problem}")));
    lines.push(if problems.is_empty() { "nothing speaks against it".to_owned() } else { String::new() });
    write_stdout(&(lines.join("\n").trim_end().to_owned() + "\n"))?;
    match problems.len() {
        0 => Ok(()),
        count => Err(CliError::failed(format!("{count} things speak against the submission"))),
    }
}

fn again(
    args: &VerifyArgs,
    runs: &Runs,
    lines: &mut Vec<String>,
    problems: &mut Vec<String>,
) -> Result<(), CliError> {
    let embedder = Arc::new(CachedEmbedder::new(embedder::open(args.embedder, args.model_dir.as_deref())?));
    let of_run = &runs.records[0].embedder;
    if embedder.name() != of_run {
        lines.push(format!(
            "nothing was played again: the run's embedder is {of_run}, and --embedder gives {}",
            embedder.name()
        ));
        return Ok(());
    }
    let options = Options { k: runs.records[0].k, jobs: 1, embedder: of_run.clone() };
    let mut names: Vec<&str> = Vec::new();
    for record in &runs.records {
        let wanted = args.system.is_empty() || args.system.contains(&record.system);
        if wanted && !names.contains(&record.system.as_str()) {
            names.push(&record.system);
        }
    }
    for name in names {
        // A row that is named after its model asked one.
        if system_of_row(name) != Some(name) {
            lines.push(format!("{name}: not played again, since it asks a language model"));
            continue;
        }
        let catalog = Catalog::new(Settings::new(Arc::clone(&embedder)), args.shelf.shelf(), None);
        let systems: Vec<Arc<dyn System>> = match catalog.build(&[name.to_owned()]) {
            Ok(systems) => systems,
            Err(error) => {
                lines.push(format!("{name}: not played again: {error}"));
                continue;
            }
        };
        let version =
            runs.records.iter().find(|record| record.system == name).map(|one| one.system_version.as_str());
        if version != Some(systems[0].version()) {
            let (theirs, here) = (version.unwrap_or_default(), systems[0].version());
            lines.push(format!("{name}: not played again: it is version {theirs}, and here is {here}"));
            continue;
        }
        say(format!("playing {name} again"));
        for Again { suite, system, played, differ } in
            play_again(runs, &systems, &options, args.sample, args.seed).map_err(CliError::failed)?
        {
            lines.push(format!(
                "{system} on {suite}: {} of {played} cases came out alike",
                played - differ.len()
            ));
            if !differ.is_empty() {
                problems.push(format!("{system} on {suite}: {} came out otherwise", differ.join(", ")));
            }
        }
    }
    Ok(())
}
