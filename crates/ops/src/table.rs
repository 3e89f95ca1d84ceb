//! [`OPERATIONS`]: the one table of what can be done, with the right that each operation needs.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::*;

/// One operation.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Operation {
    /// Its name, which is the name of its function.
    pub name: &'static str,
    /// The right that a caller needs.
    pub right: Right,
    /// How far it reaches.
    pub reach: Reach,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Whether it is planned first: then the function returns a [`Planned`], which shows a [`Plan`], and [`apply`] returns
    /// the output.
    pub planned: bool,
    input: fn() -> Schema,
    output: fn() -> Schema,
}

/// How far an operation reaches. A caller of one scope is given those of a scope alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// One scope.
    Scope,
    /// The whole store: other scopes too, or their names and ids.
    Store,
    /// No store.
    Nothing,
}

impl Operation {
    /// Finds an operation by its name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        OPERATIONS.iter().find(|operation| operation.name == name)
    }

    /// Returns the schema of what it is given (JSON Schema 2020-12).
    #[must_use]
    pub fn input(&self) -> Schema {
        (self.input)()
    }

    /// Returns the schema of what it answers (JSON Schema 2020-12). Fields may be added within one major version.
    #[must_use]
    pub fn output(&self) -> Schema {
        (self.output)()
    }

    /// Returns the schema of its plan, where it is planned first.
    #[must_use]
    pub fn plan(&self) -> Option<Schema> {
        self.planned.then(of_output::<Plan>)
    }
}

fn of_input<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}

fn of_output<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
}

