//! The crate from outside: contracts over a model, the client over real sockets, cassettes on disk.

#![expect(clippy::unwrap_used, reason = "tests")]

mod cassette;
mod client;
mod contract;
mod metered;
