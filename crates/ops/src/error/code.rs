//! [`Code`]: what went wrong, in one stable word.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// Declares the codes, each with its word and its meaning.
macro_rules! codes {
    ($($code:ident $word:literal $meaning:literal)*) => {
        /// What went wrong: one word a kind of failure, which stays the same within one major version.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $meaning] $code,)*
        }

        impl Code {
            /// Every code, in the order of declaration.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            /// Returns the word.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$code => $word,)*
                }
            }

            /// Returns what it means, in one sentence.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$code => $meaning,)*
                }
            }
        }
    };
}

codes! {
    // What was asked.
    BadScope "bad_scope" "The path is none that a scope can have."
    BadId "bad_id" "The text is no id."
    BadRequest "bad_request" "What was asked cannot be done as it was asked; the message says why."
    BadText "bad_text" "A text, or what stands beside it, cannot be stored."
    BadReceipt "bad_receipt" "A text is no receipt, checkpoint or public key."
    BadLine "bad_line" "A line is not what an export writes."
    OrderKeeps "order_keeps" "The words say only what is to stay."
    OrderAsks "order_asks" "The words are a question."
    OrderConditional "order_conditional" "The words order something only under a condition."
    OrderUnnamed "order_unnamed" "The words name nothing that could be looked for."
    NotDerived "not_derived" "The memory to be made again would not be erased for what it was made from."

    // What was looked for.
    NotFound "not_found" "No memory of this id is in the scope."
    ReceiptNotFound "receipt_not_found" "No receipt of this id is there."
    NothingMatched "nothing_matched" "The words matched nothing that would be changed, or explained."
    ScopeEmpty "scope_empty" "The scope never held a memory."

    // What was refused.
    RefusedErased "refused_erased" "A text says again what was erased, and nobody said that it may."
    RefusedReference "refused_reference" "A reference says itself what is erased or let in."
    PlanChanged "plan_changed" "A memory changed since the plan was made."
    OtherScope "other_scope" "The plan was made in another scope."
    OtherStore "other_store" "The plan was made in another store."
    PlanUnsure "plan_unsure" "The plan is less sure than it must be to be carried out on the words alone."
    PlanAltered "plan_altered" "The saved plan is not as it was made."
    PlanExpired "plan_expired" "The saved plan is too old to be carried out."
    PlanUsed "plan_used" "The plan was carried out already, or is kept no longer."
    RightMissing "right_missing" "The caller lacks the right that this needs."

    // The language model.
    NoLanguageModel "no_language_model" "A language model is needed, and the store was opened without one."
    LanguageModelOverBudget "language_model_over_budget" "Asking the language model could have exceeded the budget."
    LanguageModelRefused "language_model_refused" "The endpoint of the language model would not answer."
    LanguageModelUnreachable "language_model_unreachable" "No answer of the language model came."
    LanguageModelUnusable "language_model_unusable" "The language model's answer cannot be used."

    // Vectors.
    EmbedderMismatch "embedder_mismatch" "The store's vectors are of another embedder."
    NoVectors "no_vectors" "The store has no vectors, and they were asked for."
    ModelMissing "model_missing" "A file of the embedding model cannot be read."
    ModelDamaged "model_damaged" "A file of the embedding model is not the official one."
    EmbedEndpoint "embed_endpoint" "The endpoint for vectors failed, or its answer cannot be used."
    EmbedderUnnamed "embedder_unnamed" "The store's vectors are of an endpoint's model, and no endpoint was named."
    EmbedderFailed "embedder_failed" "The embedder could not be had, or failed."

    // The store.
    BadSetting "bad_setting" "A setting of how the store is opened is missing, or cannot be used."
    NoStore "no_store" "There is no store at the path."
    CannotOpen "cannot_open" "The store's file cannot be opened or made."
    NotAStore "not_a_store" "The file is another kind of file, or another program's database."
    NewerFormat "newer_format" "A newer Nepenthe wrote the store."
    Encrypted "encrypted" "The store is encrypted, and no master key was given."
    NotEncrypted "not_encrypted" "The store is not encrypted, and a master key was given."
    WrongMasterKey "wrong_master_key" "The master key is another store's."
    NoKeyFile "no_key_file" "The key file of the encrypted store is not there, or is another store's."
    IndexesInFile "indexes_in_file" "The store keeps its indexes in its file, and in memory alone was asked for."
    StorageBusy "storage_busy" "Another process kept the store busy for too long."
    Reembedded "reembedded" "Another process rebuilt the vectors: open the store again."
    DiskFull "disk_full" "The disk is full."
    ReadOnly "read_only" "The store, or its folder, may not be written."
    Damaged "damaged" "The store no longer holds what a store must hold."
    Unreadable "unreadable" "The key that the memory is sealed under is gone."
    Clock "clock" "The clock says a time past the year 9999."
    StorageIo "storage_io" "Reading or writing the store failed."
    DatabaseServer "database_server" "The database server that has the store cannot be reached, or refused."
    StorageFailed "storage_failed" "The storage underneath failed in another way."

    // Files other than the store.
    OutputClosed "output_closed" "Whoever reads the output had enough."
    FileFailed "file_failed" "A file other than the store cannot be read or written."
    FileExists "file_exists" "The file to be written exists."
    StoreExists "store_exists" "A store is where one was to be restored."
    LeftBeside "left_beside" "Beside the place is what another database left."

    // Keys.
    KeyMissing "key_missing" "There is no key that signs receipts in the file."
    KeyExists "key_exists" "There is a key that signs receipts already."
    KeyExposed "key_exposed" "Others than its owner can read the key that signs receipts."
    BadKey "bad_key" "The file holds no key that signs receipts."
    MasterKeyMissing "master_key_missing" "There is no master key in the file."
    MasterKeyExists "master_key_exists" "The file for a new master key exists."
    MasterKeyExposed "master_key_exposed" "Others than its owner can read the master key."
    BadMasterKey "bad_master_key" "The file holds no master key."

    // Backups.
    ErasuresUnknown "erasures_unknown" "Nothing says what was erased after the backup was made."
    BackupKeysMissing "backup_keys_missing" "The backup is of an encrypted store, and its keys are not there."
    OtherLog "other_log" "The backup is not one of the store that was named."
    OtherReceipt "other_receipt" "A receipt is of another store than the backup."
    ReceiptUnsound "receipt_unsound" "A receipt does not hold."
    StoreInUse "store_in_use" "Another process has the store open whose place is to be taken."
    BackupDamaged "backup_damaged" "The backup does not agree with itself, or holds bytes of what was erased."
}

impl Code {
    /// The meaning, as a part of a sentence.
    pub(crate) fn told(self) -> String {
        let meaning = self.meaning().trim_end_matches('.');
        meaning.chars().take(1).flat_map(char::to_lowercase).chain(meaning.chars().skip(1)).collect()
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl JsonSchema for Code {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Code".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let words: Vec<&str> = Self::ALL.iter().map(|code| code.as_str()).collect();
        json_schema!({ "type": "string", "enum": words })
    }
}
