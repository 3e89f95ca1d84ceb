//! Receipts of erasure: their format, the transparency log in which they stand, and the offline verifier.
//!
//! A receipt is a text file: what was erased and how that was checked, and a proof that this very statement is in a
//! signed append-only log. `docs/receipt.md` specifies it so that a stranger can check one without this crate.
//!
//! No I/O, no clock, no randomness: [`verify()`] reads a text and answers; the writer of a log hands in what it has
//! stored. Texts that were erased never appear here, only HMACs under keys that the store alone holds.
//!
//! ```
//! use nepenthe_receipt::{Options, verify};
//!
//! let receipt = include_str!("../vectors/good/physical.txt");
//! let key = "nepenthe.example/store-1+b6e2de9a+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c";
//! let report = verify(receipt, &[key.parse()?], &Options::default());
//! println!("{report}");
//! assert!(report.holds());
//! assert!(!verify(receipt.replace("operator-7", "operator-8"), &[key.parse()?], &Options::default()).holds());
//! # Ok::<(), nepenthe_receipt::note::KeyError>(())
//! ```

#![forbid(unsafe_code)]

pub use checkpoint::Checkpoint;
pub use error::{ParseError, json_problem};
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

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
