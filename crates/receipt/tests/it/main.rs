//! The crate from outside: the tree against its definition, the formats against their vectors, whole receipts.

#![expect(clippy::unwrap_used, reason = "tests")]

mod checkpoint;
mod dictionary;
mod differential;
mod docs;
mod log;
mod merkle;
mod note;
mod proof;
mod receipt;
mod vector_rows;
mod vectors;
mod verify;
mod world;
