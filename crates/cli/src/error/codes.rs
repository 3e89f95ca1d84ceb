//! What the command makes of the codes of the operations: a kind, which has the exit code, and what its user can do.

use nepenthe::Error;
use nepenthe_ops::{Code, OpError};

use super::{CliError, Kind};

const AGAIN: &str = "run the command again";
const RESTORE: &str = "run `nepenthe check`; restore the store from a backup";
const MODEL: &str = "as in --llm http://localhost:11434/v1 --llm-model qwen3";
const SAY: &str =
    "say what is to be forgotten, or all of it and what of that is to stay: \"delete everything except …\"";
const LOOK: &str =
    "look with `nepenthe recall` or `list`, then say it in the words of the memory, or name it with --id";
const NEW_KEY: &str = "run `nepenthe key new`, or name another file with --key-file or NEPENTHE_KEY_FILE";
const NEW_MASTER_KEY: &str =
    "name its file with --master-key or NEPENTHE_MASTER_KEY; `nepenthe key master FILE` makes a new one";
const MADE_OF: &str = "name the store that the backup was made of with --current";

/// Each code with its kind, and its hint where there is one.
const TABLE: &[(Code, Kind, Option<&str>)] = &[
    (Code::BadScope, Kind::Usage, None),
    (Code::BadId, Kind::Usage, None),
    (Code::BadRequest, Kind::Usage, None),
    (Code::BadText, Kind::Input, None),
    (Code::BadReceipt, Kind::Input, None),
    (
        Code::BadLine,
        Kind::Input,
        Some("import reads what `nepenthe export` wrote; for other lines use `nepenthe inscribe --file`"),
    ),
    (Code::OrderKeeps, Kind::Usage, Some(SAY)),
    (Code::OrderAsks, Kind::Usage, Some("ask with `nepenthe recall`, or say what is to be forgotten")),
    (
        Code::OrderConditional,
        Kind::Usage,
        Some("wait until the condition is true, then say what is to be forgotten, without it"),
    ),
    (
        Code::OrderUnnamed,
        Kind::Usage,
        Some("say what the memories are about, or take the whole scope with --all"),
    ),
    (Code::NotDerived, Kind::Usage, Some("see the plan with --dry-run")),
    (
        Code::NotFound,
        Kind::NotFound,
        Some("see `nepenthe list --include all`; a memory of another scope needs its --scope"),
    ),
    (
        Code::ReceiptNotFound,
        Kind::NotFound,
        Some("see `nepenthe receipt`; a receipt of another scope needs its --scope"),
    ),
    (Code::NothingMatched, Kind::NothingMatched, Some(LOOK)),
    (Code::ScopeEmpty, Kind::NothingMatched, Some("name the right scope with --scope")),
    (
        Code::RefusedErased,
        Kind::Erased,
        Some(
            "to write it all the same, add --returning admit --reason WHY; to write what else it says, --returning trim; to \
             keep it out of recall, --returning quarantine",
        ),
    ),
    (
        Code::RefusedReference,
        Kind::Erased,
        Some("leave out --reference or --request, or give another number"),
    ),
    (Code::PlanChanged, Kind::Stale, Some("run the command again to see the new plan")),
    (Code::OtherScope, Kind::Usage, Some("name the scope that the plan was made in with --scope")),
    (Code::OtherStore, Kind::Usage, Some("name the store that the plan was made in with --db")),
    (Code::PlanUnsure, Kind::Unsure, None),
    (Code::PlanAltered, Kind::Input, Some("make the plan again")),
    (Code::PlanExpired, Kind::Stale, Some("make the plan again")),
    (Code::PlanUsed, Kind::Stale, Some("make the plan again")),
    (Code::RightMissing, Kind::Usage, None),
    (Code::NoLanguageModel, Kind::Usage, Some(MODEL)),
    (
        Code::LanguageModelOverBudget,
        Kind::LanguageModel,
        Some("raise --llm-calls, --llm-tokens or --llm-money"),
    ),
    (Code::LanguageModelRefused, Kind::LanguageModel, Some("check --llm-model and the key")),
    (Code::LanguageModelUnreachable, Kind::LanguageModel, Some("check --llm and run the command again")),
    (Code::LanguageModelUnusable, Kind::LanguageModel, Some(AGAIN)),
    (
        Code::EmbedderMismatch,
        Kind::EmbedderMismatch,
        Some("leave out --embedder and NEPENTHE_EMBEDDER to use the store's own, or run `nepenthe reembed`"),
    ),
    (
        Code::NoVectors,
        Kind::EmbedderMismatch,
        Some("ask with --mode lexical, or run `nepenthe reembed --embedder minilm`"),
    ),
    (
        Code::ModelMissing,
        Kind::Embedder,
        Some("run `nepenthe model fetch`, or name the model's folder with --model-dir"),
    ),
    (Code::ModelDamaged, Kind::Embedder, Some("remove the model's files and run `nepenthe model fetch`")),
    (
        Code::EmbedEndpoint,
        Kind::Embedder,
        Some("check --embed-url, --embed-model, --embed-dimension, and the key in NEPENTHE_EMBED_KEY"),
    ),
    (Code::EmbedderUnnamed, Kind::Embedder, Some("name its endpoint with --embed-url")),
    (Code::EmbedderFailed, Kind::Embedder, None),
    // What can be done depends on the setting.
    (Code::BadSetting, Kind::Usage, None),
    (
        Code::NoStore,
        Kind::NoStore,
        Some("run `nepenthe inscribe` first, or name the store with --db or NEPENTHE_DB"),
    ),
    (Code::CannotOpen, Kind::Io, Some("make the folder, or name another store with --db")),
    (Code::NotAStore, Kind::NotAStore, Some("name another file with --db")),
    (Code::NewerFormat, Kind::NotAStore, Some("install the newest nepenthe")),
    (
        Code::Encrypted,
        Kind::Key,
        Some("name the file of its master key with --master-key or NEPENTHE_MASTER_KEY"),
    ),
    (Code::NotEncrypted, Kind::Key, Some("leave out --master-key and NEPENTHE_MASTER_KEY")),
    (Code::WrongMasterKey, Kind::Key, Some("name the file of the right key with --master-key")),
    (
        Code::NoKeyFile,
        Kind::Key,
        Some(
            "put the key file back beside the store: it has the store's name with .keys behind it, and no backup has it",
        ),
    ),
    (
        Code::IndexesInFile,
        Kind::Usage,
        Some("an encrypted one is moved by `nepenthe reembed --indexes in-memory`; else leave out --indexes"),
    ),
    (Code::StorageBusy, Kind::Busy, Some(AGAIN)),
    (Code::Reembedded, Kind::Busy, Some(AGAIN)),
    (Code::DiskFull, Kind::Storage, Some("make room on the disk, then run the command again")),
    (Code::ReadOnly, Kind::ReadOnly, Some("give this user the right to write the file and its folder")),
    (Code::Damaged, Kind::Damaged, Some(RESTORE)),
    (Code::Unreadable, Kind::Key, Some("run `nepenthe check`, and purge the memory by its id")),
    (Code::Clock, Kind::Storage, Some("set the clock of this machine right")),
    (Code::StorageIo, Kind::Storage, Some("check the disk, then run `nepenthe check`")),
    (Code::DatabaseServer, Kind::Storage, Some("look whether it runs, and what --db says of it")),
    (Code::StorageFailed, Kind::Storage, None),
    (Code::OutputClosed, Kind::BrokenPipe, None),
    (Code::FileFailed, Kind::Io, None),
    (Code::FileExists, Kind::Exists, Some("name another file")),
    (
        Code::StoreExists,
        Kind::Exists,
        Some("name another file with --db, or say --replace to take the place of this store"),
    ),
    (
        Code::LeftBeside,
        Kind::Exists,
        Some("move it away, or name another file; a store that was there has left it"),
    ),
    (Code::KeyMissing, Kind::NotFound, Some(NEW_KEY)),
    (Code::KeyExists, Kind::Exists, Some("use that key, or run `nepenthe key rotate`")),
    // What can be done names the file.
    (Code::KeyExposed, Kind::Input, None),
    (Code::BadKey, Kind::Input, Some(NEW_KEY)),
    (Code::MasterKeyMissing, Kind::NotFound, Some(NEW_MASTER_KEY)),
    (
        Code::MasterKeyExists,
        Kind::Exists,
        Some("name another file: without its master key a store cannot be read"),
    ),
    (Code::MasterKeyExposed, Kind::Input, None),
    (Code::BadMasterKey, Kind::Input, Some(NEW_MASTER_KEY)),
    (Code::ErasuresUnknown, Kind::Usage, Some("add --current DB, --receipts FILE or --without-erasures")),
    (Code::BackupKeysMissing, Kind::Key, Some(MADE_OF)),
    (Code::OtherLog, Kind::Input, Some(MADE_OF)),
    (Code::OtherReceipt, Kind::Input, Some("give the receipts of the store that was backed up")),
    (
        Code::ReceiptUnsound,
        Kind::Unsound,
        Some(
            "run `nepenthe verify` on it; name the key that signed it with --key, or give the receipt as it was issued",
        ),
    ),
    (Code::StoreInUse, Kind::Busy, Some("end the processes that use the store, then run the command again")),
    (Code::BackupDamaged, Kind::Damaged, Some("take another backup")),
];

impl From<OpError> for CliError {
    fn from(error: OpError) -> Self {
        if let Some(setting) = error.setting() {
            return setting.into();
        }
        let found = TABLE.iter().find(|(code, ..)| *code == error.code());
        let (kind, hint) = found.map_or((Kind::Storage, None), |(_, kind, hint)| (*kind, *hint));
        let told = Self::new(kind, error.message());
        match (kind, hint) {
            (Kind::LanguageModel, Some(hint)) => told.with_hint(format!("{hint}, or {}", without(&error))),
            (_, Some(hint)) => told.with_hint(hint),
            (_, None) => told,
        }
    }
}

/// How to do without the answer of a language model: about a text that is written, or about words.
fn without(error: &OpError) -> &'static str {
    match error.cause() {
        Some(Error::Inscribe(_) | Error::Apply(_)) => {
            "write without the model's word with --llm-unanswered plain"
        }
        _ => "let another planner choose with --llm-otherwise canonical",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_in_the_table_once() {
        let codes: Vec<Code> = TABLE.iter().map(|(code, ..)| *code).collect();
        assert_eq!(codes, Code::ALL);
    }
}
