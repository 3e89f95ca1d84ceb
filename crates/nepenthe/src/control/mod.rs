//! The control plane: a [`Mutation`] becomes a [`Plan`], which changes nothing, and `apply` carries it out.

mod action;
mod apply;
mod changes;
mod closure;
mod copy;
mod plan;
mod provenance;
mod reached;
mod replay;
mod saved;

pub(crate) use apply::apply;
pub use apply::{ApplyError, Outcome};
pub use nepenthe_planner as planner;
pub use nepenthe_planner::{
    Action, Candidate, Consolidation, Consulted, Draft, Follows, Memories, Mutation, Planner, PlannerError,
    Spared, Step, Target, Unread, Verb,
};
pub use nepenthe_text::request::Refusal;
pub(crate) use plan::make;
pub use plan::{BY_REACH, ErasedName, MAX_REQUEST_BYTES, Plan, PlanError, usual_floor};
pub(crate) use replay::{Redo, redo};
pub(crate) use saved::resume;
pub use saved::{SavedPlan, SavedStep};
