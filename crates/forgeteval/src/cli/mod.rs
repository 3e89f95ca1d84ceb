//! The command: one file a subcommand, and what they share.

mod args;
mod completions;
mod embedder;
mod entry;
mod error;
mod generate;
mod output;
mod progress;
mod report;
mod run;
mod systems;

pub(crate) use entry::main;
