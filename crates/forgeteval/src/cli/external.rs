//! What the commands of other benchmarks share.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use forgeteval::adapter::{CachedEmbedder, System};
use forgeteval::external::{Journal, Outcome, Script, Settings, Sink, run};
use forgeteval::report::Form;
use nepenthe::embed::Embedder;
use serde::Serialize;

use super::embedder::{self, EmbedderChoice};
use super::error::CliError;
use super::llm::LlmArgs;
use super::output::say;
use super::play::{Progress, opening, say_what_was_asked, systems, unplayed, written};
use super::shelf::ShelfArgs;

/// What can be said to every other benchmark.
#[derive(Debug, Args)]
pub(super) struct ExternalArgs {
    /// Systems, as `forgeteval systems` lists them, or folders with a system.toml; repeat, or separate by commas
    /// [default: all that are built in]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    system: Vec<String>,
    #[command(flatten)]
    shelf: ShelfArgs,
    /// How many texts a recall may return
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// Keep the outcome of each question in a directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Ask only the questions that have no outcome in --out
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// Remove the outcomes in --out first
    #[arg(long, requires = "out")]
    force: bool,
    /// Print the totals as JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the tables in Markdown
    #[arg(long)]
    markdown: bool,
    /// The embedder that the systems share
    #[arg(long, value_enum, env = "FORGETEVAL_EMBEDDER", default_value = "minilm")]
    embedder: EmbedderChoice,
    /// The folder of the embedder's model
    #[arg(long, value_name = "DIR")]
    model_dir: Option<PathBuf>,
    // Last, since the heading is of all that follows.
    #[command(flatten)]
    llm: LlmArgs,
}

/// One way of playing a benchmark's data.
pub(super) struct Mapped {
    pub(super) mapping: String,
    pub(super) scripts: Vec<Script>,
}

/// A benchmark's data, ready for play.
pub(super) struct Bench {
    /// The name of the file of outcomes, without its extension.
    pub(super) name: &'static str,
    pub(super) data_sha256: String,
    /// How many characters of a recalled text are kept.
    pub(super) kept: usize,
    pub(super) mapped: Vec<Mapped>,
}

/// Plays a benchmark against the systems that were asked for, keeps the outcomes where that was asked for, and returns all.
pub(super) fn outcomes(args: &ExternalArgs, bench: &Bench) -> Result<Vec<Outcome>, CliError> {
    let embedder = Arc::new(CachedEmbedder::new(embedder::open(args.embedder, args.model_dir.as_deref())?));
    let model = args.llm.open()?;
    let systems = systems(&args.system, &args.shelf, args.out.as_deref(), &embedder, model.as_ref())?;
    let settings: Vec<Settings> = bench
        .mapped
        .iter()
        .map(|mapped| Settings {
            data_sha256: bench.data_sha256.clone(),
            mapping: mapped.mapping.clone(),
            k: args.k as usize,
            embedder: embedder.name().to_owned(),
            kept: bench.kept,
        })
        .collect();
    let Some(dir) = &args.out else {
        let mut outcomes: Vec<Outcome> = Vec::new();
        play(bench, &settings, &systems, &embedder, &mut outcomes, 0)?;
        say_what_was_asked(model.as_ref());
        say("No outcome was kept; add --out DIR to keep them.");
        return Ok(outcomes);
    };
    let opening = opening(args.resume, args.force);
    let mut journal = Journal::open(dir, bench.name, opening, &settings, &systems)?;
    let there = journal.lines().len();
    play(bench, &settings, &systems, &embedder, &mut journal, there)?;
    say_what_was_asked(model.as_ref());
    let unwritten = |error| CliError::failed(format!("cannot write to {}: {error}", dir.display()));
    journal.sync().map_err(unwritten)?;
    Ok(journal.lines().to_vec())
}

/// Writes a report as JSON where that was asked for, or prints it.
pub(super) fn form<R: Serialize>(
    args: &ExternalArgs,
    report: &R,
    print: fn(&R, Form) -> String,
) -> Result<String, CliError> {
    written(report, args.json, args.markdown, print)
}

fn play(
    bench: &Bench,
    settings: &[Settings],
    systems: &[Arc<dyn System>],
    embedder: &Arc<CachedEmbedder>,
    sink: &mut dyn Sink,
    done: usize,
) -> Result<(), CliError> {
    let questions: usize =
        bench.mapped.iter().flat_map(|one| &one.scripts).map(|one| one.questions.len()).sum();
    let mut progress = Progress::new(sink, questions * systems.len(), done);
    for (mapped, settings) in bench.mapped.iter().zip(settings) {
        embed(mapped, settings, systems, embedder, &progress)?;
        run(&mapped.scripts, systems, settings, &mut progress)
            .map_err(|error| unplayed("an outcome", &error))?;
    }
    progress.bar.finish_and_clear();
    Ok(())
}

/// Embeds every text of the scripts that a system is still to be asked about, so that no system pays for another.
fn embed(
    mapped: &Mapped,
    settings: &Settings,
    systems: &[Arc<dyn System>],
    embedder: &CachedEmbedder,
    progress: &Progress<'_, dyn Sink + '_>,
) -> Result<(), CliError> {
    if !embedder.is_shared() || embedder.dimension() == 0 {
        return Ok(());
    }
    for script in &mapped.scripts {
        let missing = |system: &Arc<dyn System>| {
            let key = |id| [settings.mapping.as_str(), system.name(), script.group.as_str(), id];
            script.questions.iter().any(|question| !progress.has(key(&question.id)))
        };
        if !systems.iter().any(missing) {
            continue;
        }
        progress.tell(&format!("embedding {}", script.group));
        progress.embed(script.texts(), embedder)?;
    }
    Ok(())
}

impl Sink for Progress<'_, dyn Sink + '_> {
    fn begin(&mut self, system: &str, group: &str) {
        self.tell(&format!("{system}, {group}"));
        self.sink.begin(system, group);
    }

    fn has(&self, key: [&str; 4]) -> bool {
        self.sink.has(key)
    }

    fn take(&mut self, outcome: Outcome) -> io::Result<()> {
        self.sink.take(outcome)?;
        self.bar.inc(1);
        Ok(())
    }
}
