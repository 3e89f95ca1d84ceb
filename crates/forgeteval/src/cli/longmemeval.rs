//! `forgeteval longmemeval`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use forgeteval::external::longmemeval::{Data, Mapping, Report, print};

use super::error::CliError;
use super::external::{Bench, ExternalArgs, Mapped, form, outcomes};
use super::output::write_stdout;

/// How many characters of a recalled session are kept in an outcome.
const KEPT: usize = 200;

/// Runs systems on LongMemEval-S: a history of sessions for each question, and which of them a memory recalls.
///
/// Each question gets a fresh memory with its history, a session a text. R@k is the share of questions of which a session of
/// the answer is among the best k; no model answers. The published rows stand below those that were measured.
#[derive(Debug, Args)]
pub(super) struct LongMemEvalArgs {
    /// The released file, longmemeval_s_cleaned.json (xiaowu0162/longmemeval-cleaned) or one of the same form
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// What of a session is written; each is played on its own
    #[arg(long, value_enum, value_name = "NAME", value_delimiter = ',', default_value = "user")]
    mapping: Vec<MappingChoice>,
    #[command(flatten)]
    shared: ExternalArgs,
}

/// The mappings that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MappingChoice {
    /// as published: what the user said
    User,
    /// what both sides said
    Both,
}

/// Runs, writes outcomes as they are made, and prints the tables.
pub(super) fn longmemeval(args: &LongMemEvalArgs) -> Result<(), CliError> {
    let data = Data::read(&args.data).map_err(CliError::failed)?;
    let wanted = |mapping: &Mapping| {
        args.mapping.contains(match mapping {
            Mapping::User => &MappingChoice::User,
            Mapping::Both => &MappingChoice::Both,
        })
    };
    let mapped = Mapping::ALL.into_iter().filter(wanted);
    let mapped = mapped
        .map(|mapping| Mapped { mapping: mapping.to_string(), scripts: mapping.scripts(&data) })
        .collect();
    let bench = Bench { name: "longmemeval", data_sha256: data.sha256, kept: KEPT, mapped };
    let report = Report::new(&outcomes(&args.shared, &bench)?);
    write_stdout(&form(&args.shared, &report, print)?)
}
