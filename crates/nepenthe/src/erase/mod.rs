//! What no transaction does: after an erasure is committed, its bytes are driven out of the files, looked for, and what
//! was found is certified.
//!
//! The recipe has five parts. Three are settings of each connection and index (`store/connection.rs`,
//! `store/query/lexical.rs`, sqlite-vec itself); the checkpoint that empties the write-ahead log, and the zeroing of the
//! slack of pages (`store/slack.rs`), happen here.

mod actor;
mod admission;
mod body;
mod certify;
mod erased;
mod guard;
pub(crate) mod keys;
mod marks;
mod needles;
mod outcome;
mod pending;
mod readmission_gate;
mod reason;
mod scan;
mod scrub;
mod search;
mod stopped;
mod tombstone;
mod trim;
mod unfinished;

pub(crate) use actor::{
    UNDISCLOSED, before as actor_before, disclosed as disclosed_actor, is_name, is_own as is_own_actor,
};
pub use admission::Returning;
pub(crate) use admission::{Admission, QUARANTINED, TRIMMED};
pub(crate) use certify::{certify, finish_pending, record};
pub(crate) use erased::{Erased, How};
pub use needles::Needle;
pub use outcome::{Awaiting, Erasure, Grounds};
pub(crate) use pending::{Pending, Recorded};
pub(crate) use readmission_gate::ReadmissionGate;
pub use reason::{Reason, Reference, ReferenceError, Why};
pub use scan::Residue;
pub use scrub::ScrubReport;
pub(crate) use scrub::{finish_left_behind, scrub};
pub use stopped::{Stopped, StoppedPart};
pub(crate) use tombstone::{bury_identities, bury_texts, forbidden_since, names_erased};
pub(crate) use unfinished::Unfinished;
