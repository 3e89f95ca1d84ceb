//! `nepenthe erase`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use jiff::civil::Date;
use nepenthe::{Access, LookupError, MemoryId, Progress, Reference, Store};
use nepenthe_ops::{
    self as ops, Action as RowAction, Case, CaseDecideInput, CaseOpenInput, CertificateInput, Code, OpError,
    Person, Row, ScopePattern,
};

use serde::Serialize;

use super::purge::BasisName;
use super::returning::reference;
use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::{can_ask, read_text, says_number};
use crate::keys;
use crate::output::{Overwrite, WholeFile, escape, to_json, write_stdout};

/// Erase a person from every scope, and certify it
///
/// A case is a file of yours: it says whom it is about and which memories were found where, and holds no text of a memory
/// that can be read without it. `open` searches, `show` shows, `decide` notes what somebody decided of rows that the search is
/// unsure of, `apply` erases scope by scope and searches again, `certificate` writes what is handed over. Nothing is erased
/// before `apply`; one that is interrupted goes on when it is run again. Lists every scope that matches --in: whoever may
/// run it may see them.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe erase open roe.json --case T-1192 --name 'Sam Roe' --mail sam.roe@acme.example --in 'acme/**'
  nepenthe erase show roe.json
  nepenthe erase decide roe.json --leave 0192f0c1-2b3c-7d4e-8f50-112233445566 --take-rest
  nepenthe erase apply roe.json
  nepenthe erase certificate roe.json certificate.html")]
pub(crate) struct EraseArgs {
    #[command(subcommand)]
    step: Step,
}

#[derive(Debug, Subcommand)]
enum Step {
    /// Search for a person, and write the case to a new file; changes nothing in the store
    Open(OpenArgs),
    /// Show what goes, what is edited, what stays, and what is to be decided
    Show(FileArgs),
    /// Search again, and add what is new
    Search(FileArgs),
    /// Say which memories are erased and which stay
    Decide(DecideArgs),
    /// Write what the store holds of the person, as JSON, for whoever asks for it
    Export(FileArgs),
    /// Erase what is decided, scope by scope, and search again
    Apply(ApplyArgs),
    /// Write what was done, with signed receipts: a page (.html) or JSON
    Certificate(CertificateArgs),
}

#[derive(Debug, Args)]
struct FileArgs {
    /// The case
    #[arg(value_name = "FILE", value_parser = path())]
    file: PathBuf,
}

#[derive(Debug, Args)]
struct OpenArgs {
    #[command(flatten)]
    file: FileArgs,

    /// The case's number, which every receipt says, such as T-1192
    #[arg(long, value_name = "ID", value_parser = reference)]
    case: Reference,

    /// A name of the person; everything about it is searched for; may be given several times, as all of these may
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,

    /// A mail address
    #[arg(long, value_name = "ADDRESS")]
    mail: Vec<String>,

    /// A telephone number
    #[arg(long, value_name = "NUMBER")]
    phone: Vec<String>,

    /// A customer number, an account, a handle
    #[arg(long, value_name = "ID")]
    account: Vec<String>,

    /// Any other request, such as 'the tenant of flat 3'
    #[arg(long, value_name = "WORDS")]
    words: Vec<String>,

    /// Search these scopes: one, one and all below it (acme/**), or every one
    #[arg(long = "in", value_name = "SCOPES", default_value = "**")]
    scopes: ScopePattern,

    /// Say in the receipts on what legal basis
    #[arg(long, value_name = "BASIS", default_value = "none")]
    basis: BasisName,

    /// Until when it has to be done, such as 2026-12-24
    #[arg(long, value_name = "DATE")]
    deadline: Option<Date>,
}

#[derive(Debug, Args)]
struct DecideArgs {
    #[command(flatten)]
    file: FileArgs,

    /// Erase this memory, also one that no search found; may be given several times
    #[arg(long, value_name = "ID", value_parser = id)]
    take: Vec<MemoryId>,

    /// Let this memory stay; may be given several times
    #[arg(long, value_name = "ID", value_parser = id)]
    leave: Vec<MemoryId>,

