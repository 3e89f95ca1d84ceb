//! `nepenthe serve`: real processes, and clients of HTTP.

mod agents;
mod changes;
mod client;
mod hostile;
mod keys;
mod mcp;
mod once;
mod plans;
mod rights;
mod starts;
