//! `forgeteval systems`.

use clap::Args;
use forgeteval::adapter::REGISTRY;
use forgeteval::adapter::rival::{Rival, RivalError};
use serde::Serialize;

use super::error::CliError;
use super::output::write_stdout;
use super::shelf::ShelfArgs;

/// Lists the systems that can be run: those built in, and those in the folder of systems.
#[derive(Debug, Args)]
pub(super) struct SystemsArgs {
    #[command(flatten)]
    shelf: ShelfArgs,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

/// A system in the list.
#[derive(Serialize)]
struct Row {
    name: String,
    about: String,
    /// Absent for those built in: it is told by every verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    built_in: bool,
    /// Whether it needs a language model, given with `forgeteval run --llm`.
    language_model: bool,
    installed: bool,
    /// What to do before it can be run.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Lists the systems, with a line each.
pub(super) fn systems(args: &SystemsArgs) -> Result<(), CliError> {
    let shelf = args.shelf.shelf();
    let built_in = REGISTRY.iter().map(|entry| Row {
        name: entry.name.to_owned(),
        about: entry.about.to_owned(),
        version: None,
        built_in: true,
        language_model: entry.language_model,
        installed: true,
        problem: None,
    });
    let others = shelf.names().into_iter().map(|name| row(shelf.read(&name), name));
    let rows: Vec<Row> = built_in.chain(others).collect();
    if args.json {
        return write_stdout(&(serde_json::to_string_pretty(&rows).map_err(CliError::failed)? + "\n"));
    }
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    write_stdout(&rows.iter().map(|row| line(row, width)).collect::<String>())
}

fn row(rival: Result<Rival, RivalError>, name: String) -> Row {
    match rival {
        Ok(rival) => {
            let problem = rival.check_installed().err().map(|error| error.to_string());
            let manifest = rival.manifest;
            let (about, version, language_model) =
                (manifest.about, Some(manifest.version), manifest.language_model);
            let installed = problem.is_none();
            Row { name, about, version, built_in: false, language_model, installed, problem }
        }
        Err(error) => {
            let (about, problem) = (String::new(), Some(error.to_string()));
            let language_model = false;
            Row { name, about, version: None, built_in: false, language_model, installed: false, problem }
        }
    }
}

fn line(row: &Row, width: usize) -> String {
    let Row { name, about, version, built_in, language_model, installed, problem } = row;
    let state = if *installed { "installed" } else { "not installed" };
    let needs = if *language_model { "needs --llm URL --llm-model NAME" } else { "" };
    let states = match version {
        _ if *built_in => vec![needs],
        Some(version) => vec![version, state, needs],
        None => return format!("{name:width$}  {}\n", problem.as_deref().unwrap_or_default()),
    };
    let states: Vec<&str> = states.into_iter().filter(|state| !state.is_empty()).collect();
    match states.is_empty() {
        true => format!("{name:width$}  {about}\n"),
        false => format!("{name:width$}  {about} [{}]\n", states.join(", ")),
    }
}
