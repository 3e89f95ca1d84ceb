//! Plans what a memory for AI agents forgets.
//!
//! A [`Planner`] turns a [`Mutation`] in words into a [`Draft`]: which memories it touches, how and why, and which near misses it
//! spares. It reads the memories through the trait [`Corpus`], and knows of no storage. [`Canonical`] is Nepenthe's own; [`Published`] is
//! the policy of the paper's reference store; [`Llm`] and [`Routed`] ask a language model.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod canonical;
mod consulted;
pub mod corpus;
mod draft;
mod error;
mod llm;
pub mod memory;
mod mutation;
mod planner;
mod policy;
mod published;
mod routed;
mod step;
#[cfg(test)]
mod testing;
mod unread;

pub use canonical::Canonical;
pub use consulted::Consulted;
pub use corpus::{Candidate, Corpus, CorpusError, Memories};
pub use draft::Draft;
pub use error::PlannerError;
pub use llm::{Llm, Otherwise};
pub use memory::{Memory, MemoryId};
pub use mutation::{Consolidation, Mutation, Target, Verb};
pub use planner::Planner;
pub use published::Published;
pub use routed::Routed;
pub use step::{Action, Follows, Spared, Step};
pub use unread::Unread;
