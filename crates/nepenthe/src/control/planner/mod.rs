//! Planners: from a mutation in words to the memories it touches.

pub mod canonical;
#[expect(clippy::module_inception, reason = "the file is named for its one trait, `Planner`")]
mod planner;
mod published;

pub use canonical::Canonical;
pub use planner::{Draft, Planner};
pub use published::Published;
