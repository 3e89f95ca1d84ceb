//! `nepenthe serve`: real processes, and clients of HTTP.

mod agents;
mod cases;
mod changes;
pub mod client;
mod console;
mod events;
mod flags;
mod hostile;
mod jwt;
mod keys;
mod mcp;
mod memory;
mod once;
mod plans;
#[cfg(feature = "postgres")]
mod postgres;
mod rights;
mod scrub;
mod starts;
