//! Plays suites against systems.

mod options;
mod play;
mod residue;
mod runner;
mod script;
mod sink;
mod stopwatch;

pub use options::Options;
pub use runner::{run, run_at_once};
pub use sink::Sink;
