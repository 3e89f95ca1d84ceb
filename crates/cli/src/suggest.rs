//! Which command is meant by a word that is none.

/// Words that other programs have for what the commands do.
const WORDS: &[(&str, &[&str])] = &[
    (
        "inscribe",
        &[
            "remember", "add", "store", "save", "write", "note", "create", "new", "insert", "learn",
            "memorize", "memorise", "put", "record", "append", "ingest", "retain",
        ],
    ),
    ("recall", &["search", "find", "query", "ask", "get", "lookup", "retrieve", "grep", "fetch", "read"]),
    ("purge", &["forget", "delete", "remove", "rm", "del", "wipe", "destroy", "drop", "unlearn", "clear"]),
    ("supersede", &["update", "replace", "correct", "change", "overwrite"]),
    ("erase", &["gdpr", "dsar", "case", "forget-person"]),
    ("edit", &["modify", "rewrite", "set", "amend"]),
    ("release", &["hide", "archive", "suppress", "retract", "disable"]),
    ("restore", &["undo", "undelete", "unrelease", "unhide", "revert", "recover", "unarchive"]),
    ("pin", &["keep", "protect", "lock"]),
    ("unpin", &["unlock", "unprotect"]),
    ("decay", &["fade", "age"]),
    ("consolidate", &["sink", "compact", "promote"]),
    ("list", &["ls", "show", "memories", "all", "cat", "print", "view"]),
    ("scopes", &["scope", "users", "tenants", "namespaces", "spaces", "list-scopes"]),
    ("history", &["versions", "revisions"]),
    ("blame", &["why", "trace", "explain"]),
    ("log", &["events", "audit", "journal"]),
    ("stats", &["status", "info", "count", "size", "statistics"]),
    ("export", &["dump", "download"]),
    ("import", &["load", "upload"]),
    ("reembed", &["reindex", "embed", "index"]),
    ("backup", &["snapshot"]),
    #[cfg(feature = "postgres")]
    ("copy", &["cp", "migrate", "move", "mv"]),
    ("check", &["fsck", "doctor", "validate", "integrity", "test"]),
    ("scrub", &["vacuum", "clean", "gc", "cleanup"]),
    ("receipt", &["receipts", "certificate", "proof"]),
    ("verify", &["prove", "attest"]),
    ("key", &["keys", "keygen", "init"]),
    ("model", &["models"]),
    ("completions", &["completion", "complete", "autocomplete"]),
    ("options", &["flags", "settings", "config", "globals"]),
];

/// Finds the command for a word of another program.
pub(crate) fn command_for(typed: &str) -> Option<&'static str> {
    let typed = typed.to_lowercase();
    WORDS.iter().find(|(_, words)| words.contains(&typed.as_str())).map(|(command, _)| *command)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clap::CommandFactory;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn each_word_stands_for_one_command_that_is_there_and_is_none_itself() {
        let cli = Cli::command();
        let names: HashSet<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
        let mut seen = HashSet::new();
        for (command, words) in WORDS {
            assert!(names.contains(command), "{command}");
            for word in *words {
                assert!(seen.insert(word) && !names.contains(word), "{word}");
                assert_eq!(command_for(&word.to_uppercase()), Some(*command));
            }
        }
        assert_eq!(command_for("everything about Sam Roe"), None);
    }
}
