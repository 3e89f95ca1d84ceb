//! What a planner may read: the trait [`Corpus`], what it is asked and what it answers.

mod candidate;
#[expect(clippy::module_inception, reason = "the file is named for its one trait, `Corpus`")]
mod corpus;
mod error;
mod excerpt;
mod excerpts;
mod guard;
mod hit;
mod memories;
mod options;
mod relevance;

pub use candidate::Candidate;
pub use corpus::Corpus;
pub use error::CorpusError;
pub(crate) use excerpt::Excerpt;
pub use guard::Guard;
pub use hit::{Evidence, Hit};
pub use memories::Memories;
pub use options::{Fusion, Include, RecallMode, RecallOptions, Terms};
pub use relevance::Relevance;
