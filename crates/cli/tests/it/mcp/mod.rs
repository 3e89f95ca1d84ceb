//! `nepenthe mcp`: the real process, spoken to in JSON-RPC, and by the Python client.

mod bundle;
mod chatgpt;
mod client;
mod files;
mod graph;
mod injections;
pub mod inspector;
mod install;
mod listing;
mod lives;
mod purge;
pub mod python;
mod rights;
mod tools;
