//! The kinds of error, and the exit code of each: the one table.

/// The exit codes as `--help` shows them.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  Done; an empty answer to a reading command is one too
  1  Failed: input or output, a damaged store, another program's file, no model
  2  The command line or the input is wrong
  3  Nothing matched, or there is no such memory or store
  4  Not confirmed, or the plan is unsure; nothing was changed
  5  `check` found problems, a receipt does not hold, or erased bytes are still in the files
  6  Somebody else changed the store meanwhile, or keeps it busy: try again
  7  A text says again what was erased; nothing was written

Data goes to standard output, everything else to standard error.";

/// What sort of error it was; `kind` in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Standard output was closed by its reader, who had enough.
    BrokenPipe,
    /// Reading or writing a file other than the store.
    Io,
    /// The storage underneath.
    Storage,
    /// The store is damaged.
    Damaged,
    /// The store may not be written.
    ReadOnly,
    /// The file is no store of ours, or a newer one.
    NotAStore,
    /// Texts could not be turned into vectors.
    Embedder,
    /// The language model gave no answer that can be used.
    LanguageModel,
    /// The command line.
    Usage,
    /// What was given to be stored or asked.
    Input,
    /// The file to be written exists.
    Exists,
    /// The store has no vectors, or those of another embedder.
    EmbedderMismatch,
    /// The store is encrypted and its key is missing or wrong, or it is not and a key was given.
    Key,
    /// There is no store at the path.
    NoStore,
    /// There is no memory of that id.
    NotFound,
    /// The words matched nothing that the command would change.
    NothingMatched,
    /// Nobody said yes.
    NotConfirmed,
    /// The plan is less sure than it must be.
    Unsure,
    /// `check` found problems, or a receipt does not hold.
    Unsound,
    /// Erased bytes are still in the files.
    Residue,
    /// The store changed between plan and change.
    Stale,
    /// Another process holds the store.
    Busy,
    /// A text says again what was erased.
    Erased,
}

/// Each kind with its name in JSON and its exit code.
const TABLE: [(Kind, &str, u8); 23] = [
    (Kind::BrokenPipe, "broken-pipe", 0),
    (Kind::Io, "io", 1),
    (Kind::Storage, "storage", 1),
    (Kind::Damaged, "damaged", 1),
    (Kind::ReadOnly, "read-only", 1),
    (Kind::NotAStore, "not-a-store", 1),
    (Kind::Embedder, "embedder", 1),
    (Kind::LanguageModel, "language-model", 1),
    (Kind::Usage, "usage", 2),
    (Kind::Input, "input", 2),
    (Kind::Exists, "exists", 2),
    (Kind::EmbedderMismatch, "embedder-mismatch", 2),
    (Kind::Key, "key", 2),
    (Kind::NoStore, "no-store", 3),
    (Kind::NotFound, "not-found", 3),
    (Kind::NothingMatched, "nothing-matched", 3),
    (Kind::NotConfirmed, "not-confirmed", 4),
    (Kind::Unsure, "unsure", 4),
    (Kind::Unsound, "unsound", 5),
    (Kind::Residue, "residue", 5),
    (Kind::Stale, "stale", 6),
    (Kind::Busy, "busy", 6),
    (Kind::Erased, "erased", 7),
];

impl Kind {
    /// Returns the process's exit code.
    pub(crate) fn exit_code(self) -> u8 {
        TABLE[self as usize].2
    }

    /// Returns the name that JSON has.
    pub(crate) fn name(self) -> &'static str {
        TABLE[self as usize].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_kinds_and_names_each_once() {
        for (index, (kind, name, _)) in TABLE.into_iter().enumerate() {
            assert_eq!(kind as usize, index, "{name}");
            assert_eq!(TABLE.iter().filter(|(_, other, _)| *other == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn each_exit_code_is_in_the_help() {
        for (kind, _, code) in TABLE {
            assert!(EXIT_CODES.contains(&format!("\n  {code}  ")), "{kind:?}");
        }
    }

    #[test]
    fn the_manual_has_the_same_table() {
        let manual =
            std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md")).unwrap();
        for (_, name, code) in TABLE.into_iter().filter(|(kind, ..)| *kind != Kind::BrokenPipe) {
            assert!(manual.contains(&format!("| `{name}` | {code} |")), "{name}");
        }
    }
}
