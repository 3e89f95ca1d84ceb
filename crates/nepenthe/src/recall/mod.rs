//! Recall: lexical, vector, fused; as of now or of a past time. Never writes, never asks a language model.

mod error;
mod fusion;
mod lexical;
mod search;

pub use error::RecallError;
pub(crate) use lexical::phrase;
pub use nepenthe_planner::corpus::{Hit, RecallMode, RecallOptions, Terms};
pub(crate) use search::{Found, Query, search};
