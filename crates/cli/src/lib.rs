//! The command `nepenthe`: memory for AI agents that forgets on command.
//!
//! `commands` has one file a command: it parses, calls one function of the crate `nepenthe-ops`, and prints. Two programs
//! call [`run`]: the binary `nepenthe`, and the Python package, which is one shared library for both.

mod args;
mod commands;
mod context;
mod entry;
mod error;
mod help;
mod input;
mod keys;
mod output;
mod settings;
mod suggest;
mod time;
mod typed;
mod unsaid;

pub use entry::run;
pub use keys::usual_key_file;
pub use output::escape_block;
pub use typed::Typed;
