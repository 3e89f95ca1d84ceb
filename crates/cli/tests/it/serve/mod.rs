//! `nepenthe serve`: real processes, and clients of HTTP.

mod cases;
mod changes;
pub mod client;
mod events;
mod flags;
mod hostile;
mod jwt;
mod keys;
mod mcp;
mod once;
mod plans;
mod rights;
mod scrub;
mod starts;