    /// Erase every other memory that is to be decided
    #[arg(long, conflicts_with = "leave_rest")]
    take_rest: bool,

    /// Let every other memory that is to be decided stay
    #[arg(long)]
    leave_rest: bool,
}

#[derive(Debug, Args)]
struct ApplyArgs {
    #[command(flatten)]
    file: FileArgs,

    /// Apply without asking
    #[arg(long, short)]
    yes: bool,
}

#[derive(Debug, Args)]
struct CertificateArgs {
    #[command(flatten)]
    file: FileArgs,

    /// Write it to this file, which must not exist: a page that prints well where it ends in .html, else JSON
    #[arg(value_name = "OUT", value_parser = path())]
    out: PathBuf,

    /// Say in it what identifies the person, and not only how much was searched for
    #[arg(long)]
    with_person: bool,
}

fn id(text: &str) -> Result<MemoryId, nepenthe::ParseIdError> {
    text.parse()
}

/// Does one step of a case.
pub(super) fn erase(args: &EraseArgs, context: &Context) -> Result<(), CliError> {
    match &args.step {
        Step::Open(args) => open(args, context),
        Step::Show(args) => show(&read(args, context)?, context),
        Step::Search(args) => search(args, context),
        Step::Decide(args) => decide(args, context),
        Step::Export(args) => export(args, context),
        Step::Apply(args) => apply(args, context),
        Step::Certificate(args) => certificate(args, context),
    }
}

fn open(args: &OpenArgs, context: &Context) -> Result<(), CliError> {
    let texts = |texts: &[String]| texts.iter().map(|text| text.as_str().into()).collect();
    let person = Person {
        names: texts(&args.name),
        mails: texts(&args.mail),
        phones: texts(&args.phone),
        numbers: texts(&args.account),
        words: texts(&args.words),
    };
    if person.requests().is_empty() {
        return Err(CliError::usage("nothing says whom the case is about")
            .with_hint("give --name, --mail, --phone, --account or --words"));
    }
    let input = CaseOpenInput {
        number: args.case.clone(),
        person,
        scopes: args.scopes.clone(),
        basis: args.basis.into(),
        deadline: args.deadline,
        by: context.opener().settings().actor.clone(),
    };
    let file = WholeFile::create(&args.file.file, Overwrite::Never, &context.kept_files())?;
    let store = context.store(Access::ReadOnly)?;
    let case = ops::case_open(&store, input, &mut shown_progress(context))?;
    file.fill(&json(&case)?)?;
    told(&case, &args.file.file, context)
}

fn search(args: &FileArgs, context: &Context) -> Result<(), CliError> {
    let store = context.store(Access::ReadOnly)?;
    let case = ops::case_search(&store, read(args, context)?.into(), &mut shown_progress(context))?;
    keep(&case, &args.file, context)?;
    told(&case, &args.file, context)
}

fn decide(args: &DecideArgs, context: &Context) -> Result<(), CliError> {
    let rest = (args.take_rest || args.leave_rest).then_some(args.take_rest);
    if args.take.is_empty() && args.leave.is_empty() && rest.is_none() {
        return Err(CliError::usage("nothing is decided")
            .with_hint("give --take, --leave, --take-rest or --leave-rest"));
    }
    let store = context.store(Access::ReadOnly)?;
    let by = context.opener().settings().actor.clone();
    let (take, leave, case) = (args.take.clone(), args.leave.clone(), read(&args.file, context)?);
    let case = ops::case_decide(&store, CaseDecideInput { case, take, leave, rest, by })?;
    keep(&case, &args.file.file, context)?;
    told(&case, &args.file.file, context)
}

fn export(args: &FileArgs, context: &Context) -> Result<(), CliError> {
    let held = ops::case_export(&context.store(Access::ReadOnly)?, &read(args, context)?.into())?;
    write_stdout(&json(&held)?)
}

