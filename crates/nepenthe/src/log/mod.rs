//! The event log: append, read, replay; and the Merkle tree that its events are the leaves of.

mod append;
mod event;
pub(crate) mod leaf;
mod proof;
mod replay;

pub(crate) use append::{Log, NewEvent, grow_tree};
pub use event::{Event, EventKind, UnknownEventKind};
pub use proof::ProofsError;
pub(crate) use proof::origin;
pub(crate) use replay::{replay, texts_left};
