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
            let (about, version) = (manifest.about, Some(manifest.version));
            Row { name, about, version, built_in: false, installed: problem.is_none(), problem }
        }
        Err(error) => {
            let (about, problem) = (String::new(), Some(error.to_string()));
            Row { name, about, version: None, built_in: false, installed: false, problem }
        }
    }
}

fn line(row: &Row, width: usize) -> String {
    let Row { name, about, version, built_in, installed, problem } = row;
    match (version, problem) {
        _ if *built_in => format!("{name:width$}  {about}\n"),
        (Some(version), _) => {
            let state = if *installed { "installed" } else { "not installed" };
            format!("{name:width$}  {about} [{version}, {state}]\n")
        }
        (None, problem) => format!("{name:width$}  {}\n", problem.as_deref().unwrap_or_default()),
    }
}