/// Declares the operations: a constant, the function, input, output, whether planned first, right, reach, one line. The
/// comment says why it is that right.
macro_rules! operations {
    ($($(#[doc = $why:literal])* $constant:ident $name:ident($input:ident) -> $output:ident,
       $planned:literal, $right:ident, $reach:ident, $summary:literal;)*) => {
        $(
            $(#[doc = $why])*
            pub const $constant: Operation = Operation {
                // The function must be there.
                name: {
                    #[expect(unused_imports, reason = "that it is there is enough")]
                    use crate::$name as _;
                    stringify!($name)
                },
                right: Right::$right,
                reach: Reach::$reach,
                summary: $summary,
                planned: $planned,
                input: of_input::<$input>,
                output: of_output::<$output>,
            };
        )*

        /// Every operation, in the order in which help names them.
        pub const OPERATIONS: &[Operation] = &[$($constant),*];
    };
}

operations! {
    /// Write: it adds to the scope, and its history says so.
    INSCRIBE inscribe(InscribeInput) -> Inscribed, false, Write, Scope, "Write memories";
    /// Read: it shows texts, and writes nothing.
    RECALL recall(RecallInput) -> Recalled, false, Read, Scope,
        "Find the memories that answer a query, best first";
    /// Write: consolidation goes by what it counts. It counts what was recalled through the store, in every scope.
    COUNT count(CountInput) -> Counted, false, Write, Store, "Count the memories recalled as recalled";
    /// Write: the history keeps what was superseded.
    SUPERSEDE supersede(SupersedeInput) -> Outcome, true, Write, Scope,
        "Put a new memory in the place of what is believed no longer";
    /// Write: `restore` takes it back.
    RELEASE release(ReleaseInput) -> Outcome, true, Write, Scope, "Take memories out of recall, reversibly";
    /// Write: what was purged does not come back by it.
    RESTORE restore(RestoreInput) -> Outcome, true, Write, Scope,
        "Bring released or superseded memories back into recall";
    /// Forget: nothing takes it back.
    PURGE purge(PurgeInput) -> Outcome, true, Forget, Scope, "Erase memories for good";
    /// Forget: the plan may be of an erasure. [`SavedPlan::right`] says what one needs.
    APPLY_PLAN apply_plan(ApplyPlanInput) -> Outcome, false, Forget, Scope,
        "Carry out a plan that was saved and read: exactly it, or nothing";
    /// Write: the history keeps the earlier text.
    EDIT edit(EditInput) -> Outcome, true, Write, Scope, "Replace the text of one memory";
    /// Write: it changes depths, and `unpin` takes it back.
    PIN pin(PinInput) -> Outcome, true, Write, Scope, "Make memories immune to decay";
    /// Write: it changes depths, and `pin` takes it back.
    UNPIN unpin(UnpinInput) -> Outcome, true, Write, Scope, "Take immunity to decay away";
    /// Write: it changes depths, and takes nothing out of recall.
    DECAY decay(DecayInput) -> Outcome, true, Write, Scope, "Halve the depth of memories that are not pinned";
    /// Write: it changes depths, and takes nothing out of recall.
    CONSOLIDATE consolidate(ConsolidateInput) -> Outcome, true, Write, Scope,
        "Let memories sink by age, and lift those often recalled";
    /// Scopes: their names may be those of people, and whoever may use one scope need not know of another.
    SCOPES scopes(ScopesInput) -> Scopes, false, Scopes, Store, "List the scopes of the store, and how much each holds";
    /// Read: it shows texts.
    LIST list(ListInput) -> Listed, false, Read, Scope, "List the memories of the scope, oldest first";
    /// Read: it shows a text.
    GET get(GetInput) -> Memory, false, Read, Scope, "Read one memory";
    /// Read: it shows earlier texts.
    HISTORY history(HistoryInput) -> History, false, Read, Scope,
        "Tell what happened to one memory, oldest first";
    /// Read: it shows earlier texts.
    BLAME blame(BlameInput) -> Blame, false, Read, Scope,
        "Follow the chain of memories that took each other's place";
    /// Audit: it says what was done, and has no text.
    LOG log(LogInput) -> Logged, false, Audit, Scope, "Read the events of the scope, oldest first";
    /// Read: how much a scope holds is known to whoever may list it; besides, it tells the size of the store's file.
    STATS stats(StatsInput) -> Stats, false, Read, Scope, "Count the scope's memories and events";
    /// Read: it shows no more than `list` and `history` do.
    EXPORT export(ExportInput) -> Exported, false, Read, Scope,
        "Write every memory of the scope as JSON lines";
    /// Admin: the file says itself who did what and when, and the log takes its word.
    IMPORT import(ImportInput) -> Imported, false, Admin, Scope, "Read an export back";
    /// Admin: as for `import`; namespaces of the file are scopes below, which it writes to.
    IMPORT_FROM import_from(ImportFromInput) -> ImportedFrom, false, Admin, Scope,
        "Read what another memory system wrote";
    /// Admin: it writes the vectors of every scope anew.
    REEMBED reembed(ReembedInput) -> Reembedded, false, Admin, Store,
        "Rebuild the vectors of the whole store";
    /// Admin: the file holds every scope, and what is purged later.
    BACKUP_CREATE backup_create(BackupCreateInput) -> BackedUp, false, Admin, Store,
        "Copy the whole store to a new file";
    /// Admin: it makes a store, or takes the place of one.
    BACKUP_RESTORE backup_restore(BackupRestoreInput) -> Restored, false, Admin, Store,
        "Make a store of a backup, without what was erased since";
    /// Audit: it says what does not agree, of every scope, and has no text.
    CHECK check(CheckInput) -> Checked, false, Audit, Store, "Check the whole store";
    /// Forget: it finishes what `purge` began, of other scopes too, of which it tells no more than how many.
    SCRUB scrub(ScrubInput) -> Scrubbed, false, Forget, Scope,
        "Finish erasures that could not be finished when they were made";
    /// Audit: receipts have no text.
    RECEIPTS receipts(ReceiptsInput) -> Receipts, false, Audit, Scope,
        "List the receipts of the scope's erasures";
    /// Audit: receipts have no text.
    ALL_RECEIPTS all_receipts(ReceiptsInput) -> Receipts, false, Audit, Store,
        "List the receipts of every scope's erasures";
    /// Audit: receipts have no text.
    RECEIPT receipt(ReceiptInput) -> SignedReceipt, false, Audit, Scope, "Sign a receipt of the scope";
    /// Audit: receipts have no text.
    ANY_RECEIPT any_receipt(ReceiptInput) -> SignedReceipt, false, Audit, Store,
        "Sign a receipt of whichever scope";
    /// Audit: it compares what an auditor holds already. A store, where one is given, says whether it issued the receipt.
    VERIFY verify(VerifyInput) -> Verified, false, Audit, Nothing, "Verify a receipt offline";
    /// Audit: a checkpoint has a number of events and a hash.
    CHECKPOINT checkpoint(CheckpointInput) -> SignedCheckpoint, false, Audit, Store,
        "Sign the state of the log";
    /// Read: it shows what every scope that it searches holds. The caller hands in no wider pattern of scopes than is theirs.
    CASE_OPEN case_open(CaseOpenInput) -> Case, false, Read, Store,
        "Search scopes for a person who is to be erased";
    /// Read: as for `case_open`.
    CASE_SEARCH case_search(CaseInput) -> Case, false, Read, Store, "Search the scopes of a case again";
    /// Read: it changes the case alone, and looks for memories that are added by hand.
    CASE_DECIDE case_decide(CaseDecideInput) -> Case, false, Read, Store,
        "Decide which memories of a case are erased";
    /// Forget: nothing takes it back.
    CASE_APPLY case_apply(CaseInput) -> CaseApplied, false, Forget, Store, "Erase what was decided of a case";
    /// Read: it shows texts of every scope of the case.
    CASE_EXPORT case_export(CaseInput) -> Held, false, Read, Store, "Write what is held of the person of a case";
    /// Audit: receipts have no text.
    CASE_CERTIFICATE case_certificate(CertificateInput) -> CaseCertified, false, Audit, Store,
        "Certify what was erased of a case";
    /// Admin: whoever makes the key decides who can sign.
    KEY_NEW key_new(KeyInput) -> Keys, false, Admin, Store, "Make the key that signs receipts";
    /// Audit: public keys are what receipts are verified with.
    KEY_SHOW key_show(KeyInput) -> Keys, false, Audit, Store,
        "Show the public keys for the store's receipts, former ones too";
    /// Admin: it takes the key's place.
    KEY_ROTATE key_rotate(KeyInput) -> Keys, false, Admin, Store,
        "Put a new key in the place of the one that signs receipts";
    /// Admin: with it encrypted stores are made.
    MASTER_KEY master_key(MasterKeyInput) -> MasterKeyMade, false, Admin, Nothing,
        "Make the master key of encrypted stores";
}
