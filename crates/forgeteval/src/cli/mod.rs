//! The command: one file a subcommand, and what they share.

mod adapter;
mod agreement;
mod args;
mod audit;
mod compare;
mod completions;
mod embedder;
mod entry;
mod error;
mod external;
mod factconsolidation;
mod gatemem;
mod generate;
mod llm;
mod longmemeval;
mod memora;
mod output;
mod play;
mod progress;
mod report;
mod run;
mod shelf;
mod suite;
mod suites;
mod systems;
mod verify_submission;

pub(crate) use entry::main;
