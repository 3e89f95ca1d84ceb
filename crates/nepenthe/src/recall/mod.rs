//! Recall: lexical, vector, fused; as of now or of a past time. Never writes, never asks a language model.

mod calibrated;
mod coefficients;
mod error;
mod fusion;
mod lexical;
mod likelihood;
mod names;
mod search;
mod second;
mod sought;

pub use coefficients::LEAST_LIKELY;
pub use error::RecallError;
pub(crate) use lexical::phrase;
pub use nepenthe_planner::corpus::{Evidence, Fusion, Hit, RecallMode, RecallOptions, Terms};
pub(crate) use search::{Found, Query, search};
pub(crate) use second::read_again;
pub(crate) use sought::embedded;
