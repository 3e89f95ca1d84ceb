//! The event log: append, replay, and what it shows of itself. Its events are the leaves of a Merkle tree.

mod append;
mod proof;
mod replay;

pub(crate) use append::Log;
pub use proof::ProofsError;
pub(crate) use proof::{bodies, consistency, origin, sign, signed};
pub(crate) use replay::replay;
