//! What the engine answers, as kinds and hints.

use std::error::Error as _;

use nepenthe::embed::EmbedError;
use nepenthe::llm::FailureKind;
use nepenthe::{
    ApplyError, BackupError, Error, ExportError, ImportError, InscribeError, LookupError, OpenError,
    ParseIdError, PlanError, ProofsError, RecallError, ReembedError, Refusal, RestoreError, ScopeError,
    StorageError, TextError,
};

use super::{CliError, Kind};

const AGAIN: &str = "run the command again";
const ADMIT: &str = "to write it all the same, add --returning admit --reason WHY; to write what else it says, --returning trim; to \
     keep it out of recall, --returning quarantine";
const REFERENCE: &str = "leave out --reference or --request, or give another number";
const MODEL: &str = "as in --llm http://localhost:11434/v1 --llm-model qwen3";
const MOVE_AWAY: &str = "move it away, or name another file; a store that was there has left it";
const NO_SUCH_MEMORY: &str = "see `nepenthe list --include all`; a memory of another scope needs its --scope";

impl From<Error> for CliError {
    fn from(error: Error) -> Self {
        let (kind, hint) = classify(&error);
        let found = Self::new(kind, with_causes(&error));
        match hint {
            Some(hint) => found.with_hint(hint),
            None => found,
        }
    }
}

/// Each of these is one variant of the root error.
macro_rules! through_root_error {
    ($($error:ty),*) => {
        $(impl From<$error> for CliError {
            fn from(error: $error) -> Self {
                Error::from(error).into()
            }
        })*
    };
}

through_root_error!(
    ApplyError, BackupError, EmbedError, ExportError, ImportError, InscribeError, LookupError, OpenError,
    ParseIdError, PlanError, RecallError, ReembedError, RestoreError, ScopeError, StorageError
);

impl From<TextError> for CliError {
    fn from(error: TextError) -> Self {
        PlanError::from(error).into()
    }
}

type Classified = (Kind, Option<&'static str>);

/// Finds the kind of an engine's error, and what its user can do.
fn classify(error: &Error) -> Classified {
    match error {
        Error::Open(error) => open(error),
        Error::Scope(_) | Error::Id(_) => (Kind::Usage, None),
        Error::Inscribe(InscribeError::Embed(error))
        | Error::Recall(RecallError::Embed(error))
        | Error::Plan(PlanError::Recall(RecallError::Embed(error)))
        | Error::Apply(ApplyError::Embed(error))
        | Error::Import(ImportError::Embed(error))
        | Error::Reembed(ReembedError::Embed(error))
        | Error::Embed(error) => embed(error),
        Error::Inscribe(InscribeError::Storage(error))
        | Error::Recall(RecallError::Storage(error))
        | Error::Lookup(LookupError::Storage(error))
        | Error::Plan(PlanError::Storage(error) | PlanError::Recall(RecallError::Storage(error)))
        | Error::Apply(ApplyError::Storage(error))
        | Error::Export(ExportError::Storage(error))
        | Error::Import(ImportError::Storage(error))
        | Error::Reembed(ReembedError::Storage(error))
        | Error::Proofs(ProofsError::Storage(error))
        | Error::Storage(error) => storage(error),
        Error::Reembed(ReembedError::Open(error)) => open(error),
        Error::Inscribe(InscribeError::Erased { .. }) | Error::Apply(ApplyError::Erased { .. }) => {
            (Kind::Erased, Some(ADMIT))
        }
        Error::Inscribe(InscribeError::Reference { .. })
        | Error::Apply(ApplyError::Reference)
        | Error::Import(ImportError::Reference(_)) => (Kind::Erased, Some(REFERENCE)),
        Error::Inscribe(InscribeError::Model { failure, .. }) | Error::Apply(ApplyError::Model(failure)) => {
            (Kind::LanguageModel, Some(unanswered(failure.kind)))
        }
        Error::Inscribe(InscribeError::NoModel) | Error::Apply(ApplyError::NoModel) => {
            (Kind::Usage, Some(MODEL))
        }
        Error::Inscribe(_) => (Kind::Input, None),
        Error::Recall(RecallError::NoVectors) | Error::Plan(PlanError::Recall(RecallError::NoVectors)) => (
            Kind::EmbedderMismatch,
            Some("ask with --mode lexical, or run `nepenthe reembed --embedder minilm`"),
        ),
        Error::Lookup(LookupError::NotFound(_)) | Error::Plan(PlanError::NotFound(_)) => {
            (Kind::NotFound, Some(NO_SUCH_MEMORY))
        }
        Error::Proofs(ProofsError::NotFound(_)) => {
            (Kind::NotFound, Some("see `nepenthe receipt`; a receipt of another scope needs its --scope"))
        }
        Error::Proofs(ProofsError::Unreadable(_) | ProofsError::Receipt(_)) => {
            (Kind::Damaged, Some("run `nepenthe check`; restore the store from a backup"))
        }
        Error::Plan(PlanError::Model(failure)) => (Kind::LanguageModel, Some(unplanned(failure.kind))),
        Error::Plan(PlanError::NoModel) => (Kind::Usage, Some(MODEL)),
        Error::Plan(PlanError::Text(_)) => (Kind::Input, None),
        Error::Plan(PlanError::NoOrder(refusal)) => (Kind::Usage, Some(unordered(*refusal))),
        Error::Plan(
            PlanError::NoWords | PlanError::TooLong { .. } | PlanError::TooWide(_) | PlanError::Parameter(_),
        ) => (Kind::Usage, None),
        Error::Apply(ApplyError::Stale(_)) => {
            (Kind::Stale, Some("run the command again to see the new plan"))
        }
        Error::Apply(ApplyError::OtherScope) => (Kind::Usage, None),
        Error::Export(ExportError::Write(source)) if source.kind() == std::io::ErrorKind::BrokenPipe => {
            (Kind::BrokenPipe, None)
        }
        Error::Export(ExportError::Write(_)) | Error::Import(ImportError::Read { .. }) => (Kind::Io, None),
        Error::Import(ImportError::Line { .. }) => (
            Kind::Input,
            Some("import reads what `nepenthe export` wrote; for other lines use `nepenthe inscribe --file`"),
        ),
        Error::Backup(error) => backup(error),
        Error::RestoreBackup(error) => restore(error),
        _ => (Kind::Storage, None),
    }
}

/// What to do about words that order nothing.
fn unordered(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Prohibited | Refusal::Kept | Refusal::AllBut => "say what is to be forgotten",
        Refusal::Asked => "ask with `nepenthe recall`, or say what is to be forgotten",
        Refusal::Conditional => {
            "wait until the condition is true, then say what is to be forgotten, without it"
        }
        Refusal::Everything => "say what the memories are about, or take the whole scope with --all",
    }
}

