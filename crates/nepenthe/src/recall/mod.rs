//! Recall: lexical, vector, fused; as of now or of a past time. Never writes, never asks a language model.

mod fusion;
mod lexical;
mod options;
mod search;

pub(crate) use lexical::phrase;
pub use options::{Hit, RecallError, RecallMode, RecallOptions, Terms};
pub(crate) use search::{Found, Query, search};
