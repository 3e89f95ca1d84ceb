//! [`Consulted`]: what a language model had to do with a plan.

use std::fmt;

use nepenthe_llm::contract::Record;
use serde::Serialize;

/// What a language model had to do with a plan. Holds no text of a memory, but for the doubts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Consulted {
    /// Why it was asked.
    pub why: String,
    /// The question, its cost, and why the answer could not be used, if it could not.
    #[serde(flatten)]
    pub record: Record,
    /// The planner that planned instead, where the answer could not be used.
    pub otherwise: Option<String>,
    /// What the checks say against the answer. A memory that the rules of identifiers exclude is spared in any case.
    pub doubts: Vec<String>,
}

impl fmt::Display for Consulted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { prompt, model, candidates, failure, usage, latency } = &self.record;
        write!(f, "{model}, asked by {prompt} about {candidates}")?;
        write!(f, " ({} tokens, {:.1} s), since {}", usage.tokens(), latency.as_secs_f64(), self.why)?;
        if let Some(failure) = failure {
            write!(f, "; {failure}")?;
        }
        if let Some(otherwise) = &self.otherwise {
            write!(f, "; planned by {otherwise} instead")?;
        }
        Ok(())
    }
}
