//! Which options of those that every command takes its help names: the few that matter there. `nepenthe help options` has all.

use clap::{Arg, Command};

/// The heading of the few.
const SOME: &str = "Global options (all of them: nepenthe help options)";

/// The command that shows all.
pub(crate) const OPTIONS: &str = "options";

/// Leaves out of each command's help what does not matter there. The command is built then.
pub(crate) fn shortened(mut command: Command) -> Command {
    command.build();
    let command = command.mut_args(|arg| shown(arg, named("")));
    command.mut_subcommands(|command| {
        let names = named(command.get_name());
        if command.get_name() == OPTIONS { command } else { with(command, names) }
    })
}

/// The options that a command's help names, by the names of their fields.
fn named(command: &str) -> &'static [&'static str] {
    match command {
        "" => &["db", "scope", "embedder", "master_key", "json", "quiet"],
        "inscribe" | "import" => &["db", "scope", "embedder", "master_key", "indexes", "json", "quiet"],
        "recall" => &["db", "scope", "embedder", "json", "quiet"],
        "purge" => &["db", "scope", "actor", "planner", "key_file", "json", "quiet"],
        "supersede" | "release" | "restore" | "edit" | "pin" | "unpin" | "decay" | "consolidate" => {
            &["db", "scope", "actor", "planner", "json", "quiet"]
        }
        "erase" => &["db", "actor", "key_file", "json", "quiet"],
        "receipt" => &["db", "scope", "key_file", "json", "quiet"],
        "key" | "checkpoint" => &["db", "key_file", "json", "quiet"],
        "reembed" => &["db", "embedder", "master_key", "indexes", "json", "quiet"],
        "backup" | "check" | "scopes" | "verify" => &["db", "master_key", "json", "quiet"],
        "mcp" => &["db", "scope", "actor", "embedder", "master_key", "key_file"],
        "serve" => &["db", "scope", "actor", "embedder", "master_key", "key_file", "json"],
        "model" => &["model_dir", "json", "quiet"],
        "completions" | "help" => &[],
        _ => &["db", "scope", "json", "quiet"],
    }
}

fn with(command: Command, names: &'static [&'static str]) -> Command {
    command.mut_args(|arg| shown(arg, names)).mut_subcommands(|command| with(command, names))
}

fn shown(arg: Arg, names: &[&str]) -> Arg {
    match (arg.is_global_set(), names.contains(&arg.get_id().as_str())) {
        (false, _) => arg,
        (true, true) => arg.help_heading(SOME),
        (true, false) => arg.hide(true),
    }
}
