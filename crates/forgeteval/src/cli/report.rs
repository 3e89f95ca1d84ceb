//! `forgeteval report`.

use std::path::PathBuf;

use clap::Args;
use forgeteval::record::{Tail, VERDICTS, read_records};
use forgeteval::report::{Form, Report, print};

use super::error::CliError;
use super::output::{say, write_stdout};
use super::run::ScorerChoice;

/// Prints the tables of a run again, from its verdicts alone.
///
/// Reads DIR/verdicts.jsonl and no other file. A last line that was cut off by a crash is left out.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The directory of the run
    dir: PathBuf,
    /// Print the totals as JSON
    #[arg(long, conflicts_with = "markdown")]
    json: bool,
    /// The scorer whose verdicts the tables show
    #[arg(long, value_enum, default_value = "published")]
    scorer: ScorerChoice,
    /// Print the tables in Markdown
    #[arg(long)]
    markdown: bool,
}

/// Reads the verdicts and prints their tables.
pub(super) fn report(args: &ReportArgs) -> Result<(), CliError> {
    let path = args.dir.join(VERDICTS);
    let (records, tail) = read_records(&path).map_err(CliError::failed)?;
    if tail != Tail::Whole {
        say(format!("{}: the last line is torn and left out.", path.display()));
    }
    let report = Report::new(&records, args.scorer.scorer());
    let text = if args.json {
        serde_json::to_string_pretty(&report).map_err(CliError::failed)? + "\n"
    } else {
        print(&report, if args.markdown { Form::Markdown } else { Form::Text })
    };
    write_stdout(&text)
}
