//! A memory system in another process, spoken to by JSON-RPC 2.0, one object a line. docs/adapters.md has the protocol.

mod client;
mod description;
mod fault;
mod group;
mod launch;
mod lines;
mod memory;
mod module;
mod reply;
mod shared;
mod system;
mod tail;
mod workplace;

pub(crate) use client::{CallError, Client};
pub(crate) use description::{Description, PROTOCOL};
pub(crate) use fault::Fault;
pub use launch::{Launch, Limits};
pub use module::MODULE;
pub(crate) use reply::UNKNOWN_METHOD;
pub use system::Process;
