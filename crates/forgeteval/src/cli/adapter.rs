//! `forgeteval adapter`.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand};
use forgeteval::adapter::process::{Launch, Limits, MODULE};
use forgeteval::adapter::{CachedEmbedder, REGISTRY};
use forgeteval::conformance::{Conformance, Finding, Outcome, check};
use forgeteval::serve::Gateway;
use nepenthe::embed::Embedder;

use super::embedder::{self, EmbedderChoice};
use super::error::CliError;
use super::llm::LlmArgs;
use super::output::{say, write_stdout};
use super::shelf::ShelfArgs;

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(super) enum AdapterCommand {
    /// Check that an adapter keeps to the protocol
    Check(Box<CheckArgs>),
    /// Print the Python module that makes an adapter a class of six methods
    Module,
}

/// Checks that an adapter keeps to the protocol.
///
/// Starts the adapter, asks it as a run would, and prints what it does well and what not. The exit status is 1 when a
/// required check fails. docs/adapters.md tells how an adapter is written.
#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    /// The command that starts the adapter, with its arguments
    #[arg(
        value_name = "CMD",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required_unless_present = "system"
    )]
    command: Vec<String>,
    /// A system in a folder, instead of a command
    #[arg(long, value_name = "NAME", conflicts_with = "command")]
    system: Option<String>,
    #[command(flatten)]
    shelf: ShelfArgs,
    /// The embedder that the adapter can use; read when it is first used
    #[arg(long, value_enum, env = "FORGETEVAL_EMBEDDER", default_value = "minilm")]
    embedder: EmbedderChoice,
    /// The folder of the embedder's model
    #[arg(long, value_name = "DIR")]
    model_dir: Option<PathBuf>,
    /// Seconds for one operation [default: 60, or what system.toml says]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    timeout: Option<u32>,
    /// Add the adapter's standard error to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
    // Last, since the heading is of all that follows.
    #[command(flatten)]
    llm: LlmArgs,
}

/// Does what the subcommand says.
pub(super) fn adapter(command: &AdapterCommand) -> Result<(), CliError> {
    match command {
        AdapterCommand::Check(args) => check_adapter(args),
        AdapterCommand::Module => write_stdout(MODULE),
    }
}

fn check_adapter(args: &CheckArgs) -> Result<(), CliError> {
    let Checked { mut launch, name, language_model } = checked(args)?;
    launch.log.clone_from(&args.log);
    if let Some(seconds) = args.timeout {
        launch.limits = Limits { operation: Duration::from_secs(u64::from(seconds)), ..launch.limits };
    }
    let embedder = Arc::new(CachedEmbedder::new(embedder::open(args.embedder, args.model_dir.as_deref())?));
    // What is checked is the protocol: where a model is needed and none is named, rules will do.
    let model = match args.llm.open()? {
        None if language_model => LlmArgs::scripted().open()?,
        model => model,
    };
    let access = if embedder.dimension() == 0 && model.is_none() {
        None
    } else {
        let server = Arc::new(Gateway::start(embedder, model).map_err(CliError::failed)?);
        Some(server.access(name.as_deref().unwrap_or("adapter")))
    };

    let found = check(&launch, access.as_ref(), name.as_deref());
    let text = if args.json {
        serde_json::to_string_pretty(&found).map_err(CliError::failed)? + "\n"
    } else {
        table(&found)
    };
    write_stdout(&text)?;
    let advised =
        found.findings.iter().filter(|finding| !finding.required && finding.outcome == Outcome::Fail).count();
    if advised > 0 {
        say(format!("{advised} of the advised checks failed; a run can be made all the same."));
    }
    match found.failed() {
        0 => Ok(()),
        failed => Err(CliError::Failed {
            message: format!("{failed} of the required checks failed"),
            hint: Some(
                "mend what the hints say, and check again; docs/adapters.md has the protocol".to_owned(),
            ),
        }),
    }
}

/// The adapter that is checked.
struct Checked {
    launch: Launch,
    /// The name that it must have.
    name: Option<String>,
    /// Whether it needs a language model.
    language_model: bool,
}

fn checked(args: &CheckArgs) -> Result<Checked, CliError> {
    let Some(name) = &args.system else {
        let mut words = args.command.iter();
        let program = words.next().map(String::as_str).unwrap_or_default();
        let rest: Vec<&str> = words.map(String::as_str).collect();
        return Ok(Checked { launch: Launch::new(program, &rest), name: None, language_model: false });
    };
    if REGISTRY.iter().any(|entry| entry.name == name) {
        return Err(CliError::usage(format!("`{name}` is built in; it has no adapter to check")));
    }
    let shelf = args.shelf.shelf();
    let rival = shelf.find(name).map_err(CliError::failed)?.ok_or_else(|| {
        let names = shelf.names();
        let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        CliError::usage(format!(
            "there is no system `{name}` in {}; there are: {known}",
            shelf.dir().display()
        ))
    })?;
    rival.check_installed().map_err(CliError::failed)?;
    let launch = rival.launch();
    Ok(Checked { launch, name: Some(rival.manifest.name), language_model: rival.manifest.language_model })
}

fn table(found: &Conformance) -> String {
    let mut text = found.system.as_ref().map_or_else(
        || format!("{}: it did not describe itself\n", found.command),
        |system| format!("{system}, started by: {}\n", found.command),
    );
    let width = found.findings.iter().map(|finding| finding.check.len()).max().unwrap_or(0);
    for finding in &found.findings {
        text += &format!("{:14}  {:width$}  {}\n", word(finding), finding.check, finding.about);
        if let (Some(found), Some(hint)) = (&finding.found, finding.hint) {
            let found = found.replace(|c: char| c.is_control(), " ");
            text += &format!("{:14}  found: {found}\n{:14}  hint: {hint}\n", "", "");
        }
    }
    let count = |outcome| found.findings.iter().filter(|finding| finding.outcome == outcome).count();
    text += &format!(
        "{} passed, {} failed ({} of them required), {} not offered, {} not run\n",
        count(Outcome::Pass),
        count(Outcome::Fail),
        found.failed(),
        count(Outcome::NotOffered),
        count(Outcome::NotRun),
    );
    text
}

fn word(finding: &Finding) -> &'static str {
    match finding.outcome {
        Outcome::Pass => "pass",
        Outcome::Fail if finding.required => "FAIL",
        Outcome::Fail => "fail (advised)",
        Outcome::NotOffered => "not offered",
        Outcome::NotRun => "not run",
    }
}
