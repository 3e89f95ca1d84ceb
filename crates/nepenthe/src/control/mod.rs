//! The control plane: a [`Mutation`] becomes a [`Plan`], which changes nothing, and `apply` carries it out.

mod apply;
mod aside;
mod changes;
mod closure;
mod copy;
mod excerpt;
mod memories;
mod mutation;
mod plan;
pub mod planner;
mod replay;
mod unread;

pub(crate) use apply::apply;
pub use apply::{ApplyError, Outcome};
pub use memories::{Candidate, Memories};
pub use mutation::{Consolidation, Mutation, Target, Verb};
pub use nepenthe_text::request::Refusal;
pub(crate) use plan::make;
pub use plan::{Action, Follows, MAX_REQUEST_BYTES, Plan, PlanError, Spared, Step};
pub use planner::{Consulted, Draft, Planner};
pub(crate) use replay::{Redo, redo};
pub use unread::Unread;
