//! Planners: from a mutation in words to the memories it touches.

pub mod canonical;
mod consulted;
mod llm;
#[expect(clippy::module_inception, reason = "the file is named for its one trait, `Planner`")]
mod planner;
mod published;
mod routed;

pub use canonical::Canonical;
pub use consulted::Consulted;
pub use llm::{Llm, Otherwise};
pub use planner::{Draft, Planner};
pub use published::Published;
pub use routed::Routed;