fn apply(args: &ApplyArgs, context: &Context) -> Result<(), CliError> {
    let case = read(&args.file, context)?;
    let printer = context.printer();
    let file = args.file.file.as_path();
    let store = context
        .opener()
        .for_change(Access::Existing, true, false)
        .inspect(|_| context.opens())
        .map_err(CliError::from)?;
    let pending = case.pending().count();
    let undecided = case.undecided().count();
    if undecided == 0 && pending > 0 && !args.yes {
        if !can_ask() {
            let message = "not applied, as nobody can be asked; nothing was changed";
            return Err(CliError::new(Kind::NotConfirmed, message)
                .with_hint("look at the case with `nepenthe erase show`, then apply it with --yes"));
        }
        printer.question(shown(&store, &case)?);
        if !says_number(&format!("To erase for good, type the number of memories, {pending}:"), pending) {
            return Err(CliError::new(Kind::NotConfirmed, "not applied; nothing was changed"));
        }
    }
    let mut keep = |case: &Case| keep(case, file, context).map_err(|error| unkept(&error));
    let by = &context.opener().settings().actor;
    let applied = ops::case_apply(&store, case.into(), by, &mut keep, &mut shown_progress(context));
    let applied = applied.map_err(|error| {
        let hint = match error.code() {
            Code::PlanUnsure => Some("see them with `nepenthe erase show`, then `nepenthe erase decide`"),
            Code::PlanChanged => Some("run `nepenthe erase search`, look at it again, and apply it"),
            _ => None,
        };
        let error = CliError::from(error);
        match hint {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    })?;
    printer.result(&applied.case, receipts)?;
    let (erased, left) = (applied.erased, applied.left);
    printer.status(match left {
        0 => format!(
            "{erased} memories erased; a search afterwards found nothing. Now `nepenthe erase certificate {} OUT.html`.",
            file.display()
        ),
        _ => format!(
            "{erased} memories erased; a search afterwards found {left} more: `nepenthe erase show {}`.",
            file.display()
        ),
    });
    Ok(())
}

fn certificate(args: &CertificateArgs, context: &Context) -> Result<(), CliError> {
    let case = read(&args.file, context)?;
    let key = keys::signing_key(&context.key_file()?)?;
    let file = WholeFile::create(&args.out, Overwrite::Never, &context.kept_files())?;
    let input = CertificateInput { case, names_person: args.with_person };
    let certified = ops::case_certificate(&context.store(Access::ReadOnly)?, input, &key)?;
    let page = args.out.extension().is_some_and(|end| end.eq_ignore_ascii_case("html"));
    file.fill(&if page { certified.page.0 } else { json(&certified.certificate)? })?;
    context.printer().result(&certified.certificate, |certificate| {
        let receipts = certificate.receipts.len();
        format!("{}  {receipts} receipts  {}\n", certificate.number, args.out.display())
    })
}

/// Reads a case.
fn read(args: &FileArgs, context: &Context) -> Result<Case, CliError> {
    let source = context.source(&args.file)?;
    // What is wrong with it is not said: that would repeat what it holds.
    serde_json::from_str(&read_text(&source)?).map_err(|_| {
        CliError::input(format!("{source} is no case"))
            .with_hint("make one with `nepenthe erase open FILE --case T-1 --name NAME`")
    })
}

/// Writes a case in the place of what it was.
fn keep(case: &Case, file: &Path, context: &Context) -> Result<(), CliError> {
    WholeFile::create(file, Overwrite::Yes, &context.kept_files())?.fill(&json(case)?)
}

fn json(value: &impl Serialize) -> Result<String, CliError> {
    let text =
        to_json(value).map_err(|error| CliError::new(Kind::Io, format!("no JSON of this: {error}")))?;
    Ok(format!("{text}\n"))
}

fn unkept(error: &CliError) -> OpError {
    OpError::new(
        Code::FileFailed,
        format!("{}; what was erased stays erased, and is found again", error.message()),
    )
}

/// Shows how far a search is.
fn shown_progress(context: &Context) -> impl FnMut(&str, usize, usize) {
    let mut bar = context.printer().progress("searching");
    move |_, done, total| bar.set(Progress { done, total })
}

/// Says what stands in a case.
fn told(case: &Case, file: &Path, context: &Context) -> Result<(), CliError> {
    let printer = context.printer();
    printer.result(case, summary)?;
    let file = file.display();
    printer.status(match (case.undecided().count(), case.pending().count()) {
        (0, 0) => format!("Nothing of the person is there to erase. The case is in {file}."),
        (0, _) => format!("Nothing was erased yet: `nepenthe erase show {file}`, then `nepenthe erase apply {file}`."),
        (open, _) => format!(
            "{open} to be decided: `nepenthe erase show {file}`, then `nepenthe erase decide {file} --take ID --leave ID`."
        ),
    });
    Ok(())
}

/// A line a scope: memories that go, that are to be decided, that stay, that are erased.
fn summary(case: &Case) -> String {
    let mut text = String::new();
    for section in &case.sections {
        let count = |of: &dyn Fn(&Row) -> bool| section.rows.iter().filter(|row| of(row)).count();
        let goes = count(&|row| row.is_taken() && !row.done);
        let open = count(&Row::is_undecided);
        let stays = count(&|row| row.decision.as_ref().is_some_and(|said| !said.take));
        let gone = count(&|row| row.done);
        writeln!(
            text,
            "{goes:>5} to erase  {open:>5} to decide  {stays:>5} stay  {gone:>5} erased  {}",
            escape(&section.scope)
        )
        .expect("a String takes every write");
    }
    text
}

fn receipts(case: &Case) -> String {
    let lines = case.sections.iter().flat_map(|section| {
        section.done.iter().map(move |done| {
            let (receipt, assurance) = (done.receipt, &done.assurance);
            format!(
                "{receipt}  {assurance:<8}  {:>4} erased  {:>4} edited  {}\n",
                done.erased, done.edited, section.scope
            )
        })
    });
    lines.collect()
}

/// Prints the case with the texts as they are now.
fn show(case: &Case, context: &Context) -> Result<(), CliError> {
    if context.global().json {
        return context.printer().result(case, |_| String::new());
    }
    write_stdout(&shown(&context.store(Access::ReadOnly)?, case)?)
}

fn shown(store: &Store, case: &Case) -> Result<String, CliError> {
    let (number, person) = (&case.number, case.person.counted());
    let mut text = format!("case {number}: {person}, in {}", case.scopes);
    if let Some(deadline) = case.deadline {
        write!(text, ", until {deadline}").expect("a String takes every write");
    }
    text.push('\n');
    for section in case.sections.iter().filter(|section| !section.rows.is_empty()) {
        writeln!(text, "{}", escape(&section.scope)).expect("a String takes every write");
        let scope = store.scope(&section.scope)?;
        for row in &section.rows {
            let now = match scope.get(row.id) {
                Ok(memory) => format!("{:?}", escape(&memory.text)),
                Err(LookupError::NotFound(_)) => "(erased)".to_owned(),
                Err(error) => return Err(OpError::from(error).into()),
            };
            text.push_str(&line(row, &now, ops::case_left(&scope, row)?.as_deref()));
        }
        if section.unread > 0 {
            writeln!(text, "  {} memories were too long to be read whole", section.unread)
                .expect("a String takes every write");
        }
    }
    Ok(text)
}

/// A row: what happens to it, its text, what is left, why, and who decided.
fn line(row: &Row, now: &str, left: Option<&str>) -> String {
    let what = match (&row.decision, row.done, &row.action) {
        (_, true, _) => "erased",
        (Some(said), ..) if !said.take => "stays",
        (None, ..) if !row.sure => "DECIDE",
        (_, _, RowAction::Edit { .. }) => "edit",
        _ => "erase",
    };
    let mut text = format!("  {what:<7} {}  {now}\n", row.id);
    if row.done {
        return text;
    }
    if matches!(row.action, RowAction::Edit { .. }) {
        match left {
            Some(left) => writeln!(text, "          to: {:?}", escape(left)),
            None => writeln!(text, "          it changed since: `nepenthe erase search`"),
        }
        .expect("a String takes every write");
    }
    let sure = row.confidence.map_or(String::new(), |sure| format!(", sure to {sure:.2}"));
    writeln!(text, "          because: {}{sure}", escape(&row.reason)).expect("a String takes every write");
    if let Some(said) = &row.decision {
        writeln!(text, "          decided by {}, {}", escape(&said.by), said.at)
            .expect("a String takes every write");
    }
    text
}
