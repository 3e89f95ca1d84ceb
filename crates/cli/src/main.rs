//! The command `nepenthe`: memory for AI agents that forgets on command.
//!
//! `commands` has one file a command: it parses, calls one function of the crate `nepenthe-ops`, and prints.

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
mod unsaid;

/// Nothing that was erased stays in memory that was freed.
#[global_allocator]
static ALLOCATOR: nepenthe::ZeroingAllocator = nepenthe::ZeroingAllocator;

fn main() -> std::process::ExitCode {
    entry::run()
}
