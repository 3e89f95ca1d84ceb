//! `nepenthe mcp`: the real process, spoken to in JSON-RPC, and by the Python client.

mod chatgpt;
mod client;
mod files;
mod graph;
mod injections;
mod install;
mod listing;
mod lives;
mod purge;
mod python;
mod rights;
mod tools;
