//! The model as its users meet it: found, fetched and run.

#![expect(clippy::unwrap_used, reason = "a test may panic, and its helpers too")]

mod fetch;
mod first_hour;
mod hub;
mod kinds;
mod packed;
mod recall;
mod reports;
mod tokens;
mod unrelated;
mod vectors;
mod world;
