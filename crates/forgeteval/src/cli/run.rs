//! `forgeteval run`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Parser, ValueEnum};
use forgeteval::adapter::{CachedEmbedder, Catalog, CatalogError, Settings, System, look_for_database};
use forgeteval::llm::{ModelMeter, RunModel};
use forgeteval::record::{
    Journal, LlmMeta, Opening, Record, RunMeta, Source, label_rows, write_json, write_suites,
};
use forgeteval::report::{Form, Report, print};
use forgeteval::run::{Options, RunError, Sink, run_at_once};
use forgeteval::score::Scorer;
use forgeteval::suite::{BUILTIN, Suite};
use nepenthe::embed::Embedder;
use nepenthe_llm::EndpointSettings;
use serde::Serialize;

use super::embedder::{self, EmbedderChoice};
use super::error::CliError;
use super::generate::TemplateArgs;
use super::llm::LlmArgs;
use super::output::{say, write_stdout};
use super::progress::Progress;
use super::shelf::ShelfArgs;
use super::suites::open_suite;

/// Runs systems on suites and prints a table for each suite.
///
/// Every case gets a fresh memory. With --out, each verdict is written to DIR/verdicts.jsonl as it is made, the suites to
/// DIR/suites/, what the run was made with to DIR/run.json, and the totals to DIR/summary.json; without it only the table
/// is printed.
///
/// A system that errs or panics fails that case, and the run goes on.
#[derive(Debug, Args)]
pub(super) struct RunArgs {
    /// Suites: `template` (generated), names of `forgeteval suite list`, or files of JSON lines; repeat, or separate by commas
    #[arg(long, value_name = "SUITE", value_delimiter = ',', default_value = "template")]
    suite: Vec<PathBuf>,
    /// Systems, as `forgeteval systems` lists them, or folders with a system.toml; repeat, or separate by commas
    /// [default: all that are built in]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    system: Vec<String>,
    #[command(flatten)]
    shelf: ShelfArgs,
    /// The scorer whose verdicts the tables show; all three are kept
    #[arg(long, value_enum, default_value = "published")]
    scorer: ScorerChoice,
    /// How many texts a recall may return
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// How many systems play at once; with more than one, times are longer than alone
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=64))]
    jobs: u32,
    /// Keep verdicts, run.json and summary.json in a directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play only the cases that have no verdict in --out
    #[arg(long, requires = "out", conflicts_with = "force")]
    resume: bool,
    /// Remove the verdicts in --out first
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten)]
    template: TemplateArgs,
    /// At most so many cases of each suite, taken in turn from each family or category
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// The embedder that the systems share
    #[arg(long, value_enum, env = "FORGETEVAL_EMBEDDER", default_value = "minilm")]
    embedder: EmbedderChoice,
    /// The folder of the embedder's model
    #[arg(long, value_name = "DIR")]
    model_dir: Option<PathBuf>,
    /// A PostgreSQL database that Nepenthe's systems keep their stores in, one for each case, for good; with
    /// `?mode=plain` in the clear. Of a case of residue the mirror's files are looked into
    #[arg(long, value_name = "URL", env = "FORGETEVAL_DB", hide_env_values = true)]
    db: Option<String>,
    // Last, since the heading is of all that follows.
    #[command(flatten)]
    llm: LlmArgs,
}

impl RunArgs {
    /// Returns what `run` means with nothing typed after it.
    pub(super) fn defaults() -> Result<Self, CliError> {
        /// Gives the arguments a parser of their own.
        #[derive(Parser)]
        struct Bare {
            #[command(flatten)]
            args: RunArgs,
        }
        Bare::try_parse_from(["forgeteval"])
            .map(|bare| bare.args)
            .map_err(|error| CliError::Usage(Box::new(error)))
    }
}

/// The scorers that can be asked for.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ScorerChoice {
    /// the final query's answer alone, in lower case
    Published,
    /// each forbidden string is asked for directly too
    Probed,
    /// as probed, and a forbidden string counts only as a whole token
    Boundary,
}

impl ScorerChoice {
    /// Returns the scorer.
    pub(super) fn scorer(self) -> Scorer {
        match self {
            Self::Published => Scorer::Published,
            Self::Probed => Scorer::Probed,
            Self::Boundary => Scorer::Boundary,
        }
    }
}

/// What `summary.json` holds.
#[derive(Serialize)]
struct Summary<'a> {
    run: &'a RunMeta,
    #[serde(flatten)]
    report: &'a Report,
}

