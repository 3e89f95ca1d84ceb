//! `nepenthe serve`: real processes, and clients of HTTP.

mod changes;
pub mod client;
mod hostile;
mod keys;
mod mcp;
mod once;
mod plans;
mod rights;
mod starts;
