//! What can be typed.

use clap::{Parser, Subcommand};

use super::adapter::AdapterCommand;
use super::agreement::AgreementArgs;
use super::audit::AuditArgs;
use super::compare::CompareArgs;
use super::completions::CompletionsArgs;
use super::factconsolidation::FactConsolidationArgs;
use super::gatemem::GateMemArgs;
use super::generate::GenerateArgs;
use super::longmemeval::LongMemEvalArgs;
use super::memora::MemoraArgs;
use super::report::ReportArgs;
use super::run::RunArgs;
use super::suite::SuiteCommand;
use super::systems::SystemsArgs;
use super::verify_submission::VerifyArgs;

const EXAMPLES: &str = "\
Examples:
  forgeteval                                       every system on 1000 generated cases
  forgeteval run --suite dev.jsonl --scorer probed every system on your own cases, asked harder
  forgeteval run --system null,keep,nuke,oracle --out floors
                                                   four systems; verdicts kept in ./floors
  forgeteval run --system null,keep,nuke,oracle --out floors --resume
                                                   go on where a run was cut off
  forgeteval report floors --markdown              the same table again, from the verdicts alone
  forgeteval report floors --html                  everything on a page, ./floors/report.html
  forgeteval generate --seed 7 --out mine.jsonl    a suite of your own

Tables and suites go to standard output, everything else to standard error.
Exit status: 0 done, whatever the verdicts are; 1 something went wrong; 2 the command line is wrong.";

/// Shows which agent memories can forget.
///
/// Each case writes facts into a fresh memory, has some superseded, released or purged, and asks a question. The
/// answer must hold what had to stay and must not hold what had to go. Floors (null, keep, nuke) and a ceiling
/// (oracle) stand beside every contestant, so that a pass is worth something.
///
/// Without a subcommand, runs every system on the generated template suite and prints the table.
#[derive(Debug, Parser)]
#[command(name = "forgeteval", version, after_help = EXAMPLES)]
pub(super) struct Cli {
    /// What to do; `run` with its defaults where nothing is said.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run systems on suites and print a table for each suite
    Run(Box<RunArgs>),
    /// Run systems on Memora: conversations of a week, and questions about what is still so
    Memora(MemoraArgs),
    /// Run systems on GateMem: threads of many people, orders of deletion, and who may know what
    Gatemem(GateMemArgs),
    /// Run systems on FactConsolidation: numbered facts, of which later ones contradict earlier ones
    Factconsolidation(FactConsolidationArgs),
    /// Run systems on LongMemEval-S: which sessions of a long history a memory recalls
    Longmemeval(LongMemEvalArgs),
    /// Print the generated template suite, one JSON case a line
    Generate(GenerateArgs),
    /// Print the tables of runs again, or make a page, LaTeX or figures of them
    Report(ReportArgs),
    /// Test whether systems differ, and how far repeated runs are apart
    Compare(CompareArgs),
    /// Tell which failures are artefacts of looking for strings
    Audit(AuditArgs),
    /// Tell how far annotators agree, and judges with their majority
    Agreement(AgreementArgs),
    /// Check the folder of a run as a submission to the leaderboard, and play a sample of it again
    VerifySubmission(VerifyArgs),
    /// List and check suites
    #[command(subcommand)]
    Suite(SuiteCommand),
    /// List the systems that can be run
    Systems(SystemsArgs),
    /// Check an adapter for a system of your own, or print the module that it is written with
    #[command(subcommand)]
    Adapter(AdapterCommand),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}
