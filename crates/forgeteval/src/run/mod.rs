//! Plays suites against systems.

mod consent;
mod error;
mod held;
mod options;
mod play;
mod residue;
mod runner;
mod script;
mod sink;
mod stopwatch;

pub use error::RunError;
pub use options::Options;
pub use runner::{run, run_at_once};
pub use sink::Sink;
