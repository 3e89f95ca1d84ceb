//! What no transaction does: after an erasure is committed, its bytes are driven out of the files, looked for, and what
//! was found is certified.
//!
//! The recipe has five parts. Three are settings of each connection and index (`store/connection.rs`,
//! `store/query/lexical.rs`, sqlite-vec itself), and a page loses its slack when it goes to the main file (`store/vfs.rs`); the
//! checkpoint that empties the write-ahead log happens here, and what a file that is not known to be clean has
//! left over (`store/clean.rs`) is zeroed.

mod actor;
mod admission;
mod ahead;
mod body;
mod certify;
mod erased;
mod guard;
pub(crate) mod keys;
mod later;
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
pub(crate) use ahead::Ahead;
pub(crate) use certify::{certify, finish_pending, leave_to_later, record};
pub(crate) use erased::{Erased, Gone, How};
pub(crate) use later::Later;
pub use later::Waiting;
pub use needles::Needle;
pub use outcome::{Awaiting, Erasure, Grounds};
pub(crate) use pending::{Pending, Recorded};
pub(crate) use readmission_gate::ReadmissionGate;
pub use reason::{Reason, Reference, ReferenceError, Why};
pub use scan::Residue;
pub use scrub::ScrubReport;
pub(crate) use scrub::{finish_at_opening, finish_left_behind, none_is_left, scrub};
pub use stopped::{Stopped, StoppedPart};
pub(crate) use tombstone::{bury_identities, bury_texts, forbidden_since, names_erased};
pub(crate) use unfinished::Unfinished;
