//! From the command line to the exit code.

use std::ffi::OsStr;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgAction, CommandFactory, FromArgMatches};
use nepenthe::llm::Account;

use crate::args::{Cli, types_hyphens};
use crate::commands;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::help::shortened;
use crate::output::{Printer, write_stdout};
use crate::typed::{Typed, args};
use crate::unsaid::{PURGE, without_input};

/// Runs the command that was typed, once in a process. Returns the exit code (docs/cli.md).
#[must_use]
pub fn run(typed: Typed) -> u8 {
    typed.set();
    match parse() {
        Ok(cli) => {
            let printer = Printer::new(cli.global.json, cli.global.quiet);
            let context = Context::new(cli.global, printer);
            let done = commands::run(&cli.command, &context);
            context.warn_of_open_files();
            // Of a command that failed too: what was answered was paid for.
            let account = context.account();
            if let Some(account) = &account {
                printer.status(format!("Language model: {account}."));
            }
            finish(done, printer, account)
        }
        Err(error) => refuse(without_input(error)),
    }
}

/// Parses the command line. Where it has nothing that begins with a hyphen and cannot be an option, no argument may begin with
/// one: so a mistyped option is named as what it is.
fn parse() -> Result<Cli, clap::Error> {
    let mut command = Cli::command();
    if !types_hyphens() {
        command = command.mut_subcommands(|command| command.mut_args(|arg| arg.allow_hyphen_values(false)));
    } else {
        // Such a text is one argument: of several, an option behind them would be one more.
        command = command.mut_subcommands(|command| {
            command.mut_args(|arg| match arg.is_positional() && arg.is_allow_hyphen_values_set() {
                true => arg.action(ArgAction::Set).num_args(1),
                false => arg,
            })
        });
    }
    let mut command = shortened(command);
    let matches = command.try_get_matches_from_mut(args())?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

fn finish(done: Result<(), CliError>, printer: Printer, account: Option<Account>) -> u8 {
    match done {
        Ok(()) => 0,
        Err(error) => {
            printer.error(&error, account);
            error.kind().exit_code()
        }
    }
}

/// Prints the help that was asked for, or says what is wrong with the command line.
fn refuse(error: clap::Error) -> u8 {
    let json = args().skip(1).take_while(|arg| arg != "--").any(|arg| arg == OsStr::new("--json"));
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if asked {
        return finish(write_stdout(&error.render().to_string()), Printer::new(json, false), None);
    }
    if !json {
        // A closed standard error has nobody behind it.
        let _ = error.print();
        return Kind::Usage.exit_code();
    }
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    let message = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "name a command",
        ErrorKind::MissingRequiredArgument => "a required argument is missing",
        _ => first.strip_prefix("error: ").unwrap_or(first),
    };
    let missing = match error.get(ContextKind::InvalidArg) {
        Some(arg) if error.kind() == ErrorKind::MissingRequiredArgument => format!("{message}: {arg}"),
        _ => message.to_owned(),
    };
    let meant = match error.get(ContextKind::SuggestedSubcommand) {
        // The likeliest is the last.
        Some(ContextValue::Strings(names)) => {
            names.iter().rev().map(|name| format!("`nepenthe {name}`")).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    if !meant.is_empty() {
        let error = CliError::usage(missing).with_hint(format!("did you mean {}?", meant.join(" or ")));
        return finish(Err(error), Printer::new(true, false), None);
    }
    let purge = ContextValue::StyledStrs(vec![PURGE.into()]);
    let error = CliError::usage(missing).with_hint(match error.kind() {
        _ if error.get(ContextKind::Suggested) == Some(&purge) => PURGE,
        ErrorKind::UnknownArgument => {
            "run the command with --help; a text that begins with a hyphen goes behind `--`"
        }
        _ => "run the command with --help",
    });
    finish(Err(error), Printer::new(true, false), None)
}
