//! What is wrong with a command line, without what was typed: that may be a memory.

use std::collections::HashSet;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory};

use crate::args::{Cli, types_hyphens};
use crate::suggest::command_for;

/// Stands for what was typed.
const TYPED: &str = "…";

/// How a text is told from an option.
const TIP: &str =
    "a text that begins with a hyphen goes behind '--', or behind '=' as the value of an option";

/// What to do with one argument too many.
const QUOTE: &str = "a text of several words of which one begins with a hyphen goes in quotation marks";

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
    let quote = ContextValue::StyledStrs(vec![StyledStr::from(QUOTE)]);
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
        let tip = StyledStr::from(TIP);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Names the command that a word of another program stands for. Of a command that has commands of its own the words are other
/// ones.
fn suggest(error: &mut clap::Error) {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let mut before = std::env::args_os().skip(1).take_while(|arg| arg != typed.as_str());
    let nested = before.any(|arg| ["backup", "key", "model"].iter().any(|command| arg == *command));
    if let Some(command) = command_for(typed).filter(|_| !nested) {
        let names = vec![command.to_owned()];
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(names));
    }
    // The other tip is how to pass the word as a value, which no command takes here.
    error.remove(ContextKind::Suggested);
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
