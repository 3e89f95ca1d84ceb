//! Planners: from a mutation in words to the memories it touches.

#[expect(clippy::module_inception, reason = "the file is named for its one trait, `Planner`")]
mod planner;
mod published;

pub use planner::{Draft, Planner};
pub use published::Published;
