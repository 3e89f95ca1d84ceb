//! From a mutation to its change: plan, ask, apply, print. What the mutating commands share.

use std::fmt::Write;

use clap::Args;
use nepenthe::{Access, Awaiting, Erasure, Grounds, Mutation, Outcome, Plan, Scope, Target, Verb};

use super::returning::ReturningArgs;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::{can_ask, says_yes};
use crate::output::{change_line, escape_block, inscribed_line};
use nepenthe_ops as ops;

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

/// Plans the mutation, asks where it must be asked, applies, and prints what changed.
/// `returning` says what is done with a text that says again what was erased, for those that bring one in.
pub(super) fn carry_out(
    mutation: Mutation,
    how: &ApplyArgs,
    returning: Option<&ReturningArgs>,
    context: &Context,
) -> Result<(), CliError> {
    let grounds = Grounds::default();
    carry_out_on(mutation, how, &grounds, returning, context, &mut ())
}

/// What a command does around a change.
pub(super) trait Around {
    /// Changes the plan before it is shown.
    fn planned(&mut self, _: &mut Plan) -> Result<(), CliError> {
        Ok(())
    }

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

/// The same on grounds of somebody's, with something around it.
pub(super) fn carry_out_on(
    mutation: Mutation,
    how: &ApplyArgs,
    grounds: &Grounds,
    returning: Option<&ReturningArgs>,
    context: &Context,
    around: &mut dyn Around,
) -> Result<(), CliError> {
    let printer = context.printer();
    let returning = returning.map(|returning| returning.returning()).transpose()?.unwrap_or_default();
    let access = if how.dry_run { Access::ReadOnly } else { Access::Existing };
    let words = matches!(mutation.target(), Target::Words(_));
    // In words a release may be of a part, which writes the rest.
    let writes =
        matches!(mutation.verb(), Verb::Supersede | Verb::Edit) || words && mutation.verb() == Verb::Release;
    let scope = context.scope_for_change(access, words, writes && !how.dry_run)?;
    let scope = scope.with_returning(returning);
    let asks = must_ask(&mutation);
    let mut plan = ops::plan(&scope, mutation)?;
    around.planned(&mut plan)?;
    if how.dry_run {
        printer.accounted(&plan, context.account(), |plan| escape_block(&plan.to_string()).into_owned())?;
        return if plan.is_empty() { Err(nothing_matched(&plan, &scope)) } else { Ok(()) };
    }
    if let Some(consulted) = plan.consulted.as_ref().filter(|consulted| consulted.otherwise.is_some()) {
        printer.status(format!("The language model: {}.", escape_block(&consulted.to_string())));
    }
    if plan.is_empty() {
        if !plan.spared.is_empty() {
            printer.status(&plan);
        }
        return Err(nothing_matched(&plan, &scope));
    }
    if asks && !how.yes && can_ask() {
        printer.question(&plan);
        if !says_yes("Apply?") {
            return Err(CliError::new(Kind::NotConfirmed, "not applied; nothing was changed"));
        }
    } else if asks {
        printer.status(&plan);
        if !how.yes {
            return Err(CliError::new(
                Kind::NotConfirmed,
                "not applied, as nobody can be asked; nothing was changed",
            )
            .with_hint("look at the plan with --dry-run, then apply it with --yes"));
        }
    }
    let verb = plan.mutation.verb();
    let asks = context.global().placement().annotates();
    around.ready(&scope)?;
    let applied = ops::apply_on(&scope, plan, grounds, asks)?;
    let outcome = &applied.outcome;
    // From here on the change is made: what fails ends nothing that is still to be said of it.
    let printed = printer.accounted(&applied, context.account(), |applied| changes(&applied.outcome));
    let printed = printed.map_err(|error| error.although("the change is made"));
    printer.status(summary(verb, outcome));
    super::inscribe::trimmed(&outcome.trimmed, context);
    super::inscribe::told(&applied.asked, context);
    let Some(erasure) = &outcome.erasure else { return printed };
    let handed_over = around.erased(&scope, erasure);
    all([certified(erasure, context), handed_over, printed])
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
                format!("{:?}", found.file).to_lowercase()
            ),
            None => String::new(),
        };
        return Err(CliError::new(
            Kind::Residue,
            format!("erased, but its bytes are still in the files{places} (receipt {id}, which stays logical)"),
        )
        .with_hint(
            "look with `nepenthe check --deep` for what is not the store's own or not as it made it, take that away, and run \
             `nepenthe scrub --rebuild`, which writes the file anew; only the process that erased knew what to look for, so \
             that no later receipt says physical",
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

/// Words may be misunderstood, by the rules and by a language model, and a whole scope is a lot, where the change is not simply undone.
fn must_ask(mutation: &Mutation) -> bool {
    match mutation.target() {
        Target::Words(_) => true,
        Target::All => matches!(mutation.verb(), Verb::Purge | Verb::Release | Verb::Restore),
        _ => false,
    }
}

fn nothing_matched(plan: &Plan, scope: &Scope) -> CliError {
    let verb = plan.mutation.verb();
    if plan.spared.is_empty() && scope.stats().is_ok_and(|stats| stats.events == 0) {
        let message = format!("the scope {} never held a memory; there is nothing to {verb}", plan.scope);
        return CliError::new(Kind::NothingMatched, message)
            .with_hint("look whether --scope names the right one");
    }
    let message = match plan.spared.is_empty() {
        true => format!("nothing in {} matches; there is nothing to {verb}", plan.scope),
        false => format!("what was considered in {} stays as it is; there is nothing to {verb}", plan.scope),
    };
    CliError::new(Kind::NothingMatched, message)
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
