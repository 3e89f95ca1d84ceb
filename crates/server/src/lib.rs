//! The doors by which agents and services reach Nepenthe: [`mcp`], and the keys of an HTTP server ([`auth`]).
//!
//! Nothing is decided here: every door reads what was asked, asks for the right, calls one operation of `nepenthe-ops`, and
//! shows the answer. A door works in one scope, as one actor, with the rights that whoever opened it gave it; nothing that
//! comes in through it changes those.

pub mod auth;
mod door;
mod graph;
pub mod mcp;

pub use door::Door;
pub use graph::{Entity, Graph, Relation};
