//! The crate from outside: the tree against its definition, the formats against their vectors, whole receipts.

#![expect(clippy::unwrap_used, reason = "tests")]

mod checkpoint;
mod merkle;
mod note;
mod proof;
mod receipt;
mod verify;
mod world;