/// Runs, writes verdicts as they are made, and prints the tables.
pub(super) fn run(args: &RunArgs) -> Result<(), CliError> {
    let suites = suites(args)?;
    let embedder = Arc::new(CachedEmbedder::new(embedder::open(args.embedder, args.model_dir.as_deref())?));
    let options =
        Options { k: args.k as usize, jobs: args.jobs as usize, embedder: embedder.name().to_owned() };
    let model = args.llm.open()?;
    let settings =
        Settings { embedder: Arc::clone(&embedder), model: model.clone(), database: args.db.clone() };
    let systems = systems(args, settings)?;
    if let Some(url) = &args.db {
        look_for_database(url).map_err(|error| CliError::failed(format!("--db: {error}")))?;
    }
    // Found, fetched and loaded before the first case: a model that cannot be had is the run's error, not each case's.
    // Where no system took hold of the embedder, none is needed.
    if embedder.is_shared() {
        embedder.embed(&["ready?"]).map_err(|error| CliError::failed(error.to_string()))?;
    }

    let (report, ran) = match &args.out {
        None => {
            let mut records: Vec<Record> = Vec::new();
            let ran = play(&suites, &systems, &options, &mut records, 0);
            say("No verdict was kept; add --out DIR to keep them.");
            (report(records, args, model.as_deref().map(|model| LlmMeta::of(model, None)).as_ref()), ran)
        }
        Some(dir) => play_into(dir, args, &suites, &systems, &options, model.as_deref())?,
    };
    write_stdout(&print(&report, Form::Text))?;
    ran?;
    all_of_use(&systems)
}

fn report(mut records: Vec<Record>, args: &RunArgs, model: Option<&LlmMeta>) -> Report {
    label_rows(&mut records);
    Report::new(&records, args.scorer.scorer()).with_beside(model)
}

/// A system that asked a model that was never of use to it has no verdicts, and that is the run's error.
fn all_of_use(systems: &[Arc<dyn System>]) -> Result<(), CliError> {
    let of_no_use = |meter: &&ModelMeter| meter.asked() > 0 && !meter.was_of_use();
    let meters: Vec<&ModelMeter> =
        systems.iter().filter_map(|system| system.language_model()).filter(of_no_use).collect();
    let (reached, unreached): (Vec<&ModelMeter>, Vec<&ModelMeter>) =
        meters.into_iter().partition(|meter| meter.reached());
    let mut said = Vec::new();
    if !unreached.is_empty() {
        let last = |meter: &ModelMeter| {
            let last = meter.last_failure();
            last.map_or_else(|| "refused: the model would not answer".to_owned(), |last| last.to_string())
        };
        let each: Vec<String> = unreached
            .iter()
            .map(|meter| {
                format!(
                    "{} asked {} times, the last answer being {}",
                    meter.system(),
                    meter.asked(),
                    last(meter)
                )
            })
            .collect();
        said.push(format!(
            "the language model was never reached, so there are no verdicts of these: {}",
            each.join("; ")
        ));
    }
    if !reached.is_empty() {
        let each: Vec<String> =
            reached.iter().map(|meter| format!("{} ({} answers)", meter.system(), meter.asked())).collect();
        said.push(format!(
            "no answer of the language model could be used: the fallback decided everything, so there are no verdicts of \
             these: {}",
            each.join("; ")
        ));
    }
    if said.is_empty() {
        return Ok(());
    }
    Err(CliError::Failed {
        message: said.join("; "),
        hint: Some("look at --llm, --llm-model and the key; with --out, go on with --resume".to_owned()),
    })
}

fn play_into(
    dir: &Path,
    args: &RunArgs,
    suites: &[(Suite, Source)],
    systems: &[Arc<dyn System>],
    options: &Options,
    model: Option<&RunModel>,
) -> Result<(Report, Result<(), CliError>), CliError> {
    let opening = match (args.resume, args.force) {
        (true, _) => Opening::Resume,
        (_, true) => Opening::Force,
        _ => Opening::Fresh,
    };
    let bare: Vec<Suite> = suites.iter().map(|(suite, _)| suite.clone()).collect();
    let mut journal = Journal::open(dir, opening, &bare, systems, options)?;
    let there = journal.records().len();
    let unwritten = |error| CliError::failed(format!("cannot write to {}: {error}", dir.display()));

    // A summary of other verdicts must not outlive them.
    let (meta_path, summary_path) = (dir.join("run.json"), dir.join("summary.json"));
    if summary_path.exists() {
        std::fs::remove_file(&summary_path).map_err(unwritten)?;
    }
    let mut meta = RunMeta::now(suites, systems, options, there);
    // Without the place of the program, which says nothing of the run.
    meta.command = std::iter::once("forgeteval".to_owned())
        .chain(std::env::args_os().skip(1).map(|word| without_credentials(&word.to_string_lossy())))
        .collect();
    let before = last_model(&meta_path);
    let before = before.as_ref().filter(|_| args.resume);
    if let Some(model) = model {
        count_spent(model, journal.records(), before);
    }
    meta.language_model = model.map(|model| LlmMeta::of(model, before)).or(before.cloned());
    write_suites(dir, &bare).map_err(unwritten)?;
    write_json(&meta_path, &meta).map_err(unwritten)?;
    let ran = play(suites, systems, options, &mut journal, there);
    journal.sync().map_err(unwritten)?;

    meta.language_model = model.map(|model| LlmMeta::of(model, before)).or(meta.language_model);
    let report = report(journal.records().to_vec(), args, meta.language_model.as_ref());
    if ran.is_ok() {
        meta.end();
        write_json(&summary_path, &Summary { run: &meta, report: &report }).map_err(unwritten)?;
    }
    write_json(&meta_path, &meta).map_err(unwritten)?;
    Ok((report, ran))
}

