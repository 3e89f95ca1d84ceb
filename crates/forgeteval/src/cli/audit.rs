//! `forgeteval audit`.

use std::path::PathBuf;

use clap::Args;
use forgeteval::audit::{audit as audited, print, sample};
use forgeteval::record::Runs;
use forgeteval::report::Form;

use super::error::CliError;
use super::output::{say, write_stdout};

/// Tells which failures are artefacts of looking for strings (the paper's Appendix U).
///
/// A failure by the published scorer is an artefact where nothing is wrong but that a forbidden string stands inside a longer
/// word or identifier (boundary), or, in a case that only supersedes, is told in every clause that has it as what was so
/// (clause; by English words). With --sample, a sheet of failures is printed for a person to read.
#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// The directories of runs
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// Only these systems; repeat, or separate by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    system: Vec<String>,
    /// Print so many failures to read, spread over the columns, in Markdown
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "50", conflicts_with_all = ["json", "markdown"])]
    sample: Option<usize>,
    /// Draws the sample
    #[arg(long, value_name = "N", default_value = "1", requires = "sample")]
    seed: u64,
    /// Print everything as JSON, each verdict that flips
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// Print the tables in Markdown
    #[arg(long)]
    markdown: bool,
}

/// Reads the verdicts, and prints what their failures are.
pub(super) fn audit(args: &AuditArgs) -> Result<(), CliError> {
    let mut runs = Runs::read(&args.dirs).map_err(CliError::failed)?;
    for left_out in &runs.left_out {
        say(left_out);
    }
    if let Some(name) = args.system.iter().find(|name| !runs.records.iter().any(|one| one.system == **name)) {
        return Err(CliError::failed(format!("there is no verdict of {name}")));
    }
    runs.records.retain(|record| args.system.is_empty() || args.system.contains(&record.system));
    let report = audited(&runs);
    if let Some(many) = args.sample {
        let unread: usize = report.systems.iter().map(|system| system.without_texts).sum();
        if unread > 0 {
            say(format!(
                "{unread} failures have no recalled texts to read, and are not drawn; a run's own folder has them."
            ));
        }
        return write_stdout(&sample(&runs, many, args.seed));
    }
    if args.json {
        return write_stdout(&(serde_json::to_string_pretty(&report).map_err(CliError::failed)? + "\n"));
    }
    write_stdout(&print(&report, if args.markdown { Form::Markdown } else { Form::Text }))
}