/// What can be done where a model's answer about a change in words cannot be used.
fn unplanned(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::OverBudget => {
            "raise --llm-calls, --llm-tokens or --llm-money, or let another planner choose with --llm-otherwise canonical"
        }
        FailureKind::Refused => {
            "check --llm-model and the key, or let another planner choose with --llm-otherwise canonical"
        }
        FailureKind::Unreachable => {
            "check --llm and run the command again, or let another planner choose with --llm-otherwise canonical"
        }
        FailureKind::Unusable | FailureKind::Truncated => {
            "run the command again, or let another planner choose with --llm-otherwise canonical"
        }
    }
}

/// What can be done where a model's answer about a text that is written cannot be used.
fn unanswered(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::OverBudget => {
            "raise --llm-calls, --llm-tokens or --llm-money, or write without the model's word with --llm-unanswered plain"
        }
        FailureKind::Refused => {
            "check --llm-model and the key, or write without the model's word with --llm-unanswered plain"
        }
        FailureKind::Unreachable => {
            "check --llm and run the command again, or write without the model's word with --llm-unanswered plain"
        }
        FailureKind::Unusable | FailureKind::Truncated => {
            "run the command again, or write without the model's word with --llm-unanswered plain"
        }
    }
}

fn backup(error: &BackupError) -> Classified {
    match error {
        BackupError::Exists(_) => (Kind::Exists, Some("name another file")),
        BackupError::LeftBeside(_) => (Kind::Exists, Some(MOVE_AWAY)),
        BackupError::Expired => (Kind::Usage, None),
        BackupError::File { .. } => (Kind::Io, None),
        BackupError::Storage(error) => storage(error),
        _ => (Kind::Storage, None),
    }
}

