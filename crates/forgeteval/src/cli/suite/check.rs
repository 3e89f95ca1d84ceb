//! `forgeteval suite check`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use forgeteval::adapter::CachedEmbedder;
use forgeteval::admission::{Bound, GatesReport, Shape, brief, play_gates, structure, twins};
use forgeteval::suite::Suite;
use nepenthe::embed::Embedder;

use crate::cli::embedder::{self, EmbedderChoice};
use crate::cli::error::CliError;
use crate::cli::output::write_stdout;
use crate::cli::suites::open_suite;

/// Checks suites: structure, near-duplicates, and what the trivial systems pass.
///
/// The gates: `null` and `keep` pass at most 1 % of the cases, `nuke` at most 2 %, `normalized-keys` at most 45 % of the two
/// canonicalization categories, and `oracle-edits` all, by every scorer. The exit status is 1 where any case cannot be
/// judged or a gate does not hold.
#[derive(Debug, Args)]
pub(in crate::cli) struct CheckArgs {
    /// Suites: names of `forgeteval suite list`, or files of JSON lines
    #[arg(required = true, value_name = "SUITE")]
    suites: Vec<PathBuf>,
    /// At most so many lines of each kind of complaint
    #[arg(long, value_name = "N", default_value = "20")]
    show: usize,
    /// The embedder by which the trivial systems recall
    #[arg(long, value_enum, env = "FORGETEVAL_EMBEDDER", default_value = "minilm")]
    embedder: EmbedderChoice,
    /// The folder of the embedder's model
    #[arg(long, value_name = "DIR")]
    model_dir: Option<PathBuf>,
}

/// Checks, and prints what was found.
pub(super) fn check(args: &CheckArgs) -> Result<(), CliError> {
    let embedder = Arc::new(CachedEmbedder::new(embedder::open(args.embedder, args.model_dir.as_deref())?));
    embedder.embed(&["ready?"]).map_err(|error| CliError::failed(error.to_string()))?;
    let mut bad = 0;
    for path in &args.suites {
        let suite = open_suite(path)?;
        let gates = play_gates(&suite, &embedder).map_err(CliError::failed)?;
        let (text, good) = describe(&suite, &gates, args.show);
        bad += usize::from(!good);
        write_stdout(&text)?;
    }
    if bad > 0 {
        return Err(CliError::failed(format!("{bad} of {} suites do not hold", args.suites.len())));
    }
    Ok(())
}

/// Says how a suite stands, and whether it holds.
fn describe(suite: &Suite, gates: &GatesReport, show: usize) -> (String, bool) {
    let mut out = String::new();
    let cases = suite.cases();
    let version = suite.version().map(|version| format!(" {version}")).unwrap_or_default();
    line(&mut out, &format!("{}{version}: {} cases, sha256 {}", suite.name(), cases.len(), suite.sha256()));
    let shape = Shape::of(cases);
    let [least, median, most] = shape.facts;
    line(
        &mut out,
        &format!(
            "  facts      {least} to {most} a case, median {median}; {} cases with more than 10",
            shape.over_ten
        ),
    );
    let [least, median, most] = shape.mutations;
    line(
        &mut out,
        &format!(
            "  mutations  {least} to {most} a case, median {median}; {} cases with several",
            shape.several
        ),
    );
    line(&mut out, &format!("  scripts    {}: {}", shape.scripts.len(), shape.scripts.join(", ")));

    let told = |of: fn(&_) -> Vec<_>| -> Vec<String> {
        cases
            .iter()
            .flat_map(|case| of(case).into_iter().map(|problem| format!("{}: {problem}", case.id)))
            .collect()
    };
    let unjudgeable = told(structure);
    complaints(&mut out, "structure", &unjudgeable, show);
    complaints(&mut out, "brief", &told(brief), show);
    let alike: Vec<String> = twins(cases)
        .iter()
        .map(|pair| {
            format!(
                "{} and {}: {:.0} % of their word triples",
                pair.first,
                pair.second,
                pair.similarity * 100.0
            )
        })
        .collect();
    complaints(&mut out, "twins", &alike, show);

    line(&mut out, "  gate           published    probed  boundary        of  bound");
    for result in &gates.results {
        let bound = match result.gate.bound {
            Bound::AtMost(share) => format!("at most {:.0} %", share * 100.0),
            Bound::All => "all".to_owned(),
        };
        let [published, probed, boundary] = result.passes;
        line(
            &mut out,
            &format!(
                "  {:<14} {published:>9} {probed:>9} {boundary:>9} {:>9}  {bound}: {}",
                result.gate.system,
                result.of,
                if result.holds() { "holds" } else { "DOES NOT HOLD" }
            ),
        );
        // Which cases plain normalization passes is no complaint as long as they are few.
        if !(result.against.is_empty() || result.holds() && result.gate.system == "normalized-keys") {
            for case in result.against.iter().take(show) {
                line(&mut out, &format!("    {case}"));
            }
            if result.against.len() > show {
                line(&mut out, &format!("    and {} more", result.against.len() - show));
            }
        }
    }
    out.push('\n');
    (out, unjudgeable.is_empty() && gates.holds())
}

fn complaints(out: &mut String, kind: &str, list: &[String], show: usize) {
    if list.is_empty() {
        line(out, &format!("  {kind:<10} nothing to complain of"));
        return;
    }
    line(out, &format!("  {kind:<10} {} complaints", list.len()));
    for complaint in list.iter().take(show) {
        line(out, &format!("    {complaint}"));
    }
    if list.len() > show {
        line(out, &format!("    and {} more", list.len() - show));
    }
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string cannot fail");
}
