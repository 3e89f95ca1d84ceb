//! A receipt: what it says ([`Body`]), and the file that it is ([`Receipt`]).
//!
//! `docs/receipt.md` says what every field means. What is signed are the bytes in the file: the leaf of the log is
//! [`RECEIPT_LEAF_PREFIX`] and the body's line, and there is one way only to write a body.

mod body;
mod consistency;
mod digest;
mod erased;
mod file;
mod scan;
mod surroundings;
mod text;
mod time;
mod uuid;
mod word;

pub(crate) use body::leaf;
pub use body::{Body, Times};
pub use consistency::BodyError;
pub use digest::Commitment;
pub use erased::{Counts, Erased};
pub(crate) use file::split;
pub use file::{MAX_BODY_BYTES, MAX_RECEIPT_BYTES, Receipt, ReceiptError};
pub use scan::{Extent, FileScan, Indexes, Needles, Scan};
pub use surroundings::{Backups, Engine, Tombstones};
pub use text::{Label, Origin, Pseudonym, TextError};
pub use time::{Time, TimeError};
pub use uuid::{Uuid, UuidError};
pub use word::{
    Assurance, Awaiting, Basis, Checkpointing, FileKind, FileState, How, JournalMode, NotCovered, Operation,
    SecureDelete,
};

/// What the log's leaf of a receipt begins with. The body's line follows, without a line feed.
pub const RECEIPT_LEAF_PREFIX: &str = "nepenthe-receipt/v1\n";

/// What the log's leaf of an event begins with. One line of JSON follows, without a line feed.
///
/// The log holds every state change of the store beside the receipts, so that an event can be shown, or shown to be
/// the same, without showing the others. The engine writes these leaves; no check of a receipt reads one. A receipt
/// cannot be taken for an event, nor an event for a receipt, because their leaves begin differently.
pub const EVENT_LEAF_PREFIX: &str = "nepenthe-event/v1\n";
