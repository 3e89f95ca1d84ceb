//! Why a run ends before its last case.

use std::io;

/// Why a run ends before its last case. What a system does wrong is a verdict, and no such reason.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A verdict cannot be written.
    #[error("cannot write a verdict: {0}")]
    Sink(#[from] io::Error),
    /// A system asked the language model for more than the budget has left. Its case has no verdict.
    #[error("the language model's budget is spent: {system} stopped at the case {case}, since {reason}")]
    OverBudget {
        /// The system.
        system: String,
        /// The case.
        case: String,
        /// What was asked for, and what is left.
        reason: String,
    },
    /// What is replayed lacks a request, so it is not of this run. The case that asked has no verdict.
    #[error("what is replayed is not of this run: {system} stopped at the case {case}, since {reason}")]
    Unrecorded {
        /// The system.
        system: String,
        /// The case.
        case: String,
        /// Which request is lacking.
        reason: String,
    },
}

impl From<RunError> for io::Error {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Sink(error) => error,
            error @ (RunError::OverBudget { .. } | RunError::Unrecorded { .. }) => Self::other(error),
        }
    }
}
