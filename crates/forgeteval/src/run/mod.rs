//! Plays suites against systems.

mod options;
mod play;
mod runner;
mod sink;
mod stopwatch;

pub use options::Options;
pub use runner::run;
pub use sink::Sink;
