//! The console: pages for people at `/console`, over the same operations, keys and rights as the other doors.
//!
//! Pages are made here, on the server, and work without a script. No text of a memory, no target and no scope stands in a
//! path: a scope is named by a tag that its session gave it.

mod admission;
mod answer;
mod assets;
mod case;
mod cases;
mod diff;
mod dispatch;
mod forget;
mod form;
mod health;
mod keys;
mod layout;
mod login;
mod memories;
mod memory;
mod parts;
mod plan;
mod receipts;
mod scopes;
mod sessions;
mod state;
mod timeline;
mod visit;

pub(crate) use dispatch::router;
pub(crate) use state::Console;
