//! The event log: append, read, replay.

mod append;
mod event;
mod replay;

pub(crate) use append::{NewEvent, append};
pub use event::{Event, EventKind, UnknownEventKind};
pub(crate) use replay::replay;
