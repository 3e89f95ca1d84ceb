//! Memory for AI agents that forgets on command.
//!
//! A [`Store`] is one SQLite file. It holds memories in scopes; a [`Scope`] inscribes and recalls them, and
//! changes them by mutations: a [`Mutation`] becomes a [`Plan`], which shows what would happen, and `apply`
//! carries the plan out. Every change leaves one event in an append-only log that commits to content without
//! holding it.
//!
//! The engine touches no terminal, environment or home directory, and reads no clock but the one handed in. It
//! never writes while it recalls, and asks no language model, unless a planner or a [`Placement`] is chosen that does.
//!
//! ```
//! use nepenthe::{Mutation, Options, Store};
//!
//! # fn main() -> Result<(), nepenthe::Error> {
//! let store = Store::open_in_memory(Options::default())?;
//! let alice = store.scope("acme/alice")?;
//! alice.inscribe("Alice works at Initech.")?;
//! alice.inscribe("Alice's key is sk-4242.")?;
//! assert_eq!(alice.recall("Where does Alice work?", 1)?.len(), 1);
//!
//! let plan = alice.plan(Mutation::purge("sk-4242"))?; // changes nothing
//! println!("{plan}"); // what goes, what stays, and why
//! alice.apply(plan)?; // one transaction
//! assert!(alice.recall("sk-4242", 5)?.is_empty());
//! # Ok(())
//! # }
//! ```

mod backup;
pub mod control;
mod corpus;
pub mod embed;
mod engine;
mod erase;
mod error;
mod handle;
mod inscribe;
mod log;
mod model;
mod recall;
mod seal;
mod store;
mod transfer;
mod write;

pub use backup::{Backup, BackupError, BackupReport, Known, RestoreError, RestoreOptions, RestoreReport};
pub use control::{
    Action, ApplyError, BY_REACH, Consolidation, Consulted, ErasedName, Follows, MAX_REQUEST_BYTES, Mutation,
    Outcome, Plan, PlanError, PlannerError, Refusal, SavedPlan, SavedStep, Spared, Step, Target, Unread,
    Verb,
};
pub use engine::{
    Agreement, Answer, BlameEntry, CheckOptions, CheckReport, Finding, HistoryEntry, InscribeError, LogRange,
    LookupError, Page, ReembedError, ScopeCount, ScopeStats, Successor,
};
pub use erase::{
    Awaiting, Erasure, Grounds, Needle, Reason, Reference, ReferenceError, Residue, Returning, ScrubReport,
    Stopped, StoppedPart, Waiting, Why,
};
pub use error::Error;
pub use handle::{Merge, Options, Placement, Scope, Store, Unanswered};
pub use log::ProofsError;
pub use model::{
    Clock, Depth, Digest, Event, EventKind, EventSeq, InexactJson, MAX_SCOPE_BYTES, MAX_TEXT_BYTES, Memory,
    MemoryId, NewMemory, ParseIdError, Progress, RandomSource, ReceiptId, ScopeError, ScopePath, State,
    SystemClock, SystemRandom, TextError, UnknownEventKind, check_exact, is_blank,
};
pub use nepenthe_llm as llm;
pub use nepenthe_receipt as receipt;
pub use recall::{Evidence, Fusion, Hit, LEAST_LIKELY, RecallError, RecallMode, RecallOptions, Terms};
pub use seal::{MasterKey, MasterKeyError};
#[doc(hidden)]
pub use store::RecipePart;
pub use store::{
    Access, FORMAT_VERSION, FileName, Include, Indexes, OpenError, StorageError, StoredEmbedder,
    ZeroingAllocator,
};
pub use transfer::{ExportError, ImportError, ImportReport, SkipReason, Skipped};
pub use write::Change;
