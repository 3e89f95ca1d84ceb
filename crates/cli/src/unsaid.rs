//! What is wrong with a command line, without what was typed: that may be a memory.

use std::collections::HashSet;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory};

use crate::args::{Cli, types_hyphens};
use crate::suggest::command_for;
use crate::typed;

/// Stands for what was typed.
const TYPED: &str = "…";

/// How a text is told from an option.
const TIP: &str =
    "a text that begins with a hyphen goes behind '--', or behind '=' as the value of an option";

/// What to do with one argument too many.
const QUOTE: &str = "a text of several words of which one begins with a hyphen goes in quotation marks";

/// What somebody wants who gives words to `erase`, which takes steps.
pub(crate) const PURGE: &str = "to erase memories by words or ids, run `nepenthe purge \"WORDS\"`";

/// Takes out of an error what was typed, but for the names of options that there are. What is like it, and there, stays.
pub(crate) fn without_input(mut error: clap::Error) -> clap::Error {
    suggest(&mut error);
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(typed)) = error.get(kind)
            && !typed.is_empty()
        {
            error.insert(kind, ContextValue::String(TYPED.to_owned()));
        }
    }
    let tip = |words: &'static str| ContextValue::StyledStrs(vec![StyledStr::from(words)]);
    let quote = tip(QUOTE);
    if error.kind() == clap::error::ErrorKind::UnknownArgument
        && let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg)
    {
        let shown = shown(typed);
        if !shown.starts_with('-') && types_hyphens() && error.get(ContextKind::Suggested).is_none() {
            error.insert(ContextKind::Suggested, quote.clone());
        }
        error.insert(ContextKind::InvalidArg, ContextValue::String(shown));
    }
    // The parser's own tips repeat what was typed.
    if error.get(ContextKind::Suggested).is_some_and(|tips| tips != &quote) {
        error.insert(ContextKind::Suggested, tip(TIP));
    }
    if means_purge(&error) {
        error.insert(ContextKind::Suggested, tip(PURGE));
    }
    error
}

/// Names the command that a word of another program stands for. Of a command that has commands of its own the words are other
/// ones.
fn suggest(error: &mut clap::Error) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let cli = Cli::command();
    let nests: Vec<&str> =
        cli.get_subcommands().filter(|command| command.has_subcommands()).map(Command::get_name).collect();
    let mut before = typed::args().skip(1).take_while(|arg| arg != typed.as_str());
    let nested = before.any(|arg| nests.iter().any(|command| arg == *command));
    if let Some(command) = command_for(typed).filter(|_| !nested) {
        let names = vec![command.to_owned()];
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(names));
    }
    // The other tip is how to pass the word as a value, which no command takes here.
    error.remove(ContextKind::Suggested);
}

/// Tells whether `erase` was given no step, nor anything like one, but something else.
fn means_purge(error: &clap::Error) -> bool {
    let kinds = [clap::error::ErrorKind::InvalidSubcommand, clap::error::ErrorKind::UnknownArgument];
    if !kinds.contains(&error.kind()) || error.get(ContextKind::SuggestedSubcommand).is_some() {
        return false;
    }
    let cli = Cli::command();
    let mut args = typed::args().skip(1).take_while(|arg| arg != "--");
    let Some(command) = args.find_map(|arg| cli.find_subcommand(arg)) else { return false };
    command.get_name() == "erase" && !args.any(|arg| command.find_subcommand(arg).is_some())
}

/// An option that there is, by its name; else no more than that it looks like one.
fn shown(typed: &str) -> String {
    let name = typed.split_once('=').map_or(typed, |(name, _)| name);
    let mut names = HashSet::new();
    collect(&Cli::command(), &mut names);
    if names.contains(name) {
        return name.to_owned();
    }
    let hyphens = if typed.starts_with("--") { "--" } else { "-" };
    if typed.starts_with('-') { format!("{hyphens}{TYPED}") } else { TYPED.to_owned() }
}

fn collect(command: &Command, names: &mut HashSet<String>) {
    for arg in command.get_arguments() {
        names.extend(arg.get_long().map(|long| format!("--{long}")));
        names.extend(arg.get_short().map(|short| format!("-{short}")));
    }
    command.get_subcommands().for_each(|command| collect(command, names));
}