/// Returns a word of the command line; a URL in it without user, password and query.
fn without_credentials(word: &str) -> String {
    let (option, url) =
        word.split_once('=').filter(|(option, _)| !option.contains("://")).unwrap_or(("", word));
    match url.contains("://") {
        false => word.to_owned(),
        true if option.is_empty() => EndpointSettings::new(url).shown_url(""),
        true => format!("{option}={}", EndpointSettings::new(url).shown_url("")),
    }
}

/// Returns the language model of the run that is gone on with.
fn last_model(meta: &Path) -> Option<LlmMeta> {
    let meta: RunMeta = serde_json::from_slice(&std::fs::read(meta).ok()?).ok()?;
    meta.language_model
}

/// Enters in the budget what was spent before a run was gone on with.
fn count_spent(model: &RunModel, records: &[Record], before: Option<&LlmMeta>) {
    let beside = before.into_iter().flat_map(|before| before.beside.values());
    for llm in records.iter().filter_map(|record| record.llm.as_ref()).chain(beside) {
        model.budget().spend(llm.calls, llm.tokens(), llm.money.unwrap_or_default());
    }
}

fn play(
    suites: &[(Suite, Source)],
    systems: &[Arc<dyn System>],
    options: &Options,
    sink: &mut (dyn Sink + Send),
    done: usize,
) -> Result<(), CliError> {
    let cases: usize = suites.iter().map(|(suite, _)| suite.cases().len()).sum();
    let mut progress = Progress::new(sink, cases * systems.len(), done);
    let bare: Vec<&Suite> = suites.iter().map(|(suite, _)| suite).collect();
    let ran = if options.jobs > 1 {
        run_at_once(&bare, systems, options, &mut progress)
    } else {
        bare.iter().try_for_each(|suite| forgeteval::run::run(suite, systems, options, &mut progress))
    };
    progress.finish();
    ran.map_err(|error| match error {
        RunError::OverBudget { .. } => CliError::Failed {
            message: error.to_string(),
            hint: Some("verdicts in --out are kept; go on with --resume and a larger budget".to_owned()),
        },
        RunError::Unrecorded { .. } => CliError::Failed {
            message: error.to_string(),
            hint: Some(
                "replay with the suites, systems and k of the run that was recorded, and --jobs 1".to_owned(),
            ),
        },
        error => CliError::failed(error),
    })
}

fn suites(args: &RunArgs) -> Result<Vec<(Suite, Source)>, CliError> {
    let template = Path::new("template");
    if args.template.any() && !args.suite.iter().any(|suite| suite == template) {
        return Err(CliError::usage("--seed, --per-family and --distractors are for --suite template alone"));
    }
    let mut suites: Vec<(Suite, Source)> = Vec::new();
    for path in &args.suite {
        let (suite, source) = if path == template {
            let settings = args.template.settings();
            (settings.generate().map_err(CliError::usage)?, Source::template(settings))
        } else {
            let builtin = BUILTIN.iter().any(|builtin| Path::new(builtin.name()) == path);
            let source = if builtin { Source::Builtin } else { Source::File(path.clone()) };
            (open_suite(path)?, source)
        };
        let suite = match args.limit {
            Some(limit) => suite.limited(limit as usize).map_err(CliError::failed)?,
            None => suite,
        };
        if let Some((twin, _)) = suites.iter().find(|(known, _)| known.sha256() == suite.sha256()) {
            return Err(CliError::usage(format!(
                "the suites {} and {} hold the same cases",
                twin.name(),
                suite.name()
            )));
        }
        suites.push((suite, source));
    }
    Ok(suites)
}

fn systems(args: &RunArgs, settings: Settings) -> Result<Vec<Arc<dyn System>>, CliError> {
    let mut once: Vec<String> = Vec::new();
    for name in &args.system {
        if !once.contains(name) {
            once.push(name.clone());
        }
    }
    let logs = args.out.as_ref().map(|out| out.join("logs"));
    Catalog::new(settings, args.shelf.shelf(), logs).build(&once).map_err(|error| match error {
        CatalogError::Unknown { .. } | CatalogError::Twice { .. } | CatalogError::NoLanguageModel { .. } => {
            CliError::usage(error)
        }
        _ => CliError::failed(error),
    })
}
