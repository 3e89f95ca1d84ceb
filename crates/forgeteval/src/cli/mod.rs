//! The command: one file a subcommand, and what they share.

mod adapter;
mod agreement;
mod args;
mod compare;
mod completions;
mod embedder;
mod entry;
mod error;
mod generate;
mod llm;
mod memora;
mod output;
mod progress;
mod report;
mod run;
mod shelf;
mod suite;
mod suites;
mod systems;

pub(crate) use entry::main;
