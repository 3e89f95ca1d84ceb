//! `forgeteval factconsolidation`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use forgeteval::external::factconsolidation::{Data, Mapping, Report, print};

use super::error::CliError;
use super::external::{Bench, ExternalArgs, Mapped, form, outcomes};
use super::output::write_stdout;

/// Runs systems on FactConsolidation (`MemoryAgentBench`): numbered facts, of which later ones contradict earlier ones.
///
/// Each row of the data gets a fresh memory, and its questions are asked at the end. A question passes if an accepted answer
/// stands in the recalled texts; no model answers. The published rows stand below those that were measured.
#[derive(Debug, Args)]
pub(super) struct FactConsolidationArgs {
    /// The split Conflict_Resolution of ai-hyz/MemoryAgentBench as JSON: a list of rows, or a row a line. Of its
    /// Parquet file: python3 -c "import sys, pandas; pandas.read_parquet(sys.argv[1]).to_json(sys.argv[2],
    /// orient='records', lines=True)" IN OUT
    #[arg(long, value_name = "FILE")]
    data: PathBuf,
    /// What becomes of a fact; each is played on its own
    #[arg(long, value_enum, value_name = "NAME", value_delimiter = ',', default_value = "published")]
    mapping: Vec<MappingChoice>,
    /// Play only rows whose source ends with one of these, such as sh_6k
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    block: Vec<String>,
    #[command(flatten)]
    shared: ExternalArgs,
}

/// The mappings that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MappingChoice {
    /// as published: each is inscribed
    Published,
    /// each supersedes what it is about, in its own words
    Superseding,
}

/// Runs, writes outcomes as they are made, and prints the tables.
pub(super) fn factconsolidation(args: &FactConsolidationArgs) -> Result<(), CliError> {
    let mut data = Data::read(&args.data).map_err(CliError::failed)?;
    if !args.block.is_empty() {
        data.blocks.retain(|block| args.block.iter().any(|name| block.source.ends_with(name.as_str())));
        if data.blocks.is_empty() {
            return Err(CliError::usage(format!("no row's source ends with {}", args.block.join(" or "))));
        }
    }
    let wanted = |mapping: &Mapping| {
        args.mapping.contains(match mapping {
            Mapping::Published => &MappingChoice::Published,
            Mapping::Superseding => &MappingChoice::Superseding,
        })
    };
    let mapped = Mapping::ALL.into_iter().filter(wanted);
    let mapped = mapped
        .map(|mapping| Mapped { mapping: mapping.to_string(), scripts: mapping.scripts(&data) })
        .collect();
    let bench = Bench { name: "factconsolidation", data_sha256: data.sha256, kept: usize::MAX, mapped };
    let report = Report::new(&outcomes(&args.shared, &bench)?);
    write_stdout(&form(&args.shared, &report, print)?)
}
