//! Suites: where cases come from, and what identifies a set of them.

mod amnesia;
mod cases;
mod decay;
mod distractors;
mod draft;
mod drift;
mod generate;
mod pools;
mod purging;
mod read;
mod rng;
mod supersession;

pub use cases::{Suite, SuiteError};
pub use distractors::DISTRACTORS;
pub use generate::{FAMILIES, GENERATOR_VERSION, GenerateError, Template};
pub use read::{ReadError, ReadProblem, read_suite};
pub use rng::Rng;
