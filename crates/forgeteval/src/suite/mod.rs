//! Suites: where cases come from, and what identifies a set of them.

mod amnesia;
mod builtin;
mod cases;
mod decay;
mod distractors;
mod draft;
mod drift;
mod filler;
mod generate;
mod language;
mod pools;
mod purging;
mod read;
mod rng;
mod supersession;
mod written;

pub use builtin::{BUILTIN, Builtin};
pub use cases::{Suite, SuiteError};
pub use distractors::DISTRACTORS;
pub use filler::{FILLER_ROWS, FILLER_VERSION, filler};
pub use generate::{FAMILIES, GENERATOR_VERSION, GenerateError, Template};
pub use language::Language;
pub use read::{Line, ReadError, ReadProblem, parse_suite, read_lines, read_suite};
pub use rng::Rng;
