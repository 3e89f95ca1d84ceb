//! The operations of Nepenthe: one function each, with typed input and output and no terminal. Every surface calls these:
//! the command line, MCP, HTTP and Python.
//!
//! [`OPERATIONS`] lists them, with the right that each needs ([`Right`]) and the schemas of what it takes and answers; an
//! error has one [`Code`]. A change is planned first ([`Planned`]), and [`apply`] makes it. No `Debug` and no error here
//! shows a text of a memory ([`Text`]).

mod asked;
mod backup_create;
mod backup_restore;
mod blame;
mod case;
mod check;
mod checkpoint;
mod consolidate;
mod count;
mod decay;
mod edit;
mod error;
mod export;
mod find;
mod foreign;
mod get;
mod history;
mod import;
mod inscribe;
mod keys;
mod list;
mod log;
mod open;
mod pin;
mod planned;
mod purge;
mod read;
mod recall;
mod receipt;
mod receipts;
mod reembed;
mod release;
mod restore;
mod right;
mod saved_plan;
mod scope_pattern;
mod scope_segment;
mod scopes;
mod scrub;
mod stats;
mod supersede;
pub mod table;
mod types;
mod unpin;
mod verify;

pub use backup_create::{BackedUp, BackupCreateInput, backup_create};
pub use backup_restore::{BackupRestoreInput, Restored, backup_restore};
pub use blame::{Blame, BlameInput, Link, Successor, blame};
pub use case::{
    Case, CaseApplied, CaseCertified, CaseDecideInput, CaseInput, CaseOpenInput, CaseReceipt, Certificate,
    CertificateInput, Decision, Done, Held, HeldMemory, HeldOf, Person, Row, Section, case_apply,
    case_certificate, case_decide, case_export, case_left, case_open, case_search,
};
pub use check::{CheckInput, Checked, Finding, check};
pub use checkpoint::{CheckpointInput, SignedCheckpoint, checkpoint};
pub use consolidate::{ConsolidateInput, consolidate};
pub use count::{CountInput, Counted, count};
pub use decay::{DecayInput, decay};
pub use edit::{EditInput, edit};
pub use error::{Code, OpError};
pub use export::{ExportInput, Exported, export};
pub use find::find;
pub use foreign::{
    Foreign, ForeignFile, ForeignMemories, IMPORTED_FROM, ImportFromInput, ImportedFrom, Left, LeftReason,
    import_from,
};
pub use get::{GetInput, get};
pub use history::{History, HistoryInput, history};
pub use import::{ImportInput, Imported, Skipped, import, try_import};
pub use inscribe::{InscribeInput, Inscribed, inscribe};
pub use keys::{
    KeyFile, KeyInput, Keys, MasterKeyInput, MasterKeyMade, key_new, key_rotate, key_show, master_key,
    read_master_key,
};
pub use list::{Include, ListInput, Listed, Page, PageInput, list, page};
pub use log::{LogInput, Logged, log};
pub use open::{
    EmbedderName, EmbedderSettings, LanguageModelSettings, Opener, OtherwiseName, PlannerName,
    ServerSettings, Setting, SettingError, Settings,
};
pub use pin::{PinInput, pin};
pub use planned::{ApplyInput, Planned, apply, usual_floor};
pub use purge::{PurgeInput, Rederived, purge};
pub use recall::{RecallInput, RecallMode, Recalled, recall};
pub use receipt::{ReceiptInput, SignedReceipt, any_receipt, receipt};
pub use receipts::{Issued, Receipts, ReceiptsInput, all_receipts, receipts};
pub use reembed::{ReembedInput, Reembedded, reembed};
pub use release::{ReleaseInput, release};
pub use restore::{RestoreInput, restore};
pub use right::{Right, Rights, UnknownRight};
pub use saved_plan::{ApplyPlanInput, SavedPlan, apply_plan};
pub use scope_pattern::ScopePattern;
pub use scope_segment::{read_segment, segment_of};
pub use scopes::{ScopeHolds, Scopes, ScopesInput, scope_paths, scopes};
pub use scrub::{ScrubInput, Scrubbed, scrub};
pub use stats::{Stats, StatsInput, stats};
pub use supersede::{SupersedeInput, supersede};
pub use table::{OPERATIONS, Operation, Reach};
pub use types::*;
pub use unpin::{UnpinInput, unpin};
pub use verify::{Against, Agreement, OpenedText, ReceiptCheck, Verified, VerifyInput, verify};

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
