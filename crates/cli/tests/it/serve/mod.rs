//! `nepenthe serve`: real processes, and clients of HTTP.

mod changes;
mod client;
mod console;
mod hostile;
mod keys;
mod mcp;
mod once;
mod plans;
mod rights;
mod starts;
