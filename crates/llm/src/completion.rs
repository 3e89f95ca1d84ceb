//! [`Completion`]: what a model answered.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Why an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The model was done, or the endpoint does not say.
    Stop,
    /// It reached the longest length. What there is may look complete, and counts as cut off.
    Length,
    /// The model, or the endpoint on its behalf, would not answer.
    Refused,
}

/// What an answer took, in tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Of the prompt.
    pub tokens_in: u64,
    /// Of the answer.
    pub tokens_out: u64,
    /// Whether the endpoint did not say, so that these are upper bounds of ours.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
}

impl Usage {
    /// Both together.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }
}

/// A completed chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The answer's text.
    pub text: String,
    /// Why it ends.
    pub finish: Finish,
    /// What it took.
    pub usage: Usage,
    /// How long it took, repetitions included.
    pub latency: Duration,
}
