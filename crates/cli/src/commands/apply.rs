//! From a mutation to its change: plan, ask, apply, print. What the mutating commands share.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::receipt::receipt::Assurance;
use nepenthe::{Access, Action, Awaiting, Plan, Scope, Verb};
use nepenthe_ops::{self as ops, ApplyInput, Erasure, OpError, Outcome, Planned, Target};

use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::{can_ask, says_number, says_yes};
use crate::output::{Overwrite, WholeFile, change_line, escape_block, inscribed_line, to_json, write_stdout};
use crate::time::now;

/// Whether the plan is applied, and whether that is asked first.
#[derive(Debug, Args)]
pub(super) struct ApplyArgs {
    /// Apply the plan without asking
    #[arg(long, short)]
    yes: bool,

    /// Print the plan and change nothing
    #[arg(long, short = 'n')]
    dry_run: bool,

    /// Write the plan to this new file and change nothing; `nepenthe apply FILE` does exactly what it says
    #[arg(long, value_name = "FILE", value_parser = path(), conflicts_with_all = ["yes", "dry_run"])]
    plan: Option<PathBuf>,
}

/// How sure a plan in words must be.
#[derive(Debug, Args)]
pub(super) struct FloorArgs {
    /// How sure a plan in words must be, 0 to 1, for --yes to apply it [default: 0.95 for purge and edit, 0.9
    /// for pin, unpin and decay, by a relevance model 0.9 for release and 0.8 for supersede, else 0.5]
    #[arg(long, value_name = "X", env = "NEPENTHE_MIN_CONFIDENCE", value_parser = confidence,
          hide_env_values = true)]
    pub(super) min_confidence: Option<f64>,
}

fn confidence(text: &str) -> Result<f64, &'static str> {
    let number = text.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or("a number from 0 to 1 is expected, such as 0.95")
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
    let looks = how.dry_run || how.plan.is_some();
    let access = if looks { Access::ReadOnly } else { Access::Existing };
    let Change { verb, target } = change;
    let words = matches!(target, Target::Words(_));
    // In words a release may be of a part, which writes the rest.
    let writes = matches!(verb, Verb::Supersede | Verb::Edit) || words && verb == Verb::Release;
    let scope = context.scope_for_change(access, words, writes && !looks)?;
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
    if let Some(file) = &how.plan {
        planned.refuse_empty()?;
        return saved(&planned, file, context);
    }
    let plan = planned.engine();
    if let Some(consulted) = plan.consulted.as_ref().filter(|consulted| consulted.otherwise.is_some()) {
        printer.status(format!("The language model: {}.", escape_block(&consulted.to_string())));
    }
    if plan.is_empty() && !plan.spared.is_empty() {
        printer.status(shown(plan));
    }
    planned.refuse_empty()?;
    let agreed = consent(&planned, how, context)?;
    make(planned, agreed, &scope, context, around)
}

/// Whether somebody said yes to the plan; an error where nobody did who had to.
fn consent(planned: &Planned, how: &ApplyArgs, context: &Context) -> Result<bool, CliError> {
    let (printer, plan) = (context.printer(), planned.engine());
    if !planned.asks_first() {
        return Ok(false);
    }
    if how.yes {
        let Err(error) = planned.refuse_unsure() else {
            printer.status(shown(plan));
            return Ok(false);
        };
        if context.global().json {
            printer.result(&planned.plan()?, |_| String::new())?;
        } else {
            printer.question(shown(plan));
        }
        return Err(CliError::from(error).with_hint(otherwise(planned)));
    }
    if !can_ask() {
        printer.status(shown(plan));
        let message = "not applied, as nobody can be asked; nothing was changed";
        let hint = match planned.refuse_unsure() {
            Ok(()) => "look at the plan with --dry-run, then apply it with --yes".to_owned(),
            Err(_) => format!("the plan is unsure, so --yes will not do: {}", otherwise(planned)),
        };
        return Err(CliError::new(Kind::NotConfirmed, message).with_hint(hint));
    }
    printer.question(shown(plan));
    let steps = plan.steps.len();
    let yes = match (planned.refuse_unsure(), planned.is_wide()) {
        (Ok(()), false) => says_yes("Apply?"),
        (Ok(()), true) => says_number(&format!("To apply, type the number of memories, {steps}:"), steps),
        (Err(error), _) => {
            printer.question(CliError::from(error).message());
            says_number(&format!("To apply it all the same, type the number of memories, {steps}:"), steps)
        }
    };
    match yes {
        true => Ok(true),
        false => Err(CliError::new(Kind::NotConfirmed, "not applied; nothing was changed")),
    }
}

/// What can be done where a plan is unsure.
fn otherwise(planned: &Planned) -> String {
    let plan = planned.engine();
    let verb = plan.mutation.verb();
    let asked_for = plan.steps.iter().filter(|step| step.follows.is_none());
    let whole = asked_for.clone().all(|step| !matches!(step.action, Action::Edit { .. }));
    let ids: Vec<String> = asked_for.map(|step| format!("--id {}", step.memory.id)).collect();
    let ids = ids.join(" ");
    let by_id = if whole { format!("name the memories: `nepenthe {verb} {ids}`; ") } else { String::new() };
    format!(
        "{by_id}or say it in other words; or write the plan with --plan FILE, read it, and run `nepenthe apply FILE`; or \
         lower the floor with --min-confidence"
    )
    .trim_start_matches("or ")
    .to_owned()
}

/// Writes the plan to a file.
fn saved(planned: &Planned, file: &Path, context: &Context) -> Result<(), CliError> {
    let saved = planned.save(now()?)?;
    let text = to_json(&saved)
        .map_err(|error| CliError::new(Kind::Io, format!("the plan cannot be written: {error}")))?;
    WholeFile::create(file, Overwrite::Never, &context.kept_files())?.fill(&format!("{text}\n"))?;
    let printer = context.printer();
    if context.global().json {
        printer.result(&saved, |_| String::new())?;
    } else {
        write_stdout(&escape_block(&shown(planned.engine())))?;
    }
    let (file, expires) = (file.display(), saved.expires);
    printer.status(format!(
        "The plan is in {file}, and nothing was changed. Until {expires}, `nepenthe apply {file}` does exactly this."
    ));
    Ok(())
}

/// Makes the change, and prints what changed.
pub(super) fn make(
    planned: Planned,
    agreed: bool,
    scope: &Scope,
    context: &Context,
    around: &mut dyn Around,
) -> Result<(), CliError> {
    let printer = context.printer();
    let verb = planned.engine().mutation.verb();
    around.ready(scope)?;
    let input = ApplyInput { agreed, asked: context.global().placement().annotates() };
    let mut outcome = ops::apply(planned, &input)?;
    outcome.account = context.account().as_ref().map(Into::into);
    // From here on the change is made: what fails ends nothing that is still to be said of it.
    let printed = printer.result(&outcome, changes);
    let printed = printed.map_err(|error| error.although("the change is made"));
    printer.status(summary(verb, &outcome));
    super::inscribe::trimmed(&outcome.trimmed, context);
    super::inscribe::told(&outcome.asked, context);
    let Some(erasure) = &outcome.erasure else { return printed };
    let handed_over = around.erased(scope, erasure);
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
        None if erasure.assurance == Assurance::Compacted => format!(
            "No erased byte is in the tables of PostgreSQL or in the mirror; its log, replicas and backups may have it. \
             Receipt {id}: see `nepenthe receipt`."
        ),
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
