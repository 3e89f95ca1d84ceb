//! `forgeteval agreement`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use forgeteval::agreement::{Summary, read_labels, summarize};

use super::error::CliError;
use super::output::write_stdout;

/// Tells how far annotators agree, and judges with their majority.
///
/// FILE holds comma-separated values: either the header `case,annotator,label` and one label a line, or a first column
/// of cases and a column for each annotator. An annotator named `judge:NAME` is a judge, and compared with the majority of
/// the others. Prints Fleiss' kappa, the observed agreement, and a table for each judge.
#[derive(Debug, Args)]
pub(super) struct AgreementArgs {
    /// The file of labels
    file: PathBuf,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

/// Reads the labels and prints what they say.
pub(super) fn agreement(args: &AgreementArgs) -> Result<(), CliError> {
    let labels = read_labels(&args.file).map_err(CliError::failed)?;
    let summary =
        summarize(&labels).map_err(|error| CliError::failed(format!("{}: {error}", args.file.display())))?;
    if args.json {
        return write_stdout(&(serde_json::to_string_pretty(&summary).map_err(CliError::failed)? + "\n"));
    }
    let mut out = String::new();
    describe(&summary, &mut out).expect("writing to a string cannot fail");
    write_stdout(&out)
}

fn describe(summary: &Summary, out: &mut String) -> std::fmt::Result {
    writeln!(out, "{} cases, {} annotators, {} labels", summary.items, summary.annotators, summary.labels)?;
    match (summary.kappa, summary.strength) {
        (Some(kappa), Some(strength)) => writeln!(out, "Fleiss' kappa       {kappa:.3} ({strength})")?,
        _ => writeln!(out, "Fleiss' kappa       undefined: only one label was ever given")?,
    }
    writeln!(out, "observed agreement  {:.1} %", summary.observed * 100.0)?;
    let majorities: Vec<String> =
        summary.majorities.iter().map(|(label, count)| format!("{label} {count}")).collect();
    writeln!(out, "majority            {}", majorities.join(", "))?;
    if !summary.ties.is_empty() {
        writeln!(out, "no majority         {} cases: {}", summary.ties.len(), summary.ties.join(", "))?;
    }
    for table in &summary.judges {
        writeln!(
            out,
            "\njudge {}: agrees with the majority on {} of {}",
            table.judge, table.agree, table.items
        )?;
        for (label, cells) in &table.cells {
            for (majority, count) in cells {
                writeln!(out, "  judge {label:<8} majority {majority:<8} {count:>5}")?;
            }
        }
        for (item, label, majority) in &table.differ {
            writeln!(out, "  {item}: judge {label}, majority {majority}")?;
        }
    }
    if !summary.pairs.is_empty() {
        writeln!(out, "\njudges among themselves")?;
        for (first, second, agree, both) in &summary.pairs {
            writeln!(out, "  {first} and {second} agree on {agree} of {both}")?;
        }
    }
    if let Some((same, of)) = summary.unanimous {
        writeln!(out, "  all judges agree on {same} of {of}")?;
    }
    Ok(())
}
