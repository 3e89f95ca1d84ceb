//! `forgeteval compare`.

use std::path::{Path, PathBuf};

use clap::Args;
use forgeteval::record::{Record, Tail, VERDICTS, label_rows, leave_out, read_records};
use forgeteval::report::{
    Form, by_embedder, by_origin, compare as compare_systems, print_comparisons, print_embedders,
    print_origins, print_variance, variance,
};
use serde_json::json;

use super::error::CliError;
use super::output::{say, write_stdout};
use super::run::ScorerChoice;

/// Tests whether systems differ, and how far repeated runs are apart.
///
/// For each pair of systems on each suite: McNemar's test on the cases that both were asked (exact below 25 discordant
/// pairs, else chi-squared with continuity correction; chi-squared stands beside it always), and the same in each category with Holm's correction over the
/// categories. Then the passes by the origin of the cases. With several directories, those hold runs of the same systems:
/// the pairs are tested on the first, and mean, standard deviation and flipped cases are told over all.
#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// The directories of runs
    #[arg(required = true, value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// Only these systems; repeat, or separate by commas
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    system: Vec<String>,
    /// Leave the cases of a column out, such as compound_fact; repeat, or separate by commas
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    without: Vec<String>,
    /// The scorer whose verdicts are compared
    #[arg(long, value_enum, default_value = "published")]
    scorer: ScorerChoice,
    /// Set runs with several embedders side by side instead; what was not run with one is N/A
    #[arg(long)]
    by_embedder: bool,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

/// Compares, and prints what was found.
pub(super) fn compare(args: &CompareArgs) -> Result<(), CliError> {
    let runs: Vec<Vec<Record>> = args.dirs.iter().map(|dir| records(dir, args)).collect::<Result<_, _>>()?;
    let scorer = args.scorer.scorer();
    if args.by_embedder {
        let suites = by_embedder(&runs, scorer);
        return write_stdout(&match args.json {
            true => serde_json::to_string_pretty(&suites).map_err(CliError::failed)? + "\n",
            false => print_embedders(&suites, Form::Text),
        });
    }
    let comparisons = compare_systems(&runs[0], scorer);
    let origins = by_origin(&runs[0], scorer);
    let repeated = variance(&runs, scorer);
    if args.json {
        let all = json!({"comparisons": comparisons, "origins": origins, "variance": repeated});
        return write_stdout(&(serde_json::to_string_pretty(&all).map_err(CliError::failed)? + "\n"));
    }
    let mut out = print_comparisons(&comparisons);
    out.push_str(&print_origins(&origins));
    if runs.len() > 1 {
        out.push_str(&print_variance(&repeated));
    }
    write_stdout(&out)
}

fn records(dir: &Path, args: &CompareArgs) -> Result<Vec<Record>, CliError> {
    let systems = &args.system;
    let path = dir.join(VERDICTS);
    let (mut records, tail) = read_records(&path).map_err(CliError::failed)?;
    label_rows(&mut records);
    if tail != Tail::Whole {
        say(format!("{}: the last line is torn and left out.", path.display()));
    }
    for system in systems {
        if !records.iter().any(|record| record.system == *system) {
            return Err(CliError::failed(format!("{} holds no verdict of {system}", path.display())));
        }
    }
    records.retain(|record| systems.is_empty() || systems.contains(&record.system));
    leave_out(&mut records, &args.without).map_err(|column| {
        CliError::failed(format!("{} holds no verdict in column {column} to leave out", dir.display()))
    })?;
    Ok(records)
}
