//! `nepenthe apply`.

use std::path::PathBuf;

use clap::Args;
use nepenthe::{Access, Scope};
use nepenthe_ops::{Erasure, Planned, SavedPlan};

use super::apply::{Around, make};
use super::evidence::Evidence;
use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::input::read_text;
use crate::time::now;

/// Apply a plan that was written with --plan
///
/// Does exactly what the file says, or nothing: a plan of another store or scope, one that is not as it was written, one
/// older than a day, and one of memories that changed since are refused. Nothing is asked, however unsure the plan is:
/// whoever applies it has read it. The file keeps the texts of the memories; remove it afterwards.
///
/// Prints one line a change, as the command that made the plan would have.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe purge 'everything about Rose' --plan plan.json
  nepenthe apply plan.json")]
pub(crate) struct ApplyPlanArgs {
    /// Read the plan from this file; `-` is standard input
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,

    /// Write the signed receipt of an erasure to this file, which must not exist
    #[arg(long, value_name = "FILE", value_parser = path())]
    receipt: Option<PathBuf>,

    /// Write the keys of the receipt's commitments to this file, as `nepenthe purge` does
    #[arg(long, value_name = "FILE", value_parser = path())]
    openings: Option<PathBuf>,
}

/// Applies a saved plan.
pub(super) fn apply_plan(args: &ApplyPlanArgs, context: &Context) -> Result<(), CliError> {
    let evidence = Evidence::new(args.openings.as_deref(), args.receipt.as_deref(), context)?;
    let source = context.source(&args.file)?;
    let text = read_text(&source)?;
    // What is wrong with it is not said: that would repeat a text.
    let saved: SavedPlan = serde_json::from_str(&text).map_err(|_| {
        CliError::input(format!("{source} is no plan"))
            .with_hint("write one with --plan FILE, as in `nepenthe purge WORDS --plan FILE`")
    })?;
    let scope = context.scope_for_change(Access::Existing, false, true)?;
    let planned = Planned::resume(&scope, saved, now()?)?;
    planned.refuse_empty()?;
    make(planned, true, &scope, context, &mut AroundPlan { evidence })?;
    if source.to_string() != "standard input" {
        context.printer().status(format!("{source} still holds the texts of the plan: remove it."));
    }
    Ok(())
}

/// What is done around an erasure.
struct AroundPlan<'a> {
    evidence: Evidence<'a>,
}

impl Around for AroundPlan<'_> {
    fn ready(&mut self, scope: &Scope) -> Result<(), CliError> {
        self.evidence.ready(scope)
    }

    fn erased(&mut self, scope: &Scope, erasure: &Erasure) -> Result<(), CliError> {
        self.evidence.hand_over(scope, erasure)
    }
}
