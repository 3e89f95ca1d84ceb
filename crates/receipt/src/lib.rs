//! Receipts of erasure: their format, the transparency log in which they stand, and the offline verifier.
//!
//! A receipt is a text file: what was erased and how that was checked, and a proof that this very statement is in a
//! signed append-only log. `docs/receipt.md` specifies it so that a stranger can check one without this crate.
//!
//! No I/O, no clock, no randomness: [`verify()`] reads a text and answers; the writer of a log hands in what it has
//! stored. Texts that were erased never appear here, only HMACs under keys that the store alone holds.
//!
//! ```
//! use nepenthe_receipt::note::{Note, SigningKey};
//!
//! let key = SigningKey::from_seed("example.com/log", &[7; 32])?;
//! let signed = Note::sign("A statement.\n", &key)?.to_string();
//! let note: Note = signed.parse()?;
//! assert!(note.verify(&key.verifying_key())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub use checkpoint::Checkpoint;
pub use error::ParseError;
pub use proof::Proof;
pub use receipt::{Body, EVENT_LEAF_PREFIX, RECEIPT_LEAF_PREFIX, Receipt};
pub use verify::{Check, Opening, Options, Outcome, Report, verify};

mod checkpoint;
mod error;
pub mod merkle;
pub mod note;
mod proof;
pub mod receipt;
pub mod verify;
