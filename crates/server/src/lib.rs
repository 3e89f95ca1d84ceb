//! The doors by which agents and services reach Nepenthe: [`mcp`], and HTTP ([`http`], with keys: [`auth`]).
//!
//! Nothing is decided here: every door reads what was asked, asks for the right, calls one operation of `nepenthe-ops`,
//! and shows the answer. A door works in one scope, as one actor, with the rights that whoever opened it gave it;
//! nothing that comes in through it changes those.

pub mod auth;
mod case_files;
mod door;
mod files;
mod graph;
pub mod http;
pub mod mcp;
mod mem0;
mod panics;
mod plans;
pub mod rest;
mod shared_store;
mod unquoted;
mod whole_file;

pub use door::Door;
pub use graph::{Entity, Graph, Relation};
pub use shared_store::SharedStore;
