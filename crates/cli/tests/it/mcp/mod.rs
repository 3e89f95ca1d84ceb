//! `nepenthe mcp`: the real process, spoken to in JSON-RPC, and by the Python client.

mod client;
mod graph;
mod injections;
mod listing;
mod lives;
mod purge;
mod python;
mod rights;
mod tools;