fn restore(error: &RestoreError) -> Classified {
    match error {
        RestoreError::Exists(_) => (
            Kind::Exists,
            Some("name another file with --db, or say --replace to take the place of this store"),
        ),
        RestoreError::LeftBeside(_) => (Kind::Exists, Some(MOVE_AWAY)),
        RestoreError::NoErasures => {
            (Kind::Usage, Some("add --current DB, --receipts FILE or --without-erasures"))
        }
        RestoreError::NoKeys(_) => {
            (Kind::Key, Some("name the store that the backup was made of with --current"))
        }
        RestoreError::OtherLog => {
            (Kind::Input, Some("name the store that the backup was made of with --current"))
        }
        RestoreError::OtherReceipt(_) => {
            (Kind::Input, Some("give the receipts of the store that was backed up"))
        }
        RestoreError::Receipt { .. } => (
            Kind::Unsound,
            Some(
                "run `nepenthe verify` on it; name the key that signed it with --key, or give the receipt as it was issued",
            ),
        ),
        RestoreError::InUse(_) => {
            (Kind::Busy, Some("end the processes that use the store, then run the command again"))
        }
        RestoreError::Unsound(_) | RestoreError::Residue(_) => (Kind::Damaged, Some("take another backup")),
        RestoreError::File { .. } => (Kind::Io, None),
        RestoreError::Open(error) => open(error),
        RestoreError::Apply(ApplyError::Embed(error)) => embed(error),
        RestoreError::Apply(ApplyError::Storage(error)) | RestoreError::Storage(error) => storage(error),
        _ => (Kind::Storage, None),
    }
}

fn open(error: &OpenError) -> Classified {
    match error {
        OpenError::NotFound(_) => {
            (Kind::NoStore, Some("run `nepenthe inscribe` first, or name the store with --db or NEPENTHE_DB"))
        }
        OpenError::CannotOpen { .. } => (Kind::Io, Some("make the folder, or name another store with --db")),
        OpenError::NotADatabase(_) | OpenError::ForeignDatabase(_) => {
            (Kind::NotAStore, Some("name another file with --db"))
        }
        OpenError::NewerFormat { .. } => (Kind::NotAStore, Some("install the newest nepenthe")),
        OpenError::EmbedderMismatch { .. } => (
            Kind::EmbedderMismatch,
            Some(
                "leave out --embedder and NEPENTHE_EMBEDDER to use the store's own, or run `nepenthe reembed`",
            ),
        ),
        OpenError::Encrypted => {
            (Kind::Key, Some("name the file of its master key with --master-key or NEPENTHE_MASTER_KEY"))
        }
        OpenError::IndexesInFile => {
            (Kind::Usage, Some("leave out --indexes-in-memory, or name a new store and a --master-key"))
        }
        OpenError::NotEncrypted => (Kind::Key, Some("leave out --master-key and NEPENTHE_MASTER_KEY")),
        OpenError::WrongMasterKey => (Kind::Key, Some("name the file of the right key with --master-key")),
        OpenError::NoKeyFile(_) | OpenError::OtherKeyFile(_) => (
            Kind::Key,
            Some(
                "put the key file back beside the store: it has the store's name with .keys behind it, and no backup has it",
            ),
        ),
        OpenError::Storage(error) => storage(error),
        _ => (Kind::Storage, None),
    }
}

fn storage(error: &StorageError) -> Classified {
    match error {
        StorageError::Busy(_) | StorageError::Reembedded(_) => (Kind::Busy, Some(AGAIN)),
        StorageError::DiskFull(_) => {
            (Kind::Storage, Some("make room on the disk, then run the command again"))
        }
        StorageError::ReadOnly(_) => {
            (Kind::ReadOnly, Some("give this user the right to write the file and its folder"))
        }
        StorageError::Corrupt(_) => {
            (Kind::Damaged, Some("run `nepenthe check`; restore the store from a backup"))
        }
        StorageError::Unreadable(_) => {
            (Kind::Key, Some("run `nepenthe check`, and purge the memory by its id"))
        }
        StorageError::Clock => (Kind::Storage, Some("set the clock of this machine right")),
        StorageError::Io(_) => (Kind::Storage, Some("check the disk, then run `nepenthe check`")),
        _ => (Kind::Storage, None),
    }
}

fn embed(error: &EmbedError) -> Classified {
    let hint = match error {
        EmbedError::Read { .. } => {
            Some("run `nepenthe model fetch`, or name the model's folder with --model-dir")
        }
        EmbedError::HashMismatch { .. } | EmbedError::Model(_) => {
            Some("remove the model's files and run `nepenthe model fetch`")
        }
        EmbedError::Endpoint { .. } | EmbedError::BadAnswer(_) => {
            Some("check --embed-url, --embed-model, --embed-dimension, and the key in NEPENTHE_EMBED_KEY")
        }
        _ => None,
    };
    (Kind::Embedder, hint)
}

/// Joins an error and its causes; what a cause repeats is left out.
fn with_causes(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests;
