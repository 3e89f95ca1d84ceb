//! The crate from outside: the tree against its definition, the formats against their vectors, whole receipts.

mod checkpoint;
mod merkle;
mod note;
mod proof;
