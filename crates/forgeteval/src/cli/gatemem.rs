//! `forgeteval gatemem`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use forgeteval::external::gatemem::{Access, Data, Report, print};

use super::error::CliError;
use super::external::{Bench, ExternalArgs, Mapped, form, outcomes};
use super::output::write_stdout;

/// Runs systems on `GateMem`: threads of many people in which some order deletions, and questions on the way.
///
/// Each episode gets a fresh memory. A turn is written with its speaker's name; a turn that orders a deletion is a purge in
/// its words, and what else it says is written. At each checkpoint its question is asked, and the recalled texts are searched
/// for what has to be known, for what the asker must not know, and for what was to be forgotten; no judge is needed. The
/// floors null and keep are always among the systems.
#[derive(Debug, Args)]
pub(super) struct GateMemArgs {
    /// The release of GateMem (arXiv 2606.18829, MIT): a folder for each domain, with its episodes.jsonl and
    /// checkpoints.jsonl; or one such folder
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Who can be told what; each is played on its own
    #[arg(long, value_enum, value_name = "NAME", value_delimiter = ',', default_value = "shared,role")]
    access: Vec<AccessChoice>,
    #[command(flatten)]
    shared: ExternalArgs,
}

/// The accesses that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AccessChoice {
    /// everybody asks one memory
    Shared,
    /// each role has a scope with what its people said; N/A where a system has no scopes
    Role,
}

/// Runs, writes outcomes as they are made, and prints the tables.
pub(super) fn gatemem(args: &GateMemArgs) -> Result<(), CliError> {
    let data = Data::read(&args.data).map_err(CliError::failed)?;
    let wanted = |access: &Access| {
        args.access.contains(match access {
            Access::Shared => &AccessChoice::Shared,
            Access::Role => &AccessChoice::Role,
        })
    };
    let mapped = Access::ALL.into_iter().filter(wanted);
    let mapped =
        mapped.map(|access| Mapped { mapping: access.to_string(), scripts: access.scripts(&data) }).collect();
    let bench = Bench { name: "gatemem", data_sha256: data.sha256, kept: usize::MAX, mapped };
    let report = Report::new(&outcomes(&args.shared, &bench)?);
    write_stdout(&form(&args.shared, &report, print)?)
}
