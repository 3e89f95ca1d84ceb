//! What no transaction does: after an erasure is committed, its bytes are driven out of the files, looked for, and what
//! was found is certified.
//!
//! The recipe (DESIGN section 5) has four parts. Three are settings of each connection and index
//! (`store/connection.rs`, `store/query/lexical.rs`, sqlite-vec itself); the fourth, the checkpoint that empties the
//! write-ahead log, happens here.

mod agreement;
mod body;
mod certify;
mod erased;
mod forbidden;
mod needles;
mod outcome;
mod scan;
mod scrub;
mod tombstone;

pub use agreement::Agreement;
pub(crate) use certify::{Pending, certify, finish_pending, record};
pub(crate) use erased::{Erased, How};
pub(crate) use forbidden::forbidden_since;
pub use needles::Needle;
pub use outcome::{Awaiting, Erasure, Grounds};
pub use scan::{FileName, Residue};
pub use scrub::ScrubReport;
pub use tombstone::Returning;
pub(crate) use tombstone::{Gate, Passage, QUARANTINED, bury_texts};
