//! What is wrong with a command line, without what was typed: that may be a memory.

use std::collections::HashSet;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Command, CommandFactory};

use crate::args::Cli;

/// Stands for what was typed.
const TYPED: &str = "…";

/// How a text is told from an option.
const TIP: &str =
    "a text that begins with a hyphen goes behind '--', or behind '=' as the value of an option";

/// Takes out of an error what was typed, but for the names of options that there are. What is like it, and there, stays.
pub(crate) fn without_input(mut error: clap::Error) -> clap::Error {
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        if let Some(ContextValue::String(typed)) = error.get(kind)
            && !typed.is_empty()
        {
            error.insert(kind, ContextValue::String(TYPED.to_owned()));
        }
    }
    if error.kind() == clap::error::ErrorKind::UnknownArgument
        && let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg)
    {
        let shown = shown(typed);
        error.insert(ContextKind::InvalidArg, ContextValue::String(shown));
    }
    // The parser's own tips repeat what was typed.
    if error.get(ContextKind::Suggested).is_some() {
        let tip = StyledStr::from(TIP);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
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
