//! [`PlannerError`]: why no draft is made.

use nepenthe_llm::Failure;
use nepenthe_text::request::Refusal;

use crate::corpus::CorpusError;

/// Why a planner makes no draft.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlannerError {
    /// Words that ask for nothing that could be forgotten.
    #[error("{}; nothing was changed", refused(*.0))]
    NoOrder(Refusal),
    /// The planner asks a language model, and there is none. Give one, or take another planner.
    #[error("the planner needs a language model, and the store was opened without one")]
    NoModel,
    /// The language model gave no answer that can be used, and nobody else was to plan instead.
    #[error("the language model's answer: {0}")]
    Model(#[from] Failure),
    /// The memories could not be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
}

fn refused(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Prohibited => "this says what must not be forgotten",
        Refusal::Kept => "this says what is to be kept",
        Refusal::Asked => "this is a question",
        Refusal::Reported => "this reports what was forgotten or deleted, and orders nothing",
        Refusal::AllBut => "this says only what is to stay",
        Refusal::Everything => "this names nothing that could be looked for",
        Refusal::Conditional => "this orders something only under a condition",
    }
}
