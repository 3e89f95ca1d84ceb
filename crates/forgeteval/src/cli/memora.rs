//! `forgeteval memora`.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use forgeteval::adapter::{CachedEmbedder, System};
use forgeteval::llm::RunModel;
use forgeteval::memora::{self, Data, Journal, Mapping, Prepared, Record, Report, Sink, print, run};
use nepenthe::embed::Embedder;
use nepenthe::embed::minilm::MAX_TOKENS;

use super::embedder::{self, EmbedderChoice};
use super::error::CliError;
use super::llm::LlmArgs;
use super::output::{say, write_stdout};
use super::play::{Progress, opening, say_what_was_asked, systems, unplayed, written};
use super::shelf::ShelfArgs;

/// Runs systems on Memora: conversations of a week, and questions about what is still so.
///
/// Each person gets a fresh memory: sessions are inscribed, superseded and purged in order, then each question is asked
/// once. A system that lacks supersede inscribes instead, one that lacks purge leaves it out, as published. The floors
/// null and keep are always among the systems.
///
/// With --out, one record a question is written to DIR/memora.jsonl as it is made; --resume asks what is missing, and
/// prints the tables again where nothing is.
#[derive(Debug, Args)]
pub(super) struct MemoraArgs {
    /// The weekly release of Memora (arXiv 2604.20006, Apache-2.0): a folder for each person, with conversations/ and its
    /// questions. Its authors publish it; this project's tests have it as crates/forgeteval/tests/data/memora-weekly.tar.gz
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Systems, as `forgeteval systems` lists them, or folders with a system.toml; repeat, or separate by commas
    /// [default: all that are built in]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    system: Vec<String>,
    #[command(flatten)]
    shelf: ShelfArgs,
    /// How sessions become operations; each is played on its own
    #[arg(long, value_enum, value_name = "NAME", value_delimiter = ',', default_value = "published,named")]
    mapping: Vec<MappingChoice>,
    /// How many texts a recall may return
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// Keep a record of each question in a directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Ask only the questions that have no record in --out
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// Remove the records in --out first
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
    /// Cut texts behind so many tokens before they are embedded
    /// [default: 128 for the mapping published, as its numbers were made; 256, the model's own, otherwise]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=MAX_TOKENS as i64))]
    max_tokens: Option<u32>,
    // Last, since the heading is of all that follows.
    #[command(flatten)]
    llm: LlmArgs,
}

/// The mappings that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MappingChoice {
    /// as published: goals are left out, and most commands to forget name nothing
    Published,
    /// ours: every command to forget names what goes
    Named,
}

impl MappingChoice {
    fn mapping(self) -> Mapping {
        match self {
            Self::Published => Mapping::Published,
            Self::Named => Mapping::Named,
        }
    }
}

/// One mapping with its systems.
struct Turn {
    settings: memora::Settings,
    systems: Vec<Arc<dyn System>>,
    embedder: Arc<CachedEmbedder>,
}

/// Runs, writes records as they are made, and prints the tables.
pub(super) fn memora(args: &MemoraArgs) -> Result<(), CliError> {
    let wanted = |mapping: &Mapping| args.mapping.iter().any(|choice| choice.mapping() == *mapping);
    let model = args.llm.open()?;
    let turns = Mapping::ALL
        .into_iter()
        .filter(wanted)
        .map(|mapping| turn(args, mapping, model.as_ref()))
        .collect::<Result<Vec<_>, _>>()?;
    let data = Data::read(&args.data).map_err(CliError::failed)?;

    let report = match &args.out {
        None => {
            let mut records: Vec<Record> = Vec::new();
            play(&data, &turns, &mut records, 0)?;
            say("No record was kept; add --out DIR to keep them.");
            Report::new(&records)
        }
        Some(dir) => {
            let opening = opening(args.resume, args.force);
            let settings: Vec<memora::Settings> = turns.iter().map(|turn| turn.settings.clone()).collect();
            let systems = turns.first().map(|turn| turn.systems.as_slice()).unwrap_or_default();
            let mut journal = Journal::open(dir, opening, &data, &settings, systems)?;
            let there = journal.lines().len();
            play(&data, &turns, &mut journal, there)?;
            let unwritten = |error| CliError::failed(format!("cannot write to {}: {error}", dir.display()));
            journal.sync().map_err(unwritten)?;
            Report::new(journal.lines())
        }
    };
    say_what_was_asked(model.as_ref());
    write_stdout(&written(&report, args.json, args.markdown, print)?)
}

fn turn(args: &MemoraArgs, mapping: Mapping, model: Option<&Arc<RunModel>>) -> Result<Turn, CliError> {
    let max_tokens = args.max_tokens.map(|tokens| tokens as usize).or(mapping.max_tokens());
    let cut = max_tokens.unwrap_or(MAX_TOKENS);
    let embedder = embedder::open_cut(args.embedder, args.model_dir.as_deref(), cut)?;
    let embedder = Arc::new(CachedEmbedder::new(embedder));
    let settings = memora::Settings { mapping, k: args.k as usize, embedder: embedder.name().to_owned() };
    let systems = systems(&args.system, &args.shelf, args.out.as_deref(), &embedder, model)?;
    Ok(Turn { settings, systems, embedder })
}

fn play(data: &Data, turns: &[Turn], sink: &mut dyn Sink, done: usize) -> Result<(), CliError> {
    let systems: usize = turns.iter().map(|turn| turn.systems.len()).sum();
    let mut progress = Progress::new(sink, data.questions() * systems, done);
    for turn in turns {
        embed(data, turn, &progress)?;
        run(data, &turn.systems, &turn.settings, &mut progress)
            .map_err(|error| unplayed("a record", &error))?;
    }
    progress.bar.finish_and_clear();
    Ok(())
}

/// Embeds every text of the persons that a system is still to be asked about, so that no system pays for another.
fn embed(data: &Data, turn: &Turn, progress: &Progress<'_, dyn Sink + '_>) -> Result<(), CliError> {
    if !turn.embedder.is_shared() || turn.embedder.dimension() == 0 {
        return Ok(());
    }
    let mapping = turn.settings.mapping;
    for persona in &data.personas {
        let missing = |system: &Arc<dyn System>| {
            persona.questions.iter().any(|q| !progress.has(mapping, system.name(), &persona.name, &q.id))
        };
        if !turn.systems.iter().any(missing) {
            continue;
        }
        progress.tell(&format!("embedding {} for mapping {mapping}", persona.name));
        let prepared = Prepared::new(persona, mapping);
        progress.embed(prepared.texts(), &turn.embedder)?;
    }
    Ok(())
}

impl Sink for Progress<'_, dyn Sink + '_> {
    fn begin(&mut self, mapping: Mapping, system: &str, persona: &str) {
        self.tell(&format!("{mapping}: {system}, {persona}"));
        self.sink.begin(mapping, system, persona);
    }

    fn has(&self, mapping: Mapping, system: &str, persona: &str, question: &str) -> bool {
        self.sink.has(mapping, system, persona, question)
    }

    fn take(&mut self, record: Record) -> io::Result<()> {
        self.sink.take(record)?;
        self.bar.inc(1);
        Ok(())
    }
}
