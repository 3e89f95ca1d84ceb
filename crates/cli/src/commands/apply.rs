//! From a mutation to its change: plan, ask, apply, print. What the mutating commands share.

use std::fmt::Write;

use clap::Args;
use nepenthe::{Access, Awaiting, Plan, Scope, Verb};
use nepenthe_ops::{self as ops, ApplyInput, Erasure, OpError, Outcome, Planned, Target};

use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::{can_ask, says_yes};
use crate::output::{change_line, escape_block, inscribed_line, write_stdout};

/// Whether the plan is applied, and whether that is asked first.
#[derive(Debug, Args)]
pub(super) struct ApplyArgs {
    /// Apply the plan without asking
    #[arg(long, short)]
    yes: bool,

    /// Print the plan and change nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// What is asked to be changed.
pub(super) struct Change {
    pub(super) verb: Verb,
    pub(super) target: Target,
}

/// Plans the change, asks where it must be asked, applies, and prints what changed.
pub(super) fn carry_out(
    change: Change,
    how: &ApplyArgs,
    context: &Context,
    plan: impl FnOnce(&Scope, Target) -> Result<Planned, OpError>,
) -> Result<(), CliError> {
    carry_out_around(change, how, context, &mut (), plan)
}

/// What a command does around a change.
pub(super) trait Around {
    /// Gets ready what could not be made up for afterwards. If that fails, nothing is changed.
    fn ready(&mut self, _: &Scope) -> Result<(), CliError> {
        Ok(())
    }

