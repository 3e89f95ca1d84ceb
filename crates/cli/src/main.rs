//! The command `nepenthe`: memory for AI agents that forgets on command.
//!
//! `commands` has one file a command: it parses, calls one function of `ops`, and prints. `ops` has one function an
//! operation, with typed input and results, and knows no terminal.

mod args;
mod commands;
mod context;
mod embedder;
mod entry;
mod error;
mod input;
mod keys;
mod language_model;
mod master_key;
mod ops;
mod output;
mod time;
mod unsaid;

fn main() -> std::process::ExitCode {
    entry::run()
}
