//! The command from outside: real processes, one module for each behaviour.

#![expect(clippy::unwrap_used, reason = "tests")]

mod backup;
#[cfg(unix)]
mod bad_input;
#[cfg(unix)]
mod bad_stores;
mod completions;
mod confirm;
mod embedders;
// Stores encrypted at rest.
mod encryption;
mod environment;
mod erase;
#[cfg(unix)]
mod evidence;
#[cfg(unix)]
mod examples;
mod help;
mod import_from;
mod inscribe;
mod json;
mod kept_out;
mod language_models;
mod lines;
mod marks;
#[cfg(feature = "server")]
mod mcp;
#[cfg(unix)]
mod mem0;
#[cfg(unix)]
mod modes;
mod mutations;
#[cfg(unix)]
mod pages;
mod reach;
mod reading;
mod recall;
mod receipts;
#[cfg(unix)]
mod release;
mod returning;
mod scopes;
#[cfg(unix)]
mod serve;
mod stdin;
mod support;
mod sure;
mod terminal;
mod times;
mod transfer;
mod unsaid;
mod upkeep;
mod words;