    /// Is told of an erasure, before anything is said of it.
    fn erased(&mut self, _: &Scope, _: &Erasure) -> Result<(), CliError> {
        Ok(())
    }
}

/// Nothing.
impl Around for () {}

/// The same with something around it.
pub(super) fn carry_out_around(
    change: Change,
    how: &ApplyArgs,
    context: &Context,
    around: &mut dyn Around,
    plan: impl FnOnce(&Scope, Target) -> Result<Planned, OpError>,
) -> Result<(), CliError> {
    let printer = context.printer();
    let access = if how.dry_run { Access::ReadOnly } else { Access::Existing };
    let Change { verb, target } = change;
    let words = matches!(target, Target::Words(_));
    // In words a release may be of a part, which writes the rest.
    let writes = matches!(verb, Verb::Supersede | Verb::Edit) || words && verb == Verb::Release;
    let scope = context.scope_for_change(access, words, writes && !how.dry_run)?;
    let planned = plan(&scope, target)?;
    if how.dry_run {
        if context.global().json {
            let mut plan = planned.plan()?;
            plan.account = context.account().as_ref().map(Into::into);
            printer.result(&plan, |_| String::new())?;
        } else {
            write_stdout(&escape_block(&shown(planned.engine())))?;
        }
        return Ok(planned.refuse_empty()?);
    }
    let plan = planned.engine();
    if let Some(consulted) = plan.consulted.as_ref().filter(|consulted| consulted.otherwise.is_some()) {
        printer.status(format!("The language model: {}.", escape_block(&consulted.to_string())));
    }
    if plan.is_empty() && !plan.spared.is_empty() {
        printer.status(plan);
    }
    planned.refuse_empty()?;
    let asks = planned.asks_first();
    if asks && !how.yes && can_ask() {
        printer.question(shown(plan));
        if !says_yes("Apply?") {
            return Err(CliError::new(Kind::NotConfirmed, "not applied; nothing was changed"));
        }
    } else if asks {
        printer.status(shown(plan));
        if !how.yes {
            return Err(CliError::new(
                Kind::NotConfirmed,
                "not applied, as nobody can be asked; nothing was changed",
            )
            .with_hint("look at the plan with --dry-run, then apply it with --yes"));
        }
    }
    around.ready(&scope)?;
    let input = ApplyInput { asked: context.global().placement().annotates() };
    let mut outcome = ops::apply(planned, &input)?;
    outcome.account = context.account().as_ref().map(Into::into);
    // From here on the change is made: what fails ends nothing that is still to be said of it.
    let printed = printer.result(&outcome, changes);
    let printed = printed.map_err(|error| error.although("the change is made"));
    printer.status(summary(verb, &outcome));
    super::inscribe::trimmed(&outcome.trimmed, context);
    super::inscribe::told(&outcome.asked, context);
    let Some(erasure) = &outcome.erasure else { return printed };
    let handed_over = around.erased(&scope, erasure);
    all([certified(erasure, context), handed_over, printed])
}

/// The plan, and how to keep out a name that it lets in again.
fn shown(plan: &Plan) -> String {
    let mut shown = plan.to_string();
    if plan.name.as_ref().is_some_and(|name| !name.kept_out) && !plan.steps.is_empty() {
        // The name stands last.
        shown.truncate(shown.trim_end().len());
        shown.push_str(" (--keep-name-out keeps it out)\n");
    }
    shown
}

/// Of what went wrong the first, which also tells the rest.
pub(super) fn all(done: impl IntoIterator<Item = Result<(), CliError>>) -> Result<(), CliError> {
    done.into_iter().filter_map(Result::err).reduce(CliError::and).map_or(Ok(()), Err)
}

/// Says how far an erasure reaches.
fn certified(erasure: &Erasure, context: &Context) -> Result<(), CliError> {
    let id = erasure.receipt;
    if erasure.awaiting == Some(Awaiting::Scrub) {
        let places = match erasure.residue.first() {
            Some(found) => format!(
                ": {} places, the first at byte {} of the {} file",
                erasure.residue.len(),
                found.offset,
                ops::word(&found.file)
            ),
            None => String::new(),
        };
        return Err(CliError::new(
            Kind::Residue,
            format!("erased, but its bytes are still in the files{places} (receipt {id}, which stays logical)"),
        )
        .with_hint(
            "run `nepenthe check --deep` and remove what it names: a table that is not the store's, or one that was changed; \
             then run `nepenthe scrub --rebuild`, which writes the file anew. The receipt stays logical: only the process \
             that erased knew what to look for",
        ));
    }
    context.printer().status(match erasure.awaiting {
        None => format!("No erased byte is in the files. Receipt {id}: see `nepenthe receipt`."),
        Some(Awaiting::Readers) => format!(
            "Another process reads an older state, so erased bytes may be in the files until it ends; the next writer or \
             `nepenthe scrub` finishes. Receipt {id}."
        ),
        Some(Awaiting::Storage) => format!(
            "The files could not be read or written just now, so erased bytes may be in them; the next writer or \
             `nepenthe scrub` finishes. Receipt {id}."
        ),
        Some(_) => format!("Receipt {id}."),
    });
    Ok(())
}

fn changes(outcome: &Outcome) -> String {
    let inscribed = outcome.inscribed.map(inscribed_line);
    inscribed.into_iter().chain(outcome.changes.iter().map(change_line)).collect()
}

fn summary(verb: Verb, outcome: &Outcome) -> String {
    let changes = outcome.changes.len();
    let mut text = format!("{verb}: {changes} {}", if changes == 1 { "change" } else { "changes" });
    if outcome.inscribed.is_some() {
        write!(text, ", 1 memory inscribed").expect("a String takes every write");
    }
    text + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_counts_and_hides_no_other() {
        let residue = || Err(CliError::new(Kind::Residue, "erased, but").with_hint("scrub"));
        let file = || Err(CliError::new(Kind::Io, "cannot write r.txt").with_hint("write it again"));
        let pipe = || Err(CliError::new(Kind::BrokenPipe, "nobody reads"));
        let error = all([residue(), file(), pipe()]).unwrap_err();
        assert_eq!(
            (error.kind(), error.message()),
            (Kind::Residue, "erased, but; besides, cannot write r.txt")
        );
        assert_eq!(error.hint(), Some("scrub; write it again"));
        let error = all([Ok(()), file(), pipe()]).unwrap_err();
        assert_eq!((error.kind(), error.message()), (Kind::Io, "cannot write r.txt"));
        assert_eq!(all([Ok(()), Ok(()), pipe()]).unwrap_err().kind(), Kind::BrokenPipe);
        assert!(all([Ok(()), Ok(())]).is_ok());
    }
}
